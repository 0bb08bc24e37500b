"""A folder of HTML pages: read and searched from a disk, without a server, a network or a database.

    index.html  search.html  posts/1f0a55c2b3.html  profiles/…  media/…  static/…  search/…

pages.py     what is to be read, with the layout of `archive.browse`
index.py     what is searched in, in parts
"""

import json
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

from archive import browse
from archive.export import Outcome, Progress
from archive.export.exported import Exported
from archive.export.folder import Folder
from archive.export.revision import revision
from archive.export.seal import ingredients
from archive.export.selection import Selection
from archive.export.site.index import Index
from archive.export.site.pages import Card, Pages
from archive.export.typesetting import typesetting

__all__ = ["export"]

OURS = Path(__file__).parent / "static"
#: Files of the reading view that its pages load here, too.
LAYOUT = Path(browse.__file__).parent / "static"
USED = ("blog-archiver.css", "blog-archiver.js", "formulas.js", "search.js", "katex/**/*.*")


def export(selection: Selection, out: Path, progress: Progress) -> Outcome:
    """Write a selection as pages, one a post, and an index of their words. See `archive.export`."""
    folder = Folder(out, "site", ingredients(selection, revision()))
    if folder.is_unchanged():
        return Outcome(posts=len(selection), files=len(folder.known))
    with typesetting() as typesetter, Index(len(selection)) as index:
        pages = Pages(folder, selection.name, typesetter)
        for before, post, after in along(progress(selection)):
            card = pages.post(post, before, after)
            index.add(". ".join((card.title, *card.tags, card.author, post.text)))
            folder.write(f"search/texts/{card.digits}.js", data(f"texts/{card.digits}", post.text))
            folder.outcome.posts += 1
        pages.lists()
        for name, part in index.parts():
            folder.write(f"search/{name}.js", data(name, part))
    folder.write("search/posts.js", data("posts", [shown(card) for card in pages.cards]))
    for source in chain(OURS.iterdir(), *(LAYOUT.glob(pattern) for pattern in USED)):
        base = OURS if source.parent == OURS else LAYOUT
        folder.write(f"static/{source.relative_to(base).as_posix()}", source.read_bytes())
    return folder.close(lasting=not typesetter.given_up)


def along(posts: Iterable[Exported]) -> Iterator[tuple[Exported | None, Exported, Exported | None]]:
    """Each post between its neighbours."""
    before: Exported | None = None
    now: Exported | None = None
    for after in chain(posts, [None]):
        if now:
            yield before, now, after
        before, now = now, after


def shown(card: Card) -> list[str]:
    """What a hit shows of a post besides the passage; `static/find.js` takes it by place."""
    return [card.digits, card.title, card.author, card.platform, card.day]


def data(name: str, value: object) -> bytes:
    """Data as a program that hands it over: from a disk a page may load nothing else."""
    text = json.dumps(value, ensure_ascii=name == "rules", separators=(",", ":"))
    return f"arrived({json.dumps(name)},{text});\n".encode()
