"""What a changed post shows that, were it the same with others, no author would have done.

Each is judged of one post, by what is archived of it. Whether others have it, too, archive.drift.alike tells.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from archive.drift.agreement import lasting
from archive.drift.containers import lost_container
from archive.drift.losses import losses
from archive.ledger import Crawl
from archive.recording.posts import known_post
from archive.recording.states import State, current_state, shown_state
from scraper.body.quality import found_again, read
from scraper.body.survey import letters
from scraper.items import Post


@dataclass(frozen=True, slots=True)
class Way:
    """A way in which posts change together.

    `missing` is what they lack, in the words of an incident, and `change` says of one what it has;
    `fewest` same signs are needed; `believed`: after enough crawls it is how the site is.
    """

    missing: str
    change: str
    fewest: int = 1
    believed: bool = False


#: That all posts have one text, or one code, or none of their words, is never how a site is to be kept.
TEXT = Way("the article's text", "has the same text")
CODE = Way("the article's code", "has the same code")
WORDS = Way("the words of the text", "has lost nearly all of its words, in the same crawl")
REST = Way("the rest of the text", "is cut off, in the same crawl", believed=True)
TITLE = Way("a title of its own", "has got the same title", believed=True)
TAGS = Way("the tags", "has lost its tags, in the same crawl", believed=True)
#: Authors do append one line to many posts (where else one was published); a menu has several.
LINES = Way("a body of its own text", "has got the same lines", fewest=2, believed=True)

#: The share of its words that an edited text keeps. Private-use glyphs for the eighty commonest
#: characters, as fonts that hide a text have them, leave 0.22 to 0.30; for all, or mojibake, 0.15.
KEPT = 0.3
#: Letters of a text that is long enough to tell: a stub may become an article.
TELLING = 200


def signs(crawl: Crawl, post: Post) -> dict[Way, frozenset[str]]:
    """The signs of a page, by their way, that the archived version of its post does not have.

    None where there is nothing to compare with, a change that is judged by itself, or one that is how
    the site is now: the post is to be recorded as it is.
    """
    row = known_post(crawl.database, crawl.profile_id, post.source_id, post.url)
    if row is None or post.locked or not (post.body and post.page):
        return {}
    new, current = shown_state(post, row), current_state(crawl, row)
    if current is None or lost_container(crawl, post, row, new, current) or losses(new, current):
        return {}
    found = [*([] if current.same(new) else of_edit(new, current)), *of_theme(new, current)]
    return {
        way: of for way, of in found if not (way.believed and of and lasting(crawl, way.missing))
    }


def of_edit(new: State, current: State) -> Iterator[tuple[Way, frozenset[str]]]:
    """The signs of one who edits; what the site dates as an edit may be shorter, and called otherwise."""
    if new.text != current.text:
        yield from of_text(new, current)
    if new.updated_at != current.updated_at:
        return
    if new.worse_than(current):
        yield REST, frozenset({"less than is archived"})
    if new.title != current.title:
        yield TITLE, frozenset({new.title})
    if current.tags and not new.tags:
        yield TAGS, frozenset({"no tags"})


def of_text(new: State, current: State) -> Iterator[tuple[Way, frozenset[str]]]:
    """The signs of another text. A wall may name the post that is behind it."""
    yield TEXT, frozenset({new.text.replace(new.title, "…") if new.title else new.text})
    code = set(read(new.markdown).blocks)
    if len(code) == 1 and not code <= set(read(current.markdown).blocks):
        yield CODE, frozenset(code)
    before = letters(current.text)
    if len(before) >= TELLING and found_again(before, letters(new.text)) < KEPT:
        yield WORDS, frozenset({"other words"})


def of_theme(new: State, current: State) -> Iterator[tuple[Way, frozenset[str]]]:
    """The lines that have come into a page; that none has, shows that the theme is as it was."""
    if new.source_format == "html":
        yield LINES, lines_gained(current.text, new.text)


def lines_gained(before: str, now: str) -> frozenset[str]:
    """The lines of a text that an earlier one does not have."""
    had, has = ({line.strip() for line in text.splitlines()} for text in (before, now))
    return frozenset(has - had - {""})
