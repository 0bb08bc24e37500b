"""Which addresses are one post's."""

import pytest

from archive.export.addresses import plain


@pytest.mark.parametrize(
    ("url", "same"),
    [
        ("http://h/a/", "https://h/a#part"),
        ("https://h/?p=1", "https://h?p=1"),
        ("https://h/a/?b=/", "https://h/a?b=/#c?d"),
    ],
)
def test_an_address_is_the_same_with_another_scheme_slash_and_part(url, same):
    assert plain(url) == plain(same)
    assert plain(url) != plain(f"{url}x")


@pytest.mark.parametrize(
    "url",
    [
        "http://blog.csdn.net/linshen/article/details/1",
        "https://Blog.CSDN.net/linshen/article/details/1?spm=1001#二",
        "https://m.blog.csdn.net/linshen/article/details/1/",
        "https://linshen.blog.csdn.net/article/details/1",
    ],
)
def test_an_article_of_csdn_is_the_same_at_each_of_its_addresses(url):
    assert plain(url) == plain("https://blog.csdn.net/linshen/article/details/1")
    assert plain(url) != plain("https://blog.csdn.net/linshen/article/details/11")


def test_the_case_of_a_host_tells_no_two_posts_apart_and_that_of_a_path_does():
    assert plain("https://Someone.GitHub.io/A/?B=C") == plain("http://someone.github.io/A?B=C")
    assert plain("https://someone.github.io/a?B=C") != plain("https://someone.github.io/A?B=C")
    assert plain("https://someone.github.io?B=C") != plain("https://someone.github.io?b=C")
