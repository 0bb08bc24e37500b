"""An article of CSDN as others captured it, for tests of what goes out as WARC and comes in by it."""

from datetime import timedelta
from pathlib import Path

from archive.importing import Account
from archive.importing.captured import Captures
from archive.store import Archive
from scraper.captured import Capture
from scraper.media import Media
from tests.made import START
from tests.replica.pictures import drawn

PAGE = (Path(__file__).parent / "fixtures/csdn/article-2025/page.html").read_text("utf-8")
NUMBER, HOME = 150000001, "https://blog.csdn.net/qiao_ren/article/details"
LAST_WORDS = "这一篇看回绕。"
PICTURES = ("https://img.example.com/图 a.png", "https://img.example.com/b.png")
HEADERS = (("Content-Type", "text/html; charset=utf-8"), ("Content-Encoding", "gzip"))


def url(number: int = NUMBER) -> str:
    return f"{HOME}/{number}"


def page(words: str = "", number: int = NUMBER) -> bytes:
    """The article with more words at its end, and two pictures."""
    shown = "".join(f'<img src="{picture}" alt="图">' for picture in PICTURES)
    written = PAGE.replace(LAST_WORDS, f"{LAST_WORDS}{words}{shown}")
    return written.replace(str(NUMBER), str(number)).encode()


def capture(words: str = "", day: int = 0, number: int = NUMBER, **given: object) -> Capture:
    """A capture of the article, so many days after the first one."""
    plain = {"url": url(number), "body": page(words, number), "headers": HEADERS}
    return Capture(**{**plain, "at": START + timedelta(days=day), **given})  # type: ignore[arg-type]


def take(archive: Archive, *captures: Capture) -> list[str]:
    """Take captures into an archive; returns why some were refused."""
    reasons: list[str] = []
    with Captures.open(archive, Account(lambda _, reason: reasons.append(reason))) as taking:
        for number, one in enumerate(captures):
            taking.take_page(str(number), one)
    return reasons


def illustrate(archive: Archive) -> None:
    """Let the archive have both pictures, with the same bytes."""
    for picture in PICTURES:
        archive.record(
            Media(
                platform="csdn",
                handle="qiao_ren",
                url=picture,
                state="held",
                content=drawn("a"),
                media_type="image/png",
            )
        )
