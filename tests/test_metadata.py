"""What a page says of itself, in the markup of many generators; and whether it is a post at all."""

from datetime import UTC, date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scraper.blog.metadata import PageFacts, page_facts
from scraper.blog.metadata.kind import date_in, why_no_post
from scraper.blog.shapes import Fit

NOW = datetime(2026, 11, 30, tzinfo=UTC)
URL = "https://someone.github.io/posts/paging/"


def facts(body: str = "", head: str = "", html: str = "", site: str = "林间") -> PageFacts:
    page = f"<!DOCTYPE html><html {html}><head>{head}</head><body>{body}</body></html>"
    return page_facts(page, URL, NOW, site)


def shown(body: str = "", head: str = "") -> tuple[str, str] | None:
    """The day and the precision of the time that a page about `分页` was published."""
    found = facts(body, f"<title>分页 | 林间</title>{head}").published
    return (str(found.on), found.precision) if found else None


@pytest.mark.parametrize(
    ("head", "body", "title"),
    [
        ("<title>分页 | 林间</title>", "<h1>林间</h1><h1>分页</h1>", "分页"),
        ("<title>林间 - 分页</title>", "<header><h1>分页<a href='#x'>#</a></h1></header>", "分页"),
        ("<title>学习 C# | 林间</title>", "<h1>学习 C#</h1>", "学习 C#"),
        ("<title>分页</title>", "<h2 class='post-title'>\n 分页\u200b </h2>", "分页"),
        ('<meta property="og:title" content="分页 | 林间">', "<p>x</p>", "分页"),
        ('<meta property="og:title" content="林间 - 分页">', "<h1>Menu</h1>", "分页"),
        (
            '<script type="application/ld+json">{"@graph":[{"@type":"WebSite"},'
            '{"@type":["BlogPosting"],"headline":"分页"}]}</script>',
            "<h1>🎉 分页来了#</h1>",
            "分页",
        ),
    ],
)
def test_the_title_is_the_posts_and_not_the_sites(head: str, body: str, title: str) -> None:
    assert facts(body, head).title == title


H1 = "<h1>分页</h1>"


@pytest.mark.parametrize(
    ("head", "body"),
    [
        ('<meta property="article:published_time" content="2024-10-17T00:00:00.000Z">', H1),
        ('<meta name="dcterms.date" content="2024-10-17">', H1),
        ('<meta itemprop="datePublished" content="2024-10-17">', H1),
        ('<script type="application/ld+json">{"@type":"Article","datePublished":"2024-10-17"}</script>', H1),
        ("", f'{H1}<p class="content-meta"><span>Oct 17, 2024</span><span>4 min read</span></p>'),
        ("", f'<article><header>{H1}<div class="post-meta">October 17th, 2024 · 林</div></header></article>'),
        ("", f"<header>{H1}<p>October 17, 2024</p></header>"),
        ("", f'{H1}<div class="info"> 2024/10/17 </div>'),
        ("", f'{H1}<div class="post-meta">发表于 2024-10-17 更新于 2025-01-02 分类于 GPU</div>'),
        ("", f'<dl><dt>Published on</dt><dd><time datetime="2024-10-17">x</time></dd></dl>{H1}'),
        ("", f'{H1}<ul><li><time datetime="2024-10-16T16:00:00.000Z">2024年10月17日</time></li></ul>'),
        ("", f'{H1}<p>文</p><nav><ul><li><time datetime="2024-10-17 00:00:00+00:00">x</time></li></ul></nav>'),
    ],
)  # fmt: skip
def test_the_day_of_publication_is_found(head: str, body: str) -> None:
    assert shown(body, head) == ("2024-10-17", "day")


@pytest.mark.parametrize(
    "body",
    [
        H1,
        f"{H1}<p>我从 2019-01-01 开始写博客，写到今天。</p>",
        f'{H1}<div class="meta">最后更新：2024-10-17</div>',
        f'{H1}<aside><time datetime="2024-10-17">x</time><time datetime="2024-10-18">x</time>'
        '<time datetime="2024-10-19">x</time></aside>'
        '<ul><li><a href="/a/">a</a> <time datetime="2023-01-02">y</time></li></ul>'
        '<ul><li><a href="/b/">b</a> <time datetime="2023-01-03">z</time></li></ul>',
        f'{H1}<time datetime="article.date.isoformat()">x</time>',
        f'{H1}<p class="date">Jan 1, 0001</p><p class="date">1970-01-02</p>',
    ],
)
def test_a_time_that_is_not_the_posts_own_is_not_taken(body: str) -> None:
    assert shown(body) is None


def test_the_authors_day_is_kept_beside_the_instant() -> None:
    found = facts(
        f'{H1}<div class="post-meta"><time itemprop="datePublished"'
        ' datetime="2021-07-04T02:02:20+08:00">2021-07-04</time></div>',
        '<title>分页</title><meta property="og:type" content="article">'
        '<meta property="article:published_time" content="2021-07-03T18:02:20.000Z">'
        '<meta property="article:modified_time" content="2025-10-21T13:50:52.256Z">',
    )
    assert found.published
    assert found.published.at == datetime(2021, 7, 3, 18, 2, 20, tzinfo=UTC)
    assert found.published.on == date(2021, 7, 4)
    assert found.updated
    assert found.updated.on == date(2025, 10, 21)


@pytest.mark.parametrize(
    ("head", "body"),
    [
        ('<meta property="article:tag" content="GPU"><meta property="article:tag" content="页表">', ""),
        ('<meta property="article:tag" content="GPU,页表">', ""),
        ('<script type="application/ld+json">{"@type":"Article","keywords":["GPU"," 页表"]}</script>', ""),
        ("", '<a rel="tag" href="/tags/gpu/"># GPU</a><a rel="tag" href="/tags/y/">页表</a>'),
        ("", '<ul class="tags"><li><a href="../tags/GPU">GPU</a></li><li><a href="/tags/页表">页表</a></li></ul>'),
        ("", '<nav><a class="tag" href="/tags/all/">全部</a></nav>'
         '<a class="post-tag" href="/tags/gpu/">GPU</a><a class="post-tag" href="/tags/x/">页表</a>'),
    ],
)  # fmt: skip
def test_the_tags_are_the_posts_own(head: str, body: str) -> None:
    assert facts(body, head).tags == ("GPU", "页表")


def test_the_keywords_of_a_whole_hexo_site_are_no_tags() -> None:
    hexo = '<meta name="generator" content="Hexo 7.3.0">'
    assert facts(head=f'{hexo}<meta property="article:tag" content="blog,lin,林">').tags == ()


def test_a_translation_and_an_original_are_linked() -> None:
    found = facts(
        head='<link rel="alternate" hreflang="en" href="/en/posts/paging/">'
        f'<link rel="alternate" hreflang="zh" href="{URL}">'
        '<link rel="alternate" hreflang="x-default" href="/x/">'
        '<link rel="canonical" href="https://medium.com/p/1">'
    )
    assert [(link.language, link.url) for link in found.links] == [
        ("en", "https://someone.github.io/en/posts/paging/")
    ]
    assert found.canonical == "https://medium.com/p/1"


def test_code_and_menus_are_no_prose() -> None:
    body = (
        "<nav>Menu of many English words</nav><article><p>页表的原理。</p><pre>def walk(): pass</pre>"
        "<p>还有<code>vmap</code>两句。</p></article><footer>Powered by words</footer>"
    )
    assert facts(body).prose == "页表的原理。 还有 两句。"


DATED = '<meta property="article:published_time" content="2024-10-17">'
WEBSITE = '<meta property="og:type" content="website">'


@pytest.mark.parametrize(
    ("head", "body", "path", "fit", "is_post"),
    [
        (DATED, "", "/x", Fit.LOOSE, True),
        ("", "", "/2024/10/17/x", Fit.LOOSE, True),
        ("", "", "/articles/2018.04.05.x", Fit.LOOSE, True),
        ('<script type="application/ld+json">{"@type":"BlogPosting"}</script>', "", "/x", Fit.LOOSE, True),
        ("", "", "/x", Fit.LOOSE, False),
        ("", "", "/x", Fit.SURE, True),
        (DATED + WEBSITE, "", "/x", Fit.LOOSE, False),
        (DATED + '<meta name="robots" content="noindex">', "", "/x", Fit.LOOSE, False),
        (DATED + '<meta name="robots" content="noindex">', "", "/x", Fit.SURE, True),
        (WEBSITE, "", "/x", Fit.SURE, False),
        ("", "<article>a</article>" * 3, "/x", Fit.SURE, False),
        ('<meta http-equiv="refresh" content="0; url=/y/">' + DATED, "", "/x", Fit.SURE, False),
    ],
)  # fmt: skip
def test_a_page_of_the_sitemap_is_a_post_if_it_says_so(
    head: str, body: str, path: str, fit: Fit, is_post: bool
) -> None:
    assert (why_no_post(facts(body, head), path, fit, in_feed=False) is None) is is_post


def test_a_page_of_the_feed_is_a_post_unless_it_only_sends_on() -> None:
    assert why_no_post(facts(head=WEBSITE), "/x", Fit.SURE, in_feed=True) is None
    sends_on = facts(head='<meta http-equiv="refresh" content="0;url=/y/">')
    assert why_no_post(sends_on, "/x", Fit.SURE, in_feed=True)


@pytest.mark.parametrize(
    ("path", "day"),
    [
        ("/2018/01/06/x", "2018-01-06"),
        ("/2024-07-23-x", "2024-07-23"),
        ("/articles/2018.04.05.x", "2018-04-05"),
        ("/2019/05/x", None),
        ("/2018/13/06/x", None),
        ("/v2024.1.1x", None),
    ],
)
def test_an_address_may_name_the_day(path: str, day: str | None) -> None:
    found = date_in(path, NOW)
    assert (found and str(found.on)) == day


PIECES = st.sampled_from(
    ["<h1>", "</h1>", "<time datetime='", "2024-10-17", "'>", "<article>", "</article>", "<meta name='",
     "date' content='", "<script type='application/ld+json'>", "{\"@type\":\"Article\"", "}</script>",
     "<ul><li>", "<a rel=tag href='/tags/x'>", "分页", "\x00", "</", "<base href='http://[x'>", "]]>"]
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=25))
def test_no_page_breaks_the_reader(pieces: list[str]) -> None:
    assert isinstance(page_facts("<p>" + "".join(pieces), URL, NOW), PageFacts)
