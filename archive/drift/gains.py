"""What posts have gained by no edit: a menu has come into their text, where a theme has another markup.

An author edits one post, or each in its own way. Where the posts of a site that a crawl looks at have all
changed, and all have got the same lines, it was the theme. That no single page can tell: so a changed
post waits until the next one has come, at most two wait, and the end of the crawl lets them pass. A crawl
that is killed meanwhile has lost no more than pages on their way.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from archive.drift.agreement import lasting
from archive.drift.containers import lost_container
from archive.ledger import Crawl
from archive.recording.posts import known_post
from archive.recording.states import current_state, shown_state
from scraper.items import Item, Observation, Post

#: So many posts of one crawl, that have got so many same lines, were not edited. Authors do append one
#: line to many posts (where else one was published); a menu has several.
POSTS, LINES = 3, 2


@dataclass(slots=True)
class Gains:
    """The posts of a profile that a crawl finds changed.

    `held` are those that wait, `common` the lines that all of them have got; `edited` is true once it
    is known that posts change each by itself, `shared` once it is known that they do not.
    """

    held: list[Post] = field(default_factory=list)
    common: frozenset[str] = frozenset()
    edited: bool = False
    shared: bool = False

    def sorted_out(self, post: Post, gained: frozenset[str] | None) -> Iterator[Item]:
        """What is to be recorded now that a post has come: it, others that waited for it, or nothing.

        `gained` are the lines that its archived text does not have; None for a post without one.
        """
        if gained is None or self.edited:
            yield post
        elif self.shared:
            yield self.spoilt(post) if len(gained & self.common) >= LINES else post
        elif len(common := gained & self.common if self.held else gained) < LINES:
            self.edited = True
            yield from [*self.released(), post]
        else:
            self.common, self.shared = common, len(self.held) + 1 >= POSTS
            self.held.append(post)
            yield from map(self.spoilt, self.released() if self.shared else [])

    def released(self) -> list[Post]:
        """The posts that have waited, and wait no more."""
        released, self.held = self.held, []
        return released

    def spoilt(self, post: Post) -> Observation:
        """What is recorded of a post that got what the others got."""
        lines = " / ".join(sorted(self.common))
        return Observation(
            platform=post.platform,
            handle=post.handle,
            url=post.url,
            seen="changed",
            reason=f"{post.url} has got the same lines as other posts: {lines}"[:REASON],
            source_id=post.source_id,
            missing=MISSING,
            found=lines[:REASON],
            page=post.page,
        )


#: What the posts lack, in the words of an incident.
MISSING = "a body of its own text"
#: Characters of a reason and of what was found.
REASON = 300


def gained(crawl: Crawl, post: Post) -> frozenset[str] | None:
    """The lines of a page that the archived text of its post does not have.

    None where there is nothing to compare with, nobody's theme around the text, a change that is judged
    by itself, or one that has lasted: the post is to be recorded as it is.
    """
    row = known_post(crawl.database, crawl.profile_id, post.source_id, post.url)
    comparable = post.source_format == "html" and not post.locked and post.body and post.page
    if row is None or not comparable or lasting(crawl, MISSING):
        return None
    new, current = shown_state(post, row), current_state(crawl, row)
    if current is None or lost_container(crawl, post, row, new, current):
        return None
    return lines_gained(current.text, new.text)


def lines_gained(before: str, now: str) -> frozenset[str]:
    """The lines of a text that an earlier one does not have."""
    had = set(before.splitlines())
    return frozenset(line for line in map(str.strip, now.splitlines()) if line and line not in had)
