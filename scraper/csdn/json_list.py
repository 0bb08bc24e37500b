"""CSDN's list of posts as JSON, get-business-list: from an answer of the site to entries.

Seen: items of 2021 and 2024. The envelope's `total`, and that `list` is null when throttled, are from
working public clients.
"""

import json
import re
from collections.abc import Collection
from dataclasses import replace
from types import NoneType
from typing import Any

from scraper.answers import lacking, part, shown
from scraper.csdn.expected import check_items
from scraper.csdn.links import link_to_post
from scraper.csdn.lists import ListPage, entry_of
from scraper.csdn.values import KINDS, beijing, counted, counts
from scraper.items import Entry, Profile
from scraper.judge import WALLS
from scraper.pages import Blocked, Changed, Failed

COUNTERS = {
    "views": "viewCount",
    "likes": "diggCount",
    "collects": "collectCount",
    "comments": "commentCount",
}


def json_data(text: str, url: str) -> dict[str, Any]:
    """The `data` of a JSON answer. Raises Blocked for a wall's HTML, Changed for another shape."""
    if not text.strip() or text.lstrip().startswith("<"):
        raise Blocked(f"{url} answered with a page instead of JSON")
    try:
        envelope = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Changed(f"{url} answered with broken JSON: {error}", "JSON", text) from error
    code = part(envelope, "code", int, str)
    if counted(code) in WALLS:
        raise Blocked(f"{url} refused with code {code}")
    if counted(code) != 200:
        raise lacking("code 200", shown(envelope))
    return dict(part(envelope, "data", dict))


def json_list(
    data: dict[str, Any], profile: Profile, url: str, known: Collection[str] = ()
) -> ListPage:
    """A page of get-business-list. `known` are ids of posts that are the profile's in any case.

    Raises Failed for a list that is held back, Changed for none, and for one of somebody else's posts.
    """
    total = counted(part(data, "total", int, str, within="data."))
    if total is None:
        raise lacking("data.total", shown(data["total"]))
    items = part(data, "list", list, NoneType, within="data.") or []
    if data["list"] is None and total:
        raise Failed(f"{url} answered without data.list (total {total}): throttled")
    check_items(items)
    page = ListPage(total=total)
    for item in own(items, profile, known):
        entry = json_entry(item, profile) if isinstance(item, dict) else None
        if entry:
            page.entries.append(entry)
        else:
            page.broken.append(f"an item of {url} has no article id: {str(item)[:200]}")
    return page


def own(items: list[Any], profile: Profile, known: Collection[str]) -> list[Any]:
    """The items that are the profile's, but for those that are null.

    Whose one is tells its address, if it lies under a user's name. A user who was renamed is the one
    who has the known posts. Raises Changed where all are somebody else's.
    """
    given = [(item, owner(item)) for item in items if item is not None]
    users = {profile.handle.lower(), None}
    users |= {user for item, user in given if user and str(item.get("articleId")) in known}
    found = [item for item, user in given if user in users]
    if given and not found:
        raise lacking("data.list[].url", shown(given[0][0].get("url")))
    return found


def owner(item: object) -> str | None:
    """Under whose name an item's address lies, in lower case, if it does."""
    link = link_to_post(item.get("url")) if isinstance(item, dict) else None
    return link.user.lower() if link and link.user else None


def json_entry(item: dict[str, Any], profile: Profile) -> Entry | None:
    """One item of the JSON list; all but the article's id may be missing."""
    link = link_to_post(item.get("url"))
    article = str(item.get("articleId") or (link and link.article) or "")
    if not re.fullmatch("[0-9]{1,18}", article):
        return None
    return replace(
        entry_of(profile, article, link.url if link and link.article == article else None),
        title=str(item.get("title") or ""),
        summary=str(item.get("description") or "") or None,
        kind=KINDS.get(counted(item.get("type")) or 0),
        published=beijing(item.get("postTime")),
        tags=tag_names(item.get("tags")),
        metrics=counts({ours: item.get(theirs) for ours, theirs in COUNTERS.items()}),
    )


def tag_names(tags: object) -> tuple[str, ...]:
    """Tags as strings or as `{"name": …}`; public clients meet both."""
    if not isinstance(tags, list):
        return ()
    names = [tag.get("name") if isinstance(tag, dict) else tag for tag in tags]
    return tuple(name for name in names if isinstance(name, str) and name)
