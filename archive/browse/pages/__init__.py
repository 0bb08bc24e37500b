"""The pages that people read, one file each: a query of the archive, and the template that shows it."""
