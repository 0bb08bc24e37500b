"""How much of a post survives: this project's bodies beside what other tools make of the same pages.

    python -m benchmarks.fidelity [FOLDER] [--only EXPRESSION] [--check]

FOLDER holds pages and the Markdown that they should give: either `NAME.html`, which begins with a
comment `url: …`, beside `NAME.md`, or folders of `page.html`, `source.md` and `meta.json` (with `url`).
The other tools are no dependencies (`pip install readability-lxml html-to-markdown markdownify`); what is not
installed is left out. Default: the hand-written pages of every markup family in `tests/fixtures/body`. Every figure is a mean
over the pages that have the thing, 0 to 1 and higher is better, but for `twice`, the share of longer
formulas that appear more often than they should, and `ms`, the median CPU time a page.

`--check` compares with `fidelity.json` and fails where a figure is below its floor. To lower a floor is
to edit that file, where a reviewer sees it.
"""

import argparse
import importlib.util
import json
import re
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.features import Features, features, shingles
from scraper.body import page_to_markdown

ROOT = Path(__file__).parent.parent
FLOORS = Path(__file__).with_suffix(".json")
METRICS = (
    "text",
    "code",
    "language",
    "math",
    "twice",
    "rows",
    "images",
    "links",
    "heads",
    "items",
    "quotes",
)


class Page(NamedTuple):
    name: str
    url: str
    html: str
    markdown: str


def ours(page: Page) -> str:
    return page_to_markdown(page.html, page.url)


def with_trafilatura(page: Page) -> str:
    import trafilatura

    return trafilatura.extract(
        page.html,
        url=page.url,
        output_format="markdown",
        include_formatting=True,
        include_links=True,
        include_images=True,
        include_tables=True,
    ) or ""  # fmt: skip


def with_readability(page: Page) -> str:
    from html_to_markdown import convert
    from readability import Document

    done = convert(Document(page.html).summary())
    return str(getattr(done, "content", done))


def with_markdownify(page: Page) -> str:
    from markdownify import markdownify

    return markdownify(page.html)


TOOLS: dict[str, Callable[[Page], str]] = {
    "blog-archiver": ours,
    "trafilatura": with_trafilatura,
    "readability-lxml + html-to-markdown": with_readability,
    "markdownify": with_markdownify,
}


NEEDS = {
    "readability-lxml + html-to-markdown": ("readability", "html_to_markdown"),
    "markdownify": ("markdownify",),
}


def installed() -> dict[str, Callable[[Page], str]]:
    """The tools that can be compared here."""
    return {
        name: tool
        for name, tool in TOOLS.items()
        if all(importlib.util.find_spec(module) for module in NEEDS.get(name, ()))
    }


def pages(folder: Path) -> Iterator[Page]:
    """The pages of a folder, in either layout."""
    for path in sorted(folder.glob("*.html")):
        html = path.read_text()
        address = re.match(r"<!-- url: (\S+) -->", html)
        yield Page(
            path.stem, address[1] if address else "", html, path.with_suffix(".md").read_text()
        )
    for path in sorted(folder.glob("*/meta.json")):
        url = json.loads(path.read_text())["url"]
        html, source = ((path.parent / name).read_text() for name in ("page.html", "source.md"))
        yield Page(path.parent.name, url, html, source)


def recall(gold: Iterable[object], got: Iterable[object]) -> float:
    wanted = Counter(gold)
    return sum((wanted & Counter(got)).values()) / sum(wanted.values())


def f1(gold: Counter[str], got: Counter[str]) -> float:
    both = sum((gold & got).values())
    return 2 * both / (sum(gold.values()) + sum(got.values())) if both else 0.0


def score(gold: Features, got: Features, markdown: str) -> dict[str, float]:
    """The figures of one page; what the page does not have is left out."""
    figures = {"text": f1(shingles(gold.text), shingles(got.text))} if gold.text else {}
    lists = {
        "code": ([code for _, code in gold.code], [code for _, code in got.code]),
        "language": ([block for block in gold.code if block[0]], got.code),
        "math": (gold.math, got.math),
        "rows": (gold.rows, got.rows),
        "images": (gold.images, got.images),
        "links": (set(gold.links), set(got.links)),
        "heads": (gold.heads, got.heads),
        "items": (gold.items, got.items),
        "quotes": (gold.quotes, got.quotes),
    }  # fmt: skip
    figures |= {name: recall(wanted, found) for name, (wanted, found) in lists.items() if wanted}
    if long := Counter(tex for tex in gold.math if len(tex) > 7):
        flat = "".join(markdown.split())
        figures["twice"] = sum(flat.count(tex) > number for tex, number in long.items()) / len(long)
    return figures


def measure(tool: Callable[[Page], str], chosen: list[Page]) -> dict[str, float]:
    """The means of a tool over the pages; a crash is a score of nothing."""
    scores: list[dict[str, float]] = []
    times = []
    for page in chosen:
        begin = time.process_time()
        try:
            markdown = tool(page)
        except Exception as error:  # any tool, any page: one failure must not end the comparison
            sys.stderr.write(f"{page.name}: {type(error).__name__}: {error}\n")
            markdown = ""
        times.append(1000 * (time.process_time() - begin))
        scores.append(
            score(features(page.markdown, page.url), features(markdown, page.url), markdown)
        )
    means = {
        name: statistics.fmean(figures[name] for figures in scores if name in figures)
        for name in METRICS
        if any(name in figures for figures in scores)
    }
    return means | {"ms": statistics.median(times)}


def below(means: dict[str, float], floors: dict[str, float]) -> list[str]:
    """What is worse than its floor; `twice` is better the lower it is."""
    worse = []
    for name, floor in floors.items():
        figure = means.get(name, 0.0)
        if figure > floor + 5e-4 if name == "twice" else figure < floor - 5e-4:
            worse.append(f"{name} is {figure:.3f}, its floor {floor:.3f}")
    return worse


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "tests/fixtures/body")
    parser.add_argument("--only", default="", help="pages whose name matches this expression")
    parser.add_argument(
        "--check", action="store_true", help="only this project's bodies, against the floors"
    )
    args = parser.parse_args()
    chosen = [page for page in pages(args.folder) if re.search(args.only, page.name)]
    if not chosen:
        sys.exit(f"no page in {args.folder} matches {args.only!r}")
    tools = {"blog-archiver": ours} if args.check else installed()
    results = {name: measure(tool, chosen) for name, tool in tools.items()}
    sys.stdout.write("\t".join(["tool", *METRICS, "ms"]) + "\n")
    for name, means in results.items():
        cells = [f"{means[metric]:.3f}" if metric in means else "-" for metric in (*METRICS, "ms")]
        sys.stdout.write("\t".join([name, *cells]) + "\n")
    if args.check and (worse := below(results["blog-archiver"], json.loads(FLOORS.read_text()))):
        sys.exit("\n".join(worse))


if __name__ == "__main__":
    main()
