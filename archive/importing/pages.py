"""The bytes of a page in an export: those whose sha256 it tells, and no more than are ever fetched."""

import codecs
import hashlib

from archive.importing.lines import Damaged
from archive.records import Page

LARGEST = 8 * 1024 * 1024  # bytes, as scraper.settings has it
#: Encodings of names, in which a long text takes minutes.
OF_NAMES = frozenset({"idna", "punycode"})


def body_of(page: Page) -> bytes:
    """The body of a page. Raises Damaged."""
    if (page.text is None) == (page.base64 is None):
        raise Damaged("a page has either a text or base64")
    body = page.base64 if page.base64 is not None else encoded(page.text or "", page.encoding)
    if len(body) > LARGEST:
        raise Damaged(f"a page of {len(body)} bytes: more than {LARGEST}")
    if hashlib.sha256(body).hexdigest() != page.sha256:
        raise Damaged("the page is not the one of its sha256")
    return body


def encoded(text: str, encoding: str) -> bytes:
    """The bytes of a text. Raises Damaged."""
    try:
        if codecs.lookup(encoding).name in OF_NAMES:
            raise Damaged(f"{encoding} is no encoding of pages")
        return text.encode(encoding)
    except (LookupError, UnicodeError, ValueError) as error:
        raise Damaged(f"the page is not in {encoding[:100]!r}: {error}") from error
