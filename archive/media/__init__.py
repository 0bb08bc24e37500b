"""The vault: pictures and attached files that posts show, each once, in a folder beside the archive.

shown.py    post_media and media follow the current rendering of each post
wanted.py   what is shown and not held, and due to be asked for: the frontier of a crawl
record.py   what became of a request: held, or why not and when to ask again
files.py    the folder: a file is there, whole, before its row is
account.py  what is held, what is missing and why; what is wrong with the folder
"""
