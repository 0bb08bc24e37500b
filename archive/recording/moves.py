"""Posts whose address changed: the row moves, nothing becomes gone.

Where a redirect led, and the id that a feed gives an entry besides its address, are addresses of a post
like any other, so that it is known when its new address is listed (archive.recording.entries). What neither
tells, its content does: a post that came with the text and the date of one that is listed no more is
that one. This is told when whole listings were read, for only then is it known what they lack.
"""

from collections import Counter
from collections.abc import Iterator

from archive.ledger import Crawl
from archive.recording.measures import MEASURES
from archive.recording.observations import note_move
from archive.recording.posts import amend
from archive.recording.states import State, current_state
from archive.rows import Row, first, rows
from archive.search.index import sync

#: What refers to a post; a row that both posts have is kept once.
BELONGINGS = (
    *("entries", "post_addresses", "post_links", "post_metrics"),
    *("post_versions", "fetches", "observations"),
)
#: What follows from the post as it is.
FOLLOWING = ("post_tags", "post_media")
#: What stays with a post that moves.
LASTING = frozenset({"id", "first_seen_crawl"})
#: What stays with it where a reader saw no difference: its version, and what follows from that.
POINTERS = frozenset({"version_id", "rendering_id", *MEASURES})


def follow_moves(crawl: Crawl) -> None:
    """Let each post that the listings lack go on as the one that came in its place."""
    pairs = list(moved_posts(crawl))
    ways_from, ways_to = Counter(old for old, _ in pairs), Counter(new for _, new in pairs)
    for old, new in pairs:
        if ways_from[old] == ways_to[new] == 1:
            move(crawl, old, new)


def moved_posts(crawl: Crawl) -> Iterator[tuple[int, int]]:
    """The ids of a post that is listed no more, and of a later one with its text and its date.

    Without a date, the title must be the same. The addresses of pictures may be others: they often
    begin with the post's own.
    """
    for pair in rows(crawl.database, CANDIDATES, crawl.profile_id, crawl.id):
        before, after = (state_of(crawl, pair[name]) for name in ("old", "new"))
        if before and after and before.text == after.text:
            yield pair["old"], pair["new"]


CANDIDATES = """
SELECT old.id AS old, new.id AS new
FROM posts AS old JOIN posts AS new ON new.profile_id = old.profile_id
    AND new.first_seen_crawl > old.last_seen_crawl
    AND (new.published_on = old.published_on
        OR (old.published_on IS NULL AND new.published_on IS NULL AND new.title = old.title))
WHERE old.profile_id = ?1 AND old.last_seen_crawl <> ?2 AND new.last_seen_crawl = ?2
AND old.state IN ('archived', 'gone') AND new.state = 'archived'
ORDER BY old.id, new.id
"""


def state_of(crawl: Crawl, post_id: int) -> State | None:
    """What the current version of a post shows, if it has one."""
    return current_state(crawl, known(crawl, post_id))


def known(crawl: Crawl, post_id: int) -> Row:
    return first(crawl.database, "SELECT * FROM posts WHERE id = ?", post_id) or {}


def move(crawl: Crawl, old_id: int, new_id: int) -> None:
    """Give a post all that is known of the one which is the same under a new address."""
    connection = crawl.database.conn
    old, new = known(crawl, old_id), known(crawl, new_id)
    same = same_version(current_state(crawl, old), current_state(crawl, new))
    connection.execute("PRAGMA defer_foreign_keys = ON")  # until the transaction ends
    for table in BELONGINGS:
        connection.execute(
            f"UPDATE OR REPLACE {table} SET post_id = ? WHERE post_id = ?", (old_id, new_id)
        )
    for table in FOLLOWING:
        connection.execute(f"DELETE FROM {table} WHERE post_id = ?", (new_id,))
    connection.execute("DELETE FROM posts WHERE id = ?", (new_id,))
    sync(crawl.database, new_id)
    kept = LASTING | (POINTERS if same else set())
    amend(crawl, old, {name: value for name, value in new.items() if name not in kept})
    if same:
        drop_version(crawl, new["version_id"])
    note_move(crawl, old, new["url"], "the same content and date")


def same_version(before: State | None, after: State | None) -> bool:
    """Whether a reader of both addresses saw no difference."""
    return before is not None and after is not None and before.same(after)


def drop_version(crawl: Crawl, version_id: int) -> None:
    """Take out a version that would be equal to the one before; its page stays, by its fetch."""
    crawl.database.conn.execute("DELETE FROM renderings WHERE version_id = ?", (version_id,))
    crawl.database.conn.execute("DELETE FROM post_versions WHERE id = ?", (version_id,))
