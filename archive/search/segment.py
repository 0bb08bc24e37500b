"""Text as words that SQLite's stock tokenizer can index, Chinese included.

unicode61 takes a whole run of Chinese for one word and glues Latin to it. So the text is cut first:

    显存优化, vLLM推理  →  显存 存优 优化 化 , vllm 推理 理

A run becomes its overlapping pairs and then its last character alone. That tail ends every run, so
a phrase of pairs is an exact substring (it never bridges punctuation), and every character begins
some token, so one character is found as a prefix. A stock client finds two-character words as they
are: `MATCH '显存'`.
"""

import re
import unicodedata
from operator import add

#: Stored with every indexed post. Raise it with any change to what `segment` or `parts` return:
#: tokens can only be deleted by giving the very words that were inserted.
SEGMENTATION = 1

#: What is written without spaces: ideographs, kana, bopomofo, Hangul. Unassigned code points of the
#: ideographic planes belong to it: SQLite counts them as letters.
CJK = (
    "\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f"
    "\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
RUN = re.compile(f"[{CJK}]+")

#: What a reader does not see: soft hyphens, zero-width and directional marks, variation selectors.
INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
    "\U000e0100-\U000e01ef]+"
)
#: SQLite's tables are older than most emoji, and what it does not know is a letter: 🤗Transformers
#: would be one word. NFKC would glue ™ and ① to theirs. Private use and lone surrogates (which
#: SQLite cannot store) go the same way.
SYMBOLS = re.compile(
    "[\u20a0-\u20cf\u2120-\u2122\u218a-\u2bff\u2e3c-\u2e7f\ud800-\udfff\ue000-\uf8ff"
    "\U0001f000-\U0001ffff\U000e0000-\U0010ffff]+"
)
#: `C++` and `C#` are the letter and a second word that no text can hold; `i++` and `F#` alike.
SUFFIX = re.compile(r"(?<![a-z0-9])([a-z])(\+\+|#)(?![a-z0-9+#])")
SUFFIXES = {"++": "\ue02b", "#": "\ue023"}

CAMEL = re.compile(r"(?<![A-Za-z0-9])[A-Za-z0-9]*[a-z0-9][A-Z][A-Za-z0-9]*")
PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


def normalise(text: str) -> str:
    """`text` with one spelling for each letter: composed, of plain width (NFKC), case folded.

    Diacritics stay: the tokenizer removes them from Latin letters.
    """
    if not text.isascii():
        text = SYMBOLS.sub(" ", INVISIBLE.sub("", text))
        text = unicodedata.normalize("NFKC", text.casefold())
    return text.lower()


def _pairs(match: re.Match[str]) -> str:
    run = match[0]
    return f" {' '.join(map(add, run, run[1:]))} {run[-1]} "


def _suffix(match: re.Match[str]) -> str:
    return f"{match[1]} {SUFFIXES[match[2]]} "


def segment(text: str) -> str:
    """`text` as it goes into the index: words, pairs and tails, parted by spaces."""
    text = normalise(text)
    if "++" in text or "#" in text:
        text = SUFFIX.sub(_suffix, text)
    return RUN.sub(_pairs, text)


def parts(text: str) -> str:
    """The words inside CamelCase identifiers, each identifier once: RadixAttention → Radix Attention.

    A full stop parts the identifiers, lest a phrase run from one into the next.
    """
    names = sorted(set(CAMEL.findall(text)))
    return " . ".join(" ".join(PART.findall(name)) for name in names)
