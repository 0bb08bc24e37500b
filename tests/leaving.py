"""An archive to be exported: posts that link to each other, with a picture, a file, and odd titles."""

from archive.store import Archive
from scraper.items import Body, Image, Link
from scraper.media import Media
from tests.made import PROSE, WHOSE, address, crawl, entry, moment, post

PICTURE = "https://img.example/a_(1).png?x=1"
PAPER = "https://files.example/paper.pdf"
LOST = "https://img.example/never.png"
PNG = b"\x89PNG\r\n\x1a\n of a picture"
PDF = b"%PDF-1.7 of a paper"

#: What a body may say of posts, pictures and files; in code nothing is an address.
MARKDOWN = f"""# 显存

{PROSE}

看[前一篇]({address("2")}?spm=1001#二)，[别处](https://other.example/2)，[论文]({PAPER})。

![图]({PICTURE} "显存") ![没有]({LOST})

`[代码]({address("2")})`

````markdown
```
![图]({PICTURE})
```
````

反斜线 \\`[后一篇]({address("3")})\\` 不是代码。"""

TITLES = (
    *(
        "a/b\\c",
        "..",
        ".隐藏.",
        "CON",
        "con .txt",
        "末尾的点...",
        "😀👨\u200d👩\u200d👧❤\ufe0f",
        "长" * 300,
    ),
    *("同一个", "同一个", "Same", "same", "cafe\u0301", "café", '<>:"|?*#^[]%`', "\u202egnp.exe"),
    *("$x$ & (y) &copy;", "多  个\n空白", "~$doc", "\0", " ", "-- help", "A" * 121 + "é"),
)


def fill(archive: Archive) -> None:
    """Three posts that lead to each other; the picture and the file of the first are held."""
    images = (Image(url=PICTURE, alt="图"), Image(url=LOST, alt="没有"))
    first = post(
        "1",
        title="显存",
        author="林深",
        kind="original",
        licence="CC 4.0 BY-SA",
        tags=("显存", "CUDA Graph"),
        published=moment(5),
        updated=moment(7),
        links=(Link(role="crosspost", url=address("3")),),
        metrics={"views": 7},
    )
    first.body = Body(markdown=MARKDOWN, text=PROSE, images=images)
    others = [post("2", title="第二: 篇", published=moment(6)), post("3", published=moment(8))]
    listed = [entry(str(number)) for number in (1, 2, 3, 4)]
    crawl(archive, *listed, first, *others)
    hold(archive, PICTURE, PNG, "image/png")
    hold(archive, PAPER, PDF, "application/pdf")


def hold(archive: Archive, url: str, content: bytes, media_type: str) -> None:
    """Let a picture or a file have been got."""
    got = Media(**WHOSE, url=url, state="held", content=content, media_type=media_type, status=200)
    archive.record_media(got)


def fill_with_titles(archive: Archive) -> None:
    """A post of each odd title."""
    posts = [post(str(number), title=title) for number, title in enumerate(TITLES, 1)]
    crawl(archive, *(entry(one.source_id, title=one.title) for one in posts), *posts)
