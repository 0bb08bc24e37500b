"""What CSDN's answers hold: pure functions from a page to plain data, for the spider `csdn`."""
