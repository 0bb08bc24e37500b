"""How CSDN writes counts and addresses."""

import pytest

from scraper.csdn.links import link_to_post
from scraper.csdn.values import count_in, counted, kind_in


@pytest.mark.parametrize(
    ("value", "count"),
    [(848, 848), ("848", 848), ("146,206", 146206), (0, 0), (" 7 ", 7)],
)
def test_a_count_is_read_as_it_is_written(value, count):
    assert counted(value) == count


@pytest.mark.parametrize("value", ["2.6w", "", "万", None, True, -1, 1.5, [], 10**30, "9" * 5000])
def test_what_is_no_exact_count_is_none(value):
    assert counted(value) is None


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("阅读数 1133", 1133),
        ("获得 1,550 次点赞", 1550),
        ("2.6w 阅读", None),
        ("5万+", None),
        ("3w", None),
        ("点赞", None),
        ("", None),
    ],
)
def test_a_count_in_a_text_is_exact_or_none(text, count):
    assert count_in(text) == count


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("原创", "original"),
        ("  原  ", "original"),
        ("转载", "repost"),
        ("翻译", "translation"),
        ("VIP", None),
    ],
)
def test_a_kind_is_known_by_its_word(text, kind):
    assert kind_in(text) == kind


@pytest.mark.parametrize(
    ("url", "link"),
    [
        (
            "https://blog.csdn.net/qiao_ren/article/details/1?spm=2",
            ("https://blog.csdn.net/qiao_ren/article/details/1", "1", "qiao_ren"),
        ),
        (
            "http://qiaoren.blog.csdn.net/article/details/1",
            ("https://qiaoren.blog.csdn.net/article/details/1", "1", None),
        ),
        (
            "//blog.csdn.net/qiao_ren/java/article/details/1",
            ("https://blog.csdn.net/qiao_ren/java/article/details/1", "1", "qiao_ren"),
        ),
        ("https://blog.csdn.net.evil.example/a/article/details/1", None),
        ("https://evilblog.csdn.net/a/article/details/1", None),
        ("https://blog.csdn.net/qiao_ren/category_1.html", None),
        ("http://[", None),
        (None, None),
    ],
)
def test_a_link_leads_to_a_post_of_csdn_or_to_none(url, link):
    assert link_to_post(url) == link
