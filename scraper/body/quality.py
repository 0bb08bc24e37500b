"""How much of the page came through, judged without knowing what the author wrote.

The container is counted before the first step, by plain expressions that share nothing with the steps.
The finished Markdown is parsed again and its text compared with the tree's. So a step that loses a
table, or a writer that breaks a fence, shows in every rendering that it spoils.
"""

import re
from collections import Counter
from dataclasses import dataclass
from typing import cast

import pyromark
from pyromark import Options

from scraper.body.images import FILLER
from scraper.body.survey import Survey, letters
from scraper.body.tree import Element
from scraper.items import Quality, Verdict

# Another parser than any that shows the Markdown, and thirty times faster than those in Python
_READER = pyromark.Markdown(
    options=Options.ENABLE_TABLES
    | Options.ENABLE_MATH
    | Options.ENABLE_FOOTNOTES
    | Options.ENABLE_STRIKETHROUGH
    | Options.ENABLE_TASKLISTS
)
_DIGITS = re.compile(r"\d+")
# The kind of a callout is the theme's word, not the post's
_KIND = re.compile(r"^((?:> ?)+)\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]", re.MULTILINE)
_ALT = re.compile(r"!\[([^\[\]\n]{0,40})\]\(")
_TAG = re.compile(r"<[^<>]*>")
_SHINGLE = 4  # characters; the measure of the fidelity benchmark
_WINDOW = 4  # places; a block without a `<pre>` of its own shifts the order
_LABELS = 100  # letters of buttons and labels inside a `<pre>`
_ALIKE = 0.8  # agreement; line numbers inside the code take the rest
_MOST = 0.95  # share of the paragraphs; a few are the furniture that `clean` removes
_GOOD, _POOR = (
    0.99,
    0.9,
)  # agreement of the round trip: less than good is suspect, than poor partial


@dataclass(slots=True)
class Reading:
    """What a reader of the Markdown finds in it: code blocks whole, the letters of code in a line and TeX."""

    counts: dict[str, int]
    blocks: list[str]
    spans: str
    text: str


def judge(
    before: Survey, node: Element, markdown: str, text: str, doubts: tuple[str, ...]
) -> Quality:
    """The quality of a rendering.

    `node` is the container after the steps, `markdown` and `text` what was written of it, `doubts` what
    else speaks against the body (how its container was found). What is certainly lost makes a body
    `partial`, what may be makes it `suspect`.
    """
    reading, plain = read(markdown), letters(text)
    missing, drawn = (
        sum(tex.get(mark) is not None for tex in node.iter("tex")) for mark in ("missing", "read")
    )
    hollow = sum(not block.strip() for block in reading.blocks)
    pictured = max(0, reading.counts["formulas"] - before.counts["formulas"])  # images of formulas
    score = agreement(letters(reading.text), plain)
    counts = {
        "code": (len(before.blocks), _verbatim(before.blocks, reading)),
        "formulas": _kept(before.counts["formulas"], reading.counts["formulas"] + missing),
        "tables": _kept(before.counts["tables"], reading.counts["tables"]),
        "images": _kept(before.counts["images"], reading.counts["images"] + pictured),
        "paragraphs": (len(before.paragraphs), sum(p in plain for p in before.paragraphs)),
    }
    lost = {
        name: f"{all_ - kept} of {all_} {name} are not in the Markdown"
        for name, (all_, kept) in counts.items()
        if kept < all_
    }
    severe = [lost[name] for name in ("code", "formulas") if name in lost]
    mild = [lost[name] for name in ("tables", "images") if name in lost]
    if counts["paragraphs"][0] - counts["paragraphs"][1] > max(
        2, (1 - _MOST) * counts["paragraphs"][0]
    ):
        mild.append(lost["paragraphs"])
    if hollow:
        severe.append(f"{hollow} code blocks are empty on the page, which names their language")
    if missing:
        mild.append(f"{missing} formulas whose TeX the page does not hold")
    if drawn:
        mild.append(
            f"{drawn} formulas read back from their drawing: the page does not hold their TeX"
        )
    if score < _GOOD:
        (severe if score < _POOR else mild).append(
            f"the Markdown reads back to {score:.1%} of the text"
        )
    verdict: Verdict = "partial" if severe else "suspect" if mild or doubts else "ok"
    return Quality(
        verdict=verdict, reasons=(*severe, *mild, *doubts), counts=counts, score=round(score, 4)
    )


def _kept(on_page: int, written: int) -> tuple[int, int]:
    return on_page, min(on_page, written)


def _verbatim(blocks: list[str], reading: Reading) -> int:
    """How many blocks of the page were written, whole but for line numbers and labels around them.

    Both come in reading order, so each is looked for a few places on from where the last one was; one in
    a table cell or with TeX in it was not written as a block.
    """
    position = kept = 0
    written = [letters(block) for block in reading.blocks]
    everything = frozenset(written)
    for block in blocks:
        near = range(position, min(position + _WINDOW, len(written)))
        found = next((index for index in near if _fits(block, written[index])), None)
        kept += found is not None or block in everything or block in reading.spans
        position = position if found is None else found + 1
    return kept


def _fits(block: str, code: str) -> bool:
    labels = len(block) - len(code)
    if code and 0 <= labels <= _LABELS and code in block:
        return True
    return (
        agreement(_DIGITS.sub("", code), _DIGITS.sub("", block)) > _ALIKE
    )  # numbers stand between


def agreement(one: str, other: str) -> float:
    """F1 over shingles of two texts of letters; 1 for equal texts."""
    if one == other:
        return 1.0
    first, second = _shingles(one), _shingles(other)
    both = sum((first & second).values())
    return 2 * both / max(1, sum(first.values()) + sum(second.values()))


def found_again(one: str, other: str) -> float:
    """The share of a text of letters that another has too, by shingles; 1 where nothing is gone."""
    first, second = _shingles(one), _shingles(other)
    return sum((first & second).values()) / sum(first.values())


def _shingles(text: str) -> Counter[str]:
    return Counter(
        text[start : start + _SHINGLE] for start in range(max(1, len(text) - _SHINGLE + 1))
    )


def read(markdown: str) -> Reading:
    """Parse Markdown back: its text as a reader sees it, its elements counted."""
    counts: Counter[str] = Counter()
    blocks: list[str] = []
    spans: list[str] = []
    out: list[str] = []
    in_code = False
    written = _ALT.sub(_told, _KIND.sub(r"\1", markdown))
    for event in _READER.events(written):
        if isinstance(event, str):  # a break, a rule
            out.append("\n")
            continue
        ((kind, content),) = cast(dict[str, object], event).items()
        if kind in ("Start", "End"):
            name = _name(content)
            in_code = name == "CodeBlock" and kind == "Start"
            if kind == "Start":
                counts[name] += 1
                blocks += [""] if in_code else []
                out.append(_caption(content))
        elif isinstance(content, str) and kind != "FootnoteReference":
            counts[kind] += 1
            if in_code:
                blocks[-1] += content
            elif kind in ("Code", "InlineMath", "DisplayMath"):
                spans.append(letters(content))
            out.append(_TAG.sub("", content) if "Html" in kind else content)
    return Reading(
        {
            "formulas": counts["InlineMath"] + counts["DisplayMath"],
            "tables": counts["Table"],
            "images": counts["Image"],
        },
        blocks,
        "".join(spans),
        "".join(out),
    )


def _told(alt: re.Match[str]) -> str:
    """The opening of an image without an alt that only its editor wrote: the tree has dropped it."""
    return "![](" if alt[1].strip().lower() in FILLER else alt[0]


def _name(content: object) -> str:
    """The name of an element that has attributes: `{"Heading": {…}}`."""
    return str(next(iter(content))) if isinstance(content, dict) else str(content)


def _caption(start: object) -> str:
    """The title in a fence's info string, which is text of the post too."""
    fence = start.get("CodeBlock") if isinstance(start, dict) else None
    return str(fence.get("Fenced")).partition("title=")[2] if isinstance(fence, dict) else ""
