"""What `archive.store` writes of the items that a crawl hands over, a subject a module.

profile.py       the row of a profile
listings.py      the ends of listings: whole, broken off, or left where all is known
entries.py       what listings show, the moment it is seen, and whether its page is wanted
posts.py         a post's row, filled by its page first and by listings where that is silent
moves.py         posts whose address changed
states.py        what a page shows of a post, beside what the archive has of it
versions.py      from a page to a version: a new one, or none
renderings.py    what one extractor made of a version
measures.py      how long and how good the current body is
metrics.py       counters, a row only when a value is new
observations.py  what was no content, and what that says of a post
absence.py       what complete listings no longer hold
tombstones.py    pages that say of themselves that they are gone
rechecks.py      when a post is looked at again

Each writes within the transaction of its caller.
"""
