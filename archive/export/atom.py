"""One Atom feed (RFC 4287) of posts with their whole text: for feed readers, and for importers of blogs.

Pictures keep their addresses on the web; formulas are their TeX. Entries go by author and time.
"""

from pathlib import Path

from lxml import etree

from archive.atom import ADDRESS, ATOM, add, blank, urn
from archive.browse.typesetter import Typesetter
from archive.export import Outcome, Progress
from archive.export.exported import Exported
from archive.export.output import whole_file
from archive.export.rights import credit, notice
from archive.export.selection import Selection
from archive.export.typesetting import typesetting
from archive.rows import instant

#: When a post was published of which nobody knows it; the RFC demands a time.
UNKNOWN = "1970-01-01T00:00:00Z"


def export(selection: Selection, out: Path, progress: Progress) -> Outcome:
    """Write a selection as one feed. See `archive.export`."""
    outcome, newest = Outcome(files=1), UNKNOWN
    with (
        whole_file(out) as draft,
        etree.xmlfile(draft.file, encoding="utf-8") as xml,
        typesetting() as typesetter,
    ):
        xml.write_declaration()
        with xml.element(f"{{{ATOM}}}feed", nsmap={None: ATOM}):
            xml.write(child("id", urn(f"posts: {selection.name}")))
            xml.write(child("title", selection.name))
            for post in progress(selection):
                xml.write(entry(post, typesetter))
                newest = max(newest, updated(post))
                outcome.posts += 1
            xml.write(child("updated", newest))
    outcome.written += draft.changed
    return outcome


def child(name: str, text: str | None = None) -> etree._Element:
    """An element as the feed may have it."""
    return add(blank(), name, text)


def entry(post: Exported, typesetter: Typesetter) -> etree._Element:
    """The `<entry>` of a post; what it is called stays the same wherever it is exported."""
    made, named = child("entry"), post.reference
    add(made, "id", urn("\n".join((named.platform, named.handle, named.source_id))))
    add(made, "title", post.title)
    if post.published:
        add(made, "published", instant(post.published.at))
    add(made, "updated", updated(post))
    add(add(made, "author"), "name", post.author)
    for tag in post.tags:
        add(made, "category", term=tag)
    if ADDRESS.fullmatch(post.url):
        add(made, "link", rel="alternate", href=post.url, type="text/html")
    add(made, "rights", notice(post))
    add(made, "content", html(post, typesetter), type="html")
    return made


def updated(post: Exported) -> str:
    """When a post was last changed, as far as its site says."""
    moment = post.updated or post.published
    return instant(moment.at) if moment else UNKNOWN


def html(post: Exported, typesetter: Typesetter) -> str:
    """The body, safe to be shown, below its credit."""
    pictures = {medium.url: medium.url for medium in post.media if ADDRESS.fullmatch(medium.url)}
    return typesetter.set(f"{credit(post)}\n\n{post.body}", pictures).html
