"""A profile: what it holds and lacks, how it grew, what it is about, and its posts year by year."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import TYPE_CHECKING, Any

from markupsafe import Markup
from sqlite_utils import Database

from archive.audit import audit
from archive.browse.plots import bars, by_month, line
from archive.browse.visit import Visit
from archive.history.courses import courses
from archive.rows import first, rows

if TYPE_CHECKING:
    from datasette.utils.asgi import Response

#: Missing posts and missing pictures that are named; the rest is counted.
NAMED = 100
#: Posts on a page of a year; hardly anybody writes more.
MOST = 200


async def profile(visit: Visit) -> Response:
    """The page of a profile, by its id; of its posts 200 on a `page` of one `year`, else of the newest."""
    number, year, turned = visit.number("profile"), visit.asked("year"), visit.number("page", 1)
    found = await visit.read(lambda database: told(database, number, year, turned))
    if found is None:
        return await visit.page("absent.html", status=404, title="No such profile")
    owner = found["profile"]
    title = owner["name"] or owner["handle"]
    return await visit.page("profile.html", title=title, named=NAMED, **found)


def told(database: Database, number: int, year: str, turned: int) -> dict[str, Any] | None:
    """All that the page shows; None where there is no such profile. `turned` is a page of the year."""
    found = first(database, "SELECT * FROM profiles WHERE id = ?", number)
    if found is None:
        return None
    years = {row["year"]: row["posts"] for row in rows(database, YEARS, number)}
    shown = year if year in years else next(iter(years), "")
    pages = max(1, ceil(years.get(shown, 0) / MOST))
    page = min(max(1, turned), pages)
    return {
        "profile": found,
        "account": audit(database, found),
        "years": years,
        "year": shown,
        "page": page,
        "pages": pages,
        "posts": rows(database, POSTS, number, shown, MOST, MOST * (page - 1)),
        "tags": rows(database, TAGS, number),
        "counters": rows(database, COUNTERS, number),
        "plots": list(plots(database, number)),
        "crawls": rows(database, CRAWLS, number),
    }


def plots(database: Database, number: int) -> Iterator[tuple[str, Markup]]:
    """Posts by month; every counter of the profile, and of its posts together. Empty where it is short."""
    months = by_month(dict(database.conn.execute(MONTHS, (number,)).fetchall()))
    yield "Posts a month", bars([*months.values()], [*months], "Posts a month")
    for name, course in courses(database, number).items():
        drawn = line([value for _, value in course], [at for at, _ in course], name)
        yield name.capitalize().replace("_", " "), drawn


#: A date as sites write it may be anything; what is no year stands at the end, as none.
YEAR = "iif(published_on GLOB '[0-9][0-9][0-9][0-9]-*', substr(published_on, 1, 4), 'undated')"
YEARS = f"""
SELECT {YEAR} AS year, count(*) AS posts FROM posts
WHERE profile_id = ? AND state <> 'purged' GROUP BY 1 ORDER BY year = 'undated', year DESC
"""
POSTS = f"""
SELECT id, title, url, published_on, kind, state, language, locked_at, missing_since,
    (SELECT value FROM post_metrics WHERE post_id = posts.id AND name = 'views'
        ORDER BY observed_at DESC LIMIT 1) AS views,
    (SELECT count(*) FROM post_versions WHERE post_id = posts.id) AS versions
FROM posts WHERE profile_id = ? AND state <> 'purged' AND {YEAR} = ?
ORDER BY published_at DESC, id DESC LIMIT ? OFFSET ?
"""
#: Counted before they are named: in one step SQLite looks for each post under each tag.
TAGS = """
SELECT name, posts FROM (
    SELECT tag_id, count(*) AS posts FROM post_tags JOIN posts ON posts.id = post_id
    WHERE profile_id = ? AND state <> 'purged' GROUP BY tag_id
) JOIN tags ON tags.id = tag_id ORDER BY posts DESC, name LIMIT 60
"""
COUNTERS = """
SELECT name, value, max(observed_at) AS at FROM profile_metrics WHERE profile_id = ?
GROUP BY name ORDER BY name
"""
MONTHS = f"""
SELECT substr(published_on, 1, 7), count(*) FROM posts
WHERE profile_id = ? AND state <> 'purged' AND {YEAR} <> 'undated' GROUP BY 1
"""
CRAWLS = "SELECT * FROM crawls WHERE profile_id = ? ORDER BY id DESC LIMIT 10"
