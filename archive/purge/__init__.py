"""Forgetting posts for good: of each there is left that it is purged, and by what it is told.

wanted.py    what a person names: posts, or all of a profile
plan.py      what holds them: rows, pages, media
rows.py      their rows, and what other rows say of them
pages.py     what was fetched, and what was compressed against it
pictures.py  media that nobody else shows
residue.py   what SQLite and its index leave behind of what is deleted
forget.py    all of that, in one archive
copies.py    backups and other archives beside it
exports.py   exports beside it
account.py   what a purge would do, for people
"""
