"""Does the TeX recovered from saved pages draw what the pages draw?

    python -m benchmarks.formulas FOLDER [--katex DIR]

FOLDER holds pages whose formulas KaTeX drew and whose TeX the site has stripped to text (CSDN). Each
formula is recovered by the body's own step, drawn again by KaTeX (`npm install katex` in DIR; default:
the current folder), and its characters are compared with those that the page shows. No gold is needed.
Prints the share that agrees, then every formula that does not.
"""

import argparse
import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from scraper.body.math import math
from scraper.body.tree import new, parse, select, text_of

_DRAWN = select("//span[contains(@class,'katex--')][.//*[contains(@class,'katex-html')]]")
_VISIBLE = select(".//*[contains(concat(' ',@class,' '),' katex-html ')]")
_UNSEEN = re.compile(r"[\s\u200b-\u200f\u2060-\u2064\ufeff]+")
# One glyph to one version of KaTeX, pieces or another code point to the next
_SAME = str.maketrans({"\ue020": "\u0338", "∣": "|", "−": "-", "∥": "‖"})
_BRACE = re.compile("[⎧⎨⎩⎪⎫⎬⎭⎛⎜⎝⎞⎟⎠⎡⎢⎣⎤⎥⎦{}()\\[\\]|]")


class Formula(NamedTuple):
    page: str
    tex: str
    display: bool
    shown: str


def formulas(page: Path) -> list[Formula]:
    """What a page shows of each formula, and the TeX that the step recovers for it."""
    found = []
    for element in _DRAWN(parse(page.read_text(errors="replace"))):
        shown = "".join(map(text_of, _VISIBLE(element)))
        holder = new("div")
        holder.append(element)
        math(holder, "")
        tex = holder.find("tex")
        if tex is not None:
            display = tex.get("display") == "block"
            found.append(
                Formula(page.name, "" if tex.get("missing") else tex.text or "", display, shown)
            )
    return found


def glyphs(text: str) -> Counter[str]:
    """Visible characters, brackets apart: large ones are drawn in pieces or as pictures."""
    return Counter(_BRACE.sub("", _UNSEEN.sub("", text).translate(_SAME)))


def drawn(found: list[Formula], katex: Path) -> list[str | None]:
    """What KaTeX shows for each formula."""
    wanted = [{"tex": formula.tex, "display": formula.display} for formula in found]
    script = Path(__file__).with_name("katex.mjs")
    done = subprocess.run(
        ["node", str(script)],
        input=json.dumps(wanted),
        cwd=katex,
        capture_output=True,
        text=True,
        check=True,
    )
    return list(json.loads(done.stdout))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--katex", type=Path, default=Path(), help="where npm installed katex")
    args = parser.parse_args()
    found = [formula for page in sorted(args.folder.glob("*.html")) for formula in formulas(page)]
    if not found:
        sys.exit(f"no drawn formula in {args.folder}")
    bad = [
        (formula, shown)
        for formula, shown in zip(found, drawn(found, args.katex), strict=True)
        if shown is None or glyphs(shown) != glyphs(formula.shown)
    ]
    sys.stdout.write(
        f"{len(found) - len(bad)} of {len(found)} agree: {1 - len(bad) / len(found):.2%}\n"
    )
    for formula, shown in bad:
        sys.stdout.write(
            f"{formula.page}: {formula.tex!r} shows {shown!r}, the page {formula.shown!r}\n"
        )


if __name__ == "__main__":
    main()
