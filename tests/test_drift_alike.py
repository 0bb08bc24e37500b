"""What the crawl says when a site changes all posts into the same, which of one post an author might do."""

import json
import re
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scraper.body.payload import carried, details
from tests.drift import Drift, First, assert_named, assert_no_alarm, first_crawl
from tests.mutations import by_author, drift, in_glyphs, replaced, retitle_all, within
from tests.stages import csdn, github_pages, tencent_cloud
from tests.thorough import cases

first_of_csdn = first_crawl(lambda: csdn((5,), 20, pinned=0))
first_of_tencent = first_crawl(lambda: tencent_cloud((5,), 20, pinned=0))
first_of_blog = first_crawl(lambda: github_pages((5,), 20))

CSDN, TENCENT, BLOG = "/article/details/", "/developer/article/", "/blog/note-"
MOJIBAKE = replaced("[\u4e00-\u9fff]+", "å¸¸è§")


def body(change: Callable[[str], str]) -> Callable[[str], str]:
    """A page of CSDN's with a change in its post alone."""
    return within('<div id="content_views"[^>]*>', "</article>", change)


def prose(change: Callable[[str], str]) -> Callable[[str], str]:
    """A page of the blog's with a change in its post alone."""
    return within('<div class="prose">', "</article>", change)


def article(change: Callable[[dict[str, Any]], object]) -> Callable[[str], str]:
    """A page of Tencent's with a change in place of the article that its JSON holds."""

    def answer(text: str) -> str:
        before = carried(text)
        tree = json.loads(before)
        for found in details(tree):
            change(found)
        return text.replace(before, json.dumps(tree).replace("</", "<\\/"))

    return answer


def content(change: Callable[[str], str]) -> Callable[[str], str]:
    """One whose content is sent as text, and that text changed."""

    def edit(found: dict[str, Any]) -> None:
        given = found["articleInfo"]["content"]
        text = given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)
        found["articleInfo"]["content"] = change(text)

    return article(edit)


def encoded(text: str) -> str:
    return b64encode(text.encode()).decode()


def cut(text: str) -> str:
    """A document without its end: its page has the article as HTML, too."""
    return text[: len(text) * 9 // 10] if text.startswith("{") else text


OF_CSDN = [
    drift("to be read in the app", CSDN, body(lambda _: "<p>请在CSDN APP中阅读全文</p></div>"), "the article's text"),
    drift("code after a login", CSDN, body(replaced("(<code[^>]*>).*?(</code>)", r"\1登录后查看代码\2")), "the article's code"),
    drift("a font that hides the text", CSDN, body(in_glyphs), "the words of the text"),
    drift("mojibake", CSDN, body(MOJIBAKE), "the words of the text"),
    drift("one title for all", CSDN, replaced('(<h1 class="title-article"[^>]*>).*?(</h1>)', r"\1CSDN博客\2"), "a title of its own"),
    drift("tags gone", CSDN, replaced('<a[^>]*class="tag-link[^>]*>[^<]*</a>', ""), "the tags"),
]  # fmt: skip
OF_TENCENT = [
    drift("content is a line of HTML", TENCENT, content(lambda _: "<p>请在小程序中阅读</p>"), "the article's text"),
    drift("content is an empty object", TENCENT, content(lambda _: "{}"), "articleInfo.content"),
    drift("content encoded", TENCENT, content(encoded), "articleInfo.content"),
    drift("documents cut off", TENCENT, content(cut), "the source as draftjs"),
    drift("names of tags renamed", TENCENT, replaced('"tagName"', '"label"'), "tags[].tagName"),
    drift("no tags", TENCENT, article(lambda found: found.update(tags=[])), "the tags"),
    drift("no titles", TENCENT, article(lambda found: found["articleInfo"].update(title=" ")), "articleInfo.title"),
    drift("one title for all", TENCENT, article(lambda found: found["articleInfo"].update(title="腾讯云")), "a title of its own"),
]  # fmt: skip
OF_BLOG = [
    drift("a subscription", BLOG, prose(lambda _: "<p>Subscribe to read the rest.</p></div>"), "the article's text"),
    drift("a font that hides the text", BLOG, prose(in_glyphs), "the words of the text"),
    drift("one title for all", BLOG, lambda text: re.sub("第[0-9]+篇[^<\"|]*", "Blog", text), "a title of its own"),
]  # fmt: skip


@pytest.mark.parametrize("change", cases(OF_CSDN[:2], OF_CSDN[2:]), ids=str)
def test_csdn(first_of_csdn: First, change: Drift, tmp_path: Path) -> None:
    assert_named(first_of_csdn, change, tmp_path)


@pytest.mark.parametrize("change", cases((), OF_TENCENT), ids=str)
def test_tencent_cloud(first_of_tencent: First, change: Drift, tmp_path: Path) -> None:
    assert_named(first_of_tencent, change, tmp_path)


@pytest.mark.parametrize("change", cases((), OF_BLOG), ids=str)
def test_a_blog(first_of_blog: First, change: Drift, tmp_path: Path) -> None:
    assert_named(first_of_blog, change, tmp_path)


@pytest.mark.soak
def test_an_author_may_retitle_all(first_of_csdn: First, tmp_path: Path) -> None:
    assert_no_alarm(first_of_csdn, by_author("other titles", retitle_all), tmp_path)
