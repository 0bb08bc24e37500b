"""Whose a post is, what may be done with it, and where it stands: what every export shows of each."""

from collections.abc import Iterator

from archive.atom import ADDRESS
from archive.export.exported import Exported
from scraper.body.escaping import destination, escape

#: The words under which Chinese platforms put a post, by what they mean.
KINDS = {"original": "原创", "repost": "转载", "translation": "翻译"}


def notice(post: Exported) -> str:
    """`林深 · 原创 · CC 4.0 BY-SA`: the author, and what the site says of the rights in a post."""
    return " · ".join(parts(post))


def credit(post: Exported) -> str:
    """The notice as a quotation in Markdown, with a link to where in the web the post stands, if it does;
    above its body.
    """
    source = destination(post.url)
    link = f" · [source]({source})" if ADDRESS.fullmatch(source) else ""
    return f"> {escape(notice(post))}{link}"


def parts(post: Exported) -> Iterator[str]:
    """The parts of the notice. What the site does not say is left out: nothing is permitted by that."""
    yield post.author
    if post.kind in KINDS:
        yield KINDS[post.kind]
    if post.licence:
        yield post.licence
