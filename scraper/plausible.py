"""Whether a list can be of the profile whose posts are known: told by counting alone. Pure.

Sites answer in all good order with the list of somebody else, or with a few posts of many. Whoever believes
that records other posts, and calls the author's own gone. It is how the profile is when nothing else was
seen for as long as `scraper.before` looks back, or crawls of a week agree on a total.
"""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from scraper.before import Before
from scraper.items import Entry
from scraper.pages import Changed

#: From so many posts on their going together says something; fewer an author may take away.
FEW = 4
#: So many titles tell whose posts are there instead.
SHOWN = 3
#: What a list of other posts lacks.
ARCHIVED = "the archived posts"


class OtherPosts(Changed):
    """Nothing at an address is of the profile that was there: nothing of it is to be recorded."""


def fallen(before: int, now: int) -> bool:
    """Whether so few posts are left that it may be an error: none of several, or half of many."""
    return (now <= 0 and before > 1) or (before - now >= FEW and now * 2 <= before)


def check_posts(
    url: str,
    entries: Iterable[Entry],
    seen: AbstractSet[str],
    known: AbstractSet[str],
    total: int | None,
) -> None:
    """Raise OtherPosts for a list whose total leaves no room for half of the known posts.

    `entries` are those of the page at `url`, `seen` the ids of all that the list has shown so far, and
    `known` of those that are archived and were listed.
    """
    if total is None or not fallen(len(known), total - len(seen - known)):
        return
    if fallen(len(known), total) and seen & known:
        return  # some of the author's own, and fewer than there were
    titles = "; ".join([entry.title or entry.url for entry in entries][:SHOWN])
    raise OtherPosts(f"{url} lists other posts", missing=ARCHIVED, found=titles)


def fewer(url: str, name: str, posts: int, total: int | None, before: Before) -> Changed | None:
    """What is said of a total (`name`, as the answer calls it) that is by half less than `posts`."""
    if total is None or not fallen(posts, total) or (name, str(total)) in before.agreed:
        return None
    return Changed(f"{url} counts {total} posts, and there were {posts}", name, str(total))
