"""How the counters of a profile went, and those of its posts together."""

import json

from sqlite_utils import Database

from archive.rows import rows

#: Counters of posts that are added up.
OF_POSTS = ("views", "likes")
#: Days that are looked at, and looks at a counter of a post: 40,000 take some 80 ms.
MOST_DAYS, MOST_LOOKS = 60, 40_000

#: Times, oldest first (ours, UTC), each with what the counter was then.
Course = list[tuple[str, int]]


def courses(database: Database, profile_id: int) -> dict[str, Course]:
    """Every counter by name: `followers`, and `views of all posts`.

    A post counts with what was last seen of it. Of many crawls only some days are told of, in even
    steps, with the first and the last.
    """
    found: dict[str, Course] = {}
    days = json.dumps(chosen_days(database, profile_id))
    counters = json.dumps(OF_POSTS)
    for row in [
        *rows(database, OWN, profile_id),
        *rows(database, TOTALS, profile=profile_id, days=days, counters=counters),
    ]:
        if row["total"] is not None:
            found.setdefault(row["name"], []).append((row["at"], row["total"]))
    return found


OWN = """
SELECT name, observed_at AS at, value AS total FROM profile_metrics WHERE profile_id = ? ORDER BY name, at
"""
TOTALS = """
SELECT counters.value || ' of all posts' AS name, days.value AS at, (
    SELECT sum((SELECT post_metrics.value FROM post_metrics
        WHERE post_id = posts.id AND name = counters.value
        AND observed_at < days.value || 'T24' ORDER BY observed_at DESC LIMIT 1))
    FROM posts WHERE profile_id = :profile AND state <> 'purged') AS total
FROM json_each(:counters) AS counters, json_each(:days) AS days
ORDER BY counters.key, days.value
"""


def chosen_days(database: Database, profile_id: int) -> list[str]:
    """Days on which the profile was crawled, few enough for the number of its posts."""
    (posts,) = database.conn.execute(POSTS, (profile_id,)).fetchone()
    days = [row["day"] for row in rows(database, DAYS, profile_id)]
    most = max(2, min(MOST_DAYS, MOST_LOOKS // (len(OF_POSTS) * max(1, posts))))
    if len(days) <= most:
        return days
    return [days[round(step * (len(days) - 1) / (most - 1))] for step in range(most)]


POSTS = "SELECT count(*) FROM posts WHERE profile_id = ?"
DAYS = """
SELECT DISTINCT substr(started_at, 1, 10) AS day FROM crawls WHERE profile_id = ? ORDER BY day
"""
