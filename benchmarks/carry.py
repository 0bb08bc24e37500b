"""What it takes to carry posts out of an archive and into another: JSON Lines and WARC, both ways.

    python -m benchmarks.carry ../shared/corpus [--posts 10000]

A WARC of CSDN's pages is made of texts recombined from the Markdown files of a folder; each page shows
three of 3,000 pictures of 20 kB. It is imported, exported as each format, and that is imported into an
empty archive again, and once more where all is known. Each step is the command, in a process of its own.
"""

import argparse
import os
import struct
import sys
import tempfile
import zlib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import click
import pyromark
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from archive.store import Archive
from benchmarks.measure import ROOT, cost
from benchmarks.texts import Texts

PICTURES = 3_000
SIDE = 80  # pixels of a square picture without a pattern, of 20 kB
FIRST = 160_000_001
PAGE = "https://blog.csdn.net/qiao_ren/article/details"
HOST = "https://i-blog.csdnimg.cn/direct"
AT = {"WARC-Date": "2026-03-01T08:00:00Z"}
KINDS = {"jsonl": "all.jsonl", "warc": "all.warc.gz"}


def pages(bodies: Iterator[str]) -> Iterator[tuple[str, bytes]]:
    """The address and the HTML of each post: a page of the fixtures with another body."""
    page = (ROOT / "tests/fixtures/csdn/article-2025/page.html").read_text(encoding="utf-8")
    before, _, rest = page.partition("</svg>")
    after = rest[rest.index("</div>") :]
    for number, body in enumerate(bodies):
        shown = [f"![图]({HOST}/{(number * 3 + n) % PICTURES}.png)" for n in range(3)]
        html = pyromark.html("\n\n".join([body, *shown]))
        name = str(FIRST + number)
        yield f"{PAGE}/{name}", f"{before}</svg>{html}{after}".replace("150000001", name).encode()


def picture() -> bytes:
    """A PNG of pixels by chance."""
    header = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 2, 0, 0, 0)
    rows = b"".join(b"\0" + os.urandom(3 * SIDE) for _ in range(SIDE))
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in parts
    )


def capture(path: Path, folder: Path, posts: int) -> None:
    """A WARC of pages and of the pictures that they show."""
    with path.open("wb") as file:
        writer = WARCWriter(file, gzip=True)
        for url, body in pages(iter(Texts.of(folder, posts))):
            add(writer, url, body, "text/html; charset=utf-8")
        for number in range(PICTURES):
            add(writer, f"{HOST}/{number}.png", picture(), "image/png")


def add(writer: WARCWriter, url: str, body: bytes, kind: str) -> None:
    """Add a response."""
    http = StatusAndHeaders("200 OK", [("content-type", kind)], protocol="HTTP/1.1")
    given = {"http_headers": http, "warc_headers_dict": AT}
    writer.write_record(
        writer.create_warc_record(url, "response", BytesIO(body), len(body), **given)
    )


def step(name: str, archive: Path, *arguments: str | Path) -> None:
    """Measure a command on an archive, and say what it took."""
    program = Path(sys.executable).with_name("blog-archiver")
    took = cost([str(program), *map(str, arguments), "--archive", str(archive)])
    load = os.getloadavg()[0]
    click.echo(
        f"{name}: {took.seconds:.1f} s, CPU {took.cpu:.1f} s, {took.peak:.0f} MB, load {load:.1f}"
    )


def digest(path: Path) -> str:
    with Archive.open(path, read_only=True) as archive:
        return archive.digest()


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--posts", type=int, default=10_000)
    chosen = arguments.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        archive, captured = folder / "archive.db", folder / "captured.warc.gz"
        capture(captured, chosen.folder, chosen.posts)
        step("import of captured pages", archive, "import", captured)
        for form, name in KINDS.items():
            out, other = folder / name, folder / f"{form}.db"
            step(f"export {form}", archive, "export", "--format", form, "-o", out)
            step(f"import {form}", other, "import", out)
            step(f"import {form} again", other, "import", out)
            click.echo(
                f"{out.stat().st_size / 1e6:.0f} MB; same: {digest(other) == digest(archive)}"
            )
        step("backup", archive, "backup", folder / "backup")


if __name__ == "__main__":
    main()
