"""Text as people read it: white space folded, nothing invisible in it."""

import re
from collections.abc import Iterable

#: Control characters, zero-width joints and byte order marks.
INVISIBLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200b\u2060\ufeff]")


def folded(text: str) -> str:
    """One blank for every run of white space, and no invisible characters."""
    return " ".join(INVISIBLE.sub("", text).split())


def unique(texts: Iterable[str]) -> tuple[str, ...]:
    """Texts in their order, folded, each once, without empty ones."""
    return tuple(dict.fromkeys(filter(None, map(folded, texts))))
