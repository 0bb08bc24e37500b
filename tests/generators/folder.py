"""What every invented blog is made of: ten posts, and a folder that is being written."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from email.utils import format_datetime
from html import escape
from pathlib import Path

HOST = "someone.github.io"
HOME = f"https://{HOST}"
PARAGRAPH = (
    "调度器每隔几毫秒检查一次队列，把等待最久的请求放进下一批。显存不够时，它先换出最少用到的页。"
)


@dataclass(frozen=True)
class Written:
    """A post before a generator makes a page of it."""

    slug: str
    title: str
    day: date

    @property
    def iso(self) -> str:
        return self.day.isoformat()

    @property
    def path(self) -> str:
        return self.iso.replace("-", "/")

    @property
    def english(self) -> str:
        return f"{self.day:%B %d, %Y}"

    @property
    def rfc(self) -> str:
        midnight = datetime(self.day.year, self.day.month, self.day.day, tzinfo=UTC)
        return format_datetime(midnight, usegmt=True)


POSTS = [
    Written(f"{topic}-notes", f"{topic} 手记", date(2023, 3, 5) + timedelta(days=37 * number))
    for number, topic in enumerate(
        [
            "scheduler",
            "paging",
            "batching",
            "routing",
            "caching",
            "tracing",
            "sharding",
            "pruning",
            "tokens",
            "kernels",
        ]
    )
]


@dataclass
class Built:
    """A blog as a generator has built it: where it is, and the addresses of its posts."""

    home: str
    posts: dict[str, Written]
    complete: bool = True


class Folder:
    """A site that is being written. Every page is remembered for the sitemap."""

    def __init__(self, root: Path, base: str = "") -> None:
        self.root, self.base = root / HOST / base, base
        self.addresses: list[str] = []

    @property
    def home(self) -> str:
        return f"{HOME}/{self.base}"

    def page(self, path: str, head: str, body: str, *, listed: bool = True) -> str:
        """Write a page at `path`, of which one with a last `/` is a folder's index."""
        name = f"{path}index.html" if path.endswith("/") or not path else path
        text = (
            '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
            f"{head}</head><body>{body}</body></html>"
        )
        self.file(name if "." in Path(name).name else f"{name}.html", text)
        if listed:
            self.addresses.append(self.home + path)
        return self.home + path

    def file(self, name: str, text: str) -> None:
        target = self.root / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")

    def sitemap(self, name: str = "sitemap.xml", addresses: Iterable[str] | None = None) -> None:
        locations = "".join(f"<url><loc>{url}</loc></url>" for url in addresses or self.addresses)
        self.file(name, f'<urlset xmlns="{SITEMAPS}">{locations}</urlset>')

    def sitemap_index(self, name: str, *files: str) -> None:
        locations = "".join(f"<sitemap><loc>{self.home}{f}</loc></sitemap>" for f in files)
        self.file(name, f'<sitemapindex xmlns="{SITEMAPS}">{locations}</sitemapindex>')

    def rss(self, name: str, items: Iterable[tuple[str, str, str]]) -> None:
        """A feed of (title, address, pubDate)."""
        written = "".join(
            f"<item><title>{escape(t)}</title><link>{url}</link><pubDate>{at}</pubDate></item>"
            for t, url, at in items
        )
        self.file(name, f"<rss version='2.0'><channel><title>手记</title>{written}</channel></rss>")


ATOM = "http://www.w3.org/2005/Atom"
SITEMAPS = "http://www.sitemaps.org/schemas/sitemap/0.9"


def links(addresses: Iterable[str]) -> str:
    return "<ul>{}</ul>".format("".join(f'<li><a href="{url}">{url}</a></li>' for url in addresses))
