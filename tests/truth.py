"""What a search should find, worked out on the original texts by plain Python, without the index."""

import re
import unicodedata
from functools import cache

from archive.search.stem import stems

IDEOGRAPHS = "\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\U00020000-\U0003ffff"
LATIN = f"[^\\W_{IDEOGRAPHS}]"
WORD = re.compile(f"[{IDEOGRAPHS}]+|{LATIN}+")
HIDDEN = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]")
#: `C++` is C with a letter of its own after it, so that looking for C++ finds no other C.
SUFFIXED = re.compile(r"(?<![a-z0-9])([a-z])(?:(\+\+)|#)(?![a-z0-9+#])")


@cache
def fold(text: str) -> str:
    """What is the same to a reader: case, width, composition, accents, what cannot be seen."""
    text = HIDDEN.sub("", re.sub("[™℠①-⓿]", " ", text))
    text = unicodedata.normalize("NFKC", text).casefold()
    text = SUFFIXED.sub(lambda m: f"{m[1]} {'ⵜ' if m[2] else 'ⵣ'} ", text)
    return re.sub("[à-ɏḀ-ỿ]", lambda m: unicodedata.normalize("NFD", m[0])[0], text)


@cache
def stemmed(text: str) -> str:
    """`fold(text)` with every Latin word cut to its stem: searching passes over English endings."""
    folded = fold(text)
    stem_of = stems(re.findall("[a-z0-9]+", folded))
    return re.sub("[a-z0-9]+", lambda m: stem_of[m[0]], folded)


@cache
def pattern(words: tuple[str, ...], prefix: bool) -> re.Pattern[str]:
    """Words in order: whole where the script has such, parted by anything that is no letter."""
    edges = [
        word if re.match(f"[{IDEOGRAPHS}]", word) else f"(?<!{LATIN}){word}(?!{LATIN})"
        for word in words
    ]
    text = "[\\W_]*".join(edges)
    return re.compile(text.removesuffix(f"(?!{LATIN})") if prefix else text)


def _stands_in(query: str, text: str, prefix: bool) -> bool:
    words = tuple(WORD.findall(query))
    if not all(word in text for word in words):
        return False
    return pattern(words, prefix).search(text) is not None


def holds(text: str, query: str, prefix: bool = False) -> bool:
    """Whether `query`, one word or phrase, is in `text`, letter by letter."""
    return _stands_in(fold(query), fold(text), prefix)


def holds_stem(text: str, query: str) -> bool:
    """The same, with English endings passed over."""
    return _stands_in(stemmed(query), stemmed(text), False)
