"""Bytes that claim to be XML or JSON → text that a strict parser can read.

Feeds and sitemaps of real blogs declare one encoding and use another, hold control characters that
XML forbids, entities that only HTML knows, and bare ampersands (miniflux#546, #122;
hexo-generator-feed#35, #39). None of that is a reason to lose a post.
"""

import codecs
import re
from collections.abc import Iterator
from html import escape, unescape

#: What XML 1.0 forbids.
ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
DECLARED = re.compile(rb"""<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})""")
CHARSET = re.compile(r"charset\s*=\s*\"?([\w.:-]{1,40})", re.IGNORECASE)
DECLARATION = re.compile(r"\s*<\?xml[^>]*\?>")
#: Declares entities, which is all that an attack by XML needs. Nothing we read has any use for it.
DOCTYPE = re.compile(r"<!DOCTYPE[^\[>]*(?:\[[^\]]*\]\s*)?>", re.IGNORECASE)
PROLOG_CHARACTERS = 4000
CDATA_START, CDATA_END = "<![CDATA[", "]]>"
#: An ampersand, and the reference that it may begin.
AMPERSAND = re.compile(r"&(#[0-9]{1,9};|#[xX][0-9a-fA-F]{1,8};|[A-Za-z][A-Za-z0-9]{1,31};)?")
#: The elements of the 50,000 pages that a sitemap may have, or of some thousand posts: 45 MB as a tree.
MOST_MARKS = 500_000
XML_ENTITIES = frozenset({"amp;", "lt;", "gt;", "quot;", "apos;"})


def decoded(body: bytes, content_type: str = "") -> str:
    """The text of `body`: by its mark, as UTF-8, as declared, as the header says, else as GB18030.

    UTF-8 comes before any claim, for no other encoding looks like it. `content_type` is the
    response's header. What cannot be read in any way becomes U+FFFD.
    """
    for mark, encoding in ((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16")):
        if body.startswith(mark):
            return body.decode(encoding, errors="replace")
    declared = DECLARED.search(body[:400])
    header = CHARSET.search(content_type)
    claims = [declared and declared[1].decode("ascii"), header and header[1]]
    for encoding in ("utf-8-sig", *filter(None, claims), "gb18030"):
        try:
            return body.decode(encoding)
        except (UnicodeError, LookupError):  # LookupError: an encoding nobody knows
            continue
    return body.decode("utf-8", errors="replace")


def overfull(text: str) -> bool:
    """Whether XML has more elements than any list of posts needs: a tree of them would fill memory."""
    return text.count("<") > MOST_MARKS


def clean_xml(text: str) -> str:
    """`text` without declaration, document type and what XML forbids; HTML's entities resolved."""
    bare = DECLARATION.sub("", ILLEGAL.sub("", text), count=1)
    start = bare[:PROLOG_CHARACTERS].upper().find("<!DOCTYPE")
    if start >= 0 and (doctype := DOCTYPE.match(bare, start)):
        bare = bare[:start] + bare[doctype.end() :]
    return "".join(sound_pieces(bare)).strip()


def sound_pieces(text: str) -> Iterator[str]:
    """The text in pieces: what is marked as CDATA as it stands, ampersands repaired elsewhere.

    By `find` and not by an expression: half a million openings without an end must not cost hours.
    """
    at = 0
    while (start := text.find(CDATA_START, at)) >= 0 and (end := text.find(CDATA_END, start)) >= 0:
        yield AMPERSAND.sub(reference, text[at:start])
        at = end + len(CDATA_END)
        yield text[start:at]
    yield AMPERSAND.sub(reference, text[at:])


def reference(match: re.Match[str]) -> str:
    """What XML can read in place of an ampersand and the name behind it."""
    if match[1] in XML_ENTITIES:
        return match[0]
    return ILLEGAL.sub("", escape(unescape(match[0])))
