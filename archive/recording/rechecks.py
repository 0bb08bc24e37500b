"""When a post is looked at again, though no list shows a change: the more seldom, the longer it stood still.

Lists show no edit of a text, so its page has to be asked: 1, 3, 7, 30 and 90 days after its current
version was first seen, then every 90 days. So is a page that says it is gone, though a list shows it: by
the age of that word.
"""

from datetime import datetime, timedelta

from archive.rows import Row, instant

STEPS = tuple(timedelta(days=days) for days in (1, 3, 7, 30, 90))
#: A page that was worse than what is archived is looked at soon, until crawls of a week agree.
SOON = STEPS[0]


def next_check(seen: datetime, now: datetime) -> datetime:
    """When a post is due, whose current version was first seen at `seen`, and whose page is got `now`."""
    age, longest = now - seen, STEPS[-1]
    step = next((step for step in STEPS if step > age), longest * (age // longest + 1))
    return seen + step


def is_due(post: Row, now: datetime) -> bool:
    """Whether the page of an archived post is to be asked for again, or of one that is gone and listed.

    One without a time is from before there were such times. What is further away than the longest step
    was written while the clock was wrong.
    """
    archived = post["state"] == "archived" and post["version_id"] is not None
    if not archived and not (post["state"] == "gone" and post["missing_since"] is None):
        return False
    latest = instant(now + STEPS[-1])
    return not (post["next_check_at"] and instant(now) < post["next_check_at"] <= latest)
