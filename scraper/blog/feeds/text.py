"""The plain text in a feed's titles, descriptions and tags."""

import re
from hashlib import sha256
from html import unescape

from scraper.text import folded

#: Markup that titles hold. Nothing else is stripped there: `vector<int>` and `$x<y$` are text.
INLINE_TAG = re.compile(
    r"</?(?:a|abbr|b|br|code|del|em|i|img|ins|kbd|mark|p|s|small|span|strong|sub|sup|u)"
    r"(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
ANY_TAG = re.compile(r"</?[a-z][^<>]*>", re.IGNORECASE)
#: A reference that was escaped twice: `&amp;amp;`.
REFERENCE = re.compile(r"&(?:amp|lt|gt|quot|apos|nbsp|#[0-9]{2,6}|#x[0-9a-f]{2,5});", re.IGNORECASE)
#: Longer descriptions are the post itself: hexo-generator-feed cuts at 140 characters, MkDocs at 160.
LONGEST_SUMMARY = 600


def title_text(markup: str) -> str:
    """A title without inline tags."""
    return folded(REFERENCE.sub(lambda match: unescape(match[0]), INLINE_TAG.sub("", markup)))


def summary_text(markup: str) -> str | None:
    """A description without tags; None for an empty one and for one that is the whole post."""
    text = folded(unescape(ANY_TAG.sub(" ", markup)))
    return text if 0 < len(text) <= LONGEST_SUMMARY else None


def digest_of(content: str) -> str | None:
    """A short fingerprint of an entry's content, None where there is none."""
    return sha256(content.encode("utf-8", "replace")).hexdigest()[:16] if content else None
