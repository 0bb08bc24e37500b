"""What many posts show at once, and no author does: a menu in every text, one title, one line for a body.

An author edits one post, or each in its own way. Where posts that a crawl looks at have changed, one
after the other, into the same, it was the site. That no single page can tell: so a post with such a
sign waits until the next one has come, at most two wait of each way, and the end of the crawl lets them
pass. A crawl that is killed meanwhile has lost no more than pages on their way.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from archive.drift.signs import Way
from scraper.items import Item, Observation, Post

#: So many posts of one crawl, with the same signs, were not edited.
POSTS = 3
#: Characters of a reason and of what was found.
REASON = 300


@dataclass(slots=True)
class Streak:
    """Posts that came one after the other and have the same signs of one way, `common` to all."""

    way: Way
    common: frozenset[str]
    posts: int = 1

    @property
    def shared(self) -> bool:
        """Whether it is known that it was the site."""
        return self.posts >= POSTS

    def goes_on(self, signs: frozenset[str]) -> bool:
        """Whether a post that comes is one more of them."""
        common = signs & self.common
        if len(common) < self.way.fewest:
            return False
        self.common = self.common if self.shared else common
        self.posts += 1
        return True


@dataclass(slots=True)
class Alike:
    """The posts of a profile that a crawl finds changed, and the streaks of those that wait."""

    held: list[tuple[Post, list[Streak]]] = field(default_factory=list)
    streaks: dict[Way, Streak] = field(default_factory=dict)

    def sorted_out(self, post: Post, signs: Mapping[Way, frozenset[str]]) -> list[Item]:
        """What is to be recorded now that a post has come: it, others that waited for it, or nothing.

        `signs` are those of a changed post. A way that says nothing of it is not among them; one with
        no sign, of a post that could have it, ends a streak.
        """
        joined = [self.joined(way, found) for way, found in signs.items()]
        self.held.append((post, [streak for streak in joined if streak]))
        ready = list[Item]()
        waiting = []
        for held, streaks in self.held:
            spoiler = next((streak for streak in streaks if streak.shared), None)
            if spoiler:
                ready.append(spoilt(held, spoiler))
            elif any(self.streaks[streak.way] is streak for streak in streaks):
                waiting.append((held, streaks))
            else:
                ready.append(held)
        self.held = waiting
        return ready

    def joined(self, way: Way, signs: frozenset[str]) -> Streak | None:
        """The streak that a post goes on, or begins; None where it does neither."""
        streak = self.streaks.get(way)
        if streak and streak.goes_on(signs):
            return streak
        if streak and streak.shared:
            return None
        begun = self.streaks[way] = Streak(way, signs)
        return begun if len(signs) >= way.fewest else None

    def released(self) -> list[Post]:
        """The posts that have waited, and wait no more."""
        released = [post for post, _ in self.held]
        self.held = []
        return released


def spoilt(post: Post, streak: Streak) -> Observation:
    """What is recorded of a post that has what the others have."""
    common, way = " / ".join(sorted(streak.common)), streak.way
    return Observation(
        platform=post.platform,
        handle=post.handle,
        url=post.url,
        seen="changed",
        reason=f"{post.url} {way.change} as other posts: {common}"[:REASON],
        source_id=post.source_id,
        missing=way.missing,
        found=common[:REASON],
        page=post.page,
    )
