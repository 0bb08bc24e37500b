"""What a reader's pages cost at 10,000 posts, and what a search through HTTP finds.

    python -m benchmarks.browse ../shared/corpus [--posts 10000] [--archive FILE]

Makes an archive of texts recombined from the Markdown files of a folder (or takes FILE, made before),
serves it with Datasette, and asks for every kind of page. Then 115 queries are searched: the sets that
`?_search=` finds, and the numbers that the search page says, against `tests.truth`, which reads the
texts; and what the search page takes, ranked, with snippets and the counts of the filters. Times are
milliseconds of the server's CPU, for each query the least of five.
"""

import argparse
import json
import re
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlencode

import click
import httpx

from benchmarks.measure import p95
from benchmarks.shelf import make
from benchmarks.texts import CHINESE, Texts, queries
from tests import truth

PAGES = (
    "/-/home",
    "/-/search",
    "/-/post/50",
    "/-/post/50/history",
    "/-/changes",
    "/-/profile/1",
    "/articles",
)


@contextmanager
def served(path: Path) -> Iterator["Server"]:
    """Datasette with an archive, on a free port."""
    command = [sys.executable, "-m", "datasette", "serve", str(path), "--port", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        said = (re.search(r"http://127\.0\.0\.1:\d+", line) for line in process.stderr)
        address = next(found[0] for found in said if found)
        drain = threading.Thread(target=process.stderr.read, daemon=True)
        drain.start()
        try:
            with httpx.Client(base_url=f"{address}/{path.stem}", timeout=120) as client:
                yield Server(client, process.pid)
        finally:
            process.terminate()


@dataclass(frozen=True, slots=True)
class Server:
    """A client whose addresses begin at the archive, and the number of the server's process."""

    client: httpx.Client
    process: int

    def cpu(self) -> float:
        """The milliseconds of CPU that all threads of the server have used, as Linux counts them."""
        threads = Path(f"/proc/{self.process}/task").glob("*/schedstat")
        return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e6

    def cost(self, address: str, times: int, **arguments: str) -> list[float]:
        """What answers take of the server's CPU: of the clock, other work on the machine takes more."""
        marks = [self.cpu()]
        for _ in range(times):
            self.client.get(address, params=arguments).raise_for_status()
            marks.append(self.cpu())
        return [after - before for before, after in pairwise(marks)]

    def found(self, query: str) -> set[int]:
        """The ids of all posts that Datasette's own search finds."""
        ids: set[int] = set()
        address = f"/posts.json?{urlencode(ASKED | {'_search': query})}"
        while address:
            answer = self.client.get(address)
            ids |= {row["id"] for row in answer.json()}
            address = answer.links.get("next", {}).get("url", "")
        return ids


ASKED = {"_col": "id", "_shape": "array", "_size": "1000", "_nofacet": "1", "_nocount": "1"}


def judge(server: Server, query: str, posts: dict[int, list[str]]) -> tuple[int, int, int]:
    """How many posts hold a query, how many of them are found, and how many found do not hold it.

    A post that has the words with other English endings holds them: the search passes over those.
    """
    ids = server.found(query)
    holding = {n for n, fields in posts.items() if any(truth.holds(f, query) for f in fields)}
    latin = not re.fullmatch(f"{CHINESE}+", query)
    wrong = {
        n
        for n in ids - holding
        if not latin or not any(truth.holds_stem(f, query) for f in posts[n])
    }
    said = server.client.get("/-/search.json", params={"q": query}).json()["posts"]
    if said != len(ids):
        raise RuntimeError(f"{query}: the search page says {said}, Datasette finds {len(ids)}")
    return len(holding), len(holding & ids), len(wrong)


def fields(path: Path) -> dict[int, list[str]]:
    """What is searched of each post: title, text and tags."""
    with closing(sqlite3.connect(path)) as db:
        rows = db.execute(FIELDS).fetchall()
    return {post: [title, body, " . ".join(json.loads(tags))] for post, title, body, tags in rows}


FIELDS = """
SELECT posts.id, title, body_text, tags FROM posts JOIN renderings ON renderings.id = rendering_id
"""


def size_of_index(path: Path) -> str:
    """The bytes of the index to those of the texts."""
    with closing(sqlite3.connect(path)) as db:
        index = db.execute("SELECT sum(length(block)) FROM posts_fts_data").fetchone()[0]
        text = db.execute("SELECT sum(length(CAST(body_text AS BLOB))) FROM renderings").fetchone()[
            0
        ]
    return f"texts {text / 1e6:.1f} MB, index {index / text:.3f} of them"


def report(server: Server, path: Path) -> None:
    """Print everything, a line for each page and each kind of query."""
    for page in PAGES:
        spent = server.cost(page, 15)
        click.echo(f"{page:28} median {statistics.median(spent):6.1f} ms")
    posts = fields(path)
    words = queries([body for _, body, _ in posts.values()][:500])
    spent = []
    for kind, asked in words.items():
        took = [min(server.cost("/-/search", 5, q=word)) for word in asked]
        spent += took
        held, hit, wrong = (
            sum(c) for c in zip(*(judge(server, w, posts) for w in asked), strict=True)
        )
        click.echo(
            f"{kind:16} {len(asked)} queries: recall {hit / held:.4f} of {held}, precision "
            f"{hit / (hit + wrong):.4f}; p50 {statistics.median(took):.1f}, p95 {p95(took):.1f} ms"
        )
    click.echo(f"all: p50 {statistics.median(spent):.1f} ms, p95 {p95(spent):.1f} ms")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--posts", type=int, default=10_000)
    arguments.add_argument(
        "--archive", type=Path, help="keep the archive here, or take it from here"
    )
    chosen = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = chosen.archive or Path(folder) / "archive.db"
        if not path.exists():
            make(path.absolute(), Texts.of(chosen.folder, chosen.posts))
        click.echo(size_of_index(path))
        with served(path) as server:
            report(server, path)


if __name__ == "__main__":
    main()
