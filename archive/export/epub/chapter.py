"""A post as a page of a book."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from archive.atom import clean
from archive.browse.markup import Heading
from archive.browse.typesetter import Typesetter
from archive.export.addresses import Reference
from archive.export.epub.xhtml import leads, xhtml
from archive.export.exported import Exported
from archive.export.names import digits
from archive.export.rights import notice
from archive.rows import instant

LAYOUT = Path(__file__).parent / "book.css"
#: A language as BCP 47 writes it, as far as sites use it.
LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z]{4})?(?:-[A-Za-z]{2})?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """A page of the book at `name`; `parts` are the anchors and titles of its main headings.

    `profile` is `platform:handle`, `changed` when the post was last changed, of the site, in UTC.
    """

    name: str
    title: str
    profile: str
    profile_name: str
    author: str
    language: str
    changed: str
    parts: tuple[tuple[str, str], ...]
    formulas: bool
    page: bytes


def chapter(post: Exported, pictures: Mapping[str, str], typesetter: Typesetter) -> Chapter:
    """A post as XHTML. `pictures` are the names in the book of those that it holds."""
    others = {address: name_of(other) for address, other in post.here.items()}
    body = typesetter.set(post.body, {**others, **pictures})
    content = xhtml(body.html) if body.plain else body.html
    seen = post.updated or post.published
    title = shown(post.title)
    language = post.language if LANGUAGE.fullmatch(post.language or "") else ""
    page = filled(
        "chapter.xhtml",
        post=post,
        title=title,
        language=language,
        notice=notice(post),
        source=post.url if leads(post.url) else None,
        body=Markup(content),  # by `xhtml`, of what nh3 let through
    )
    return Chapter(
        name=name_of(post.reference),
        title=title,
        profile=f"{post.reference.platform}:{post.reference.handle}",
        profile_name=shown(post.profile_name),
        author=shown(post.author),
        language=language or "",
        changed=instant(seen.at) if seen else "",
        parts=tuple(parts(body.headings)),
        formulas="<math " in content,
        page=page,
    )


def parts(headings: Sequence[Heading]) -> Iterator[tuple[str, str]]:
    """The headings of the first level that has more than one, which a title of its own has not."""
    levels = Counter(heading.level for heading in headings)
    level = min((each for each, times in levels.items() if times > 1), default=0)
    for heading in headings:
        if heading.level == level:
            yield heading.anchor, shown(heading.text)


def name_of(post: Reference) -> str:
    """What the page of a post is called: it stays when the title changes."""
    return f"{digits(post)}.xhtml"


def shown(text: str) -> str:
    """A title as a table of contents may have it: on one line, and not empty."""
    return " ".join(clean(text).split()) or "untitled"


def filled(template: str, **values: Any) -> bytes:
    """A file of a book."""
    return TEMPLATES.get_template(template).render(values).encode()


def plain(value: Any) -> Any:
    """What a template is about to write, as XML can hold it."""
    return clean(value) if type(value) is str else value


TEMPLATES = Environment(
    loader=PackageLoader("archive.export.epub"),
    undefined=StrictUndefined,
    autoescape=True,
    finalize=plain,
    trim_blocks=True,
)
