"""The front matter of a Markdown file: what is known of a post, as Hugo and Obsidian read it.

Counters have no place in it: they would change every file every night.
"""

import json
import re
from collections.abc import Mapping

from archive.export.exported import Exported
from archive.rows import instant
from scraper.items import Moment

Value = str | bool | tuple[str, ...] | None

#: What YAML has no place for and JSON leaves as it is.
NOT_PRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


#: JSON with Chinese as it is. Made once: `json.dumps` makes one for each value.
encode = json.JSONEncoder(ensure_ascii=False).encode


def front_matter(post: Exported) -> str:
    """The facts of a post between two lines of `---`; what is not known is left out.

    `aliases` is not used: names to Obsidian, redirects to Hugo. A tag has no blank in Obsidian.
    """
    facts: Mapping[str, Value] = {
        "title": post.title,
        "date": time(post.published),
        "lastmod": time(post.updated),
        "author": post.author,
        "summary": post.summary,
        "tags": tuple("-".join(tag.split()) for tag in post.tags),
        "categories": post.columns,
        "language": post.language,
        "source": post.url,
        "profile": f"{post.reference.platform}:{post.reference.handle}",
        "origin": post.kind,
        "licence": post.licence,
        "links": tuple(f"{link.role} {link.url}" for link in post.links),
        "gone": post.state == "gone",
        "locked": post.locked,
    }
    lines = (f"{name}: {scalar(value)}" for name, value in facts.items() if value)
    return "\n".join(["---", *lines, "---", ""])


def time(moment: Moment | None) -> str | None:
    """A time of the site's in UTC; its own day, where that is all there is."""
    if moment is None:
        return None
    return instant(moment.at) if moment.precision == "second" else moment.on.isoformat()


def scalar(value: Value) -> str:
    """A value in YAML: JSON is YAML that every parser of every version of it reads alike, so that no
    title becomes a number, a time or `no`.
    """
    return NOT_PRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", encode(value))
