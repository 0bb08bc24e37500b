import pytest
from scrapy.exceptions import DownloadTimeoutError, IgnoreRequest
from scrapy.http import HtmlResponse
from twisted.internet.error import ConnectionLost
from twisted.python.failure import Failure
from twisted.web._newclient import ResponseNeverReceived

from scraper.judge import judge, page_error, words
from scraper.pages import Blocked, Changed, Disallowed, Failed, Gone, text_of

ADDRESS = "https://blog.example.org/post/1"


def response(status=200, body=b"<h1>A post</h1>", headers=None):
    return HtmlResponse(ADDRESS, status=status, body=body, headers=headers or {})


def test_a_good_page_passes():
    assert judge(response()) is None


@pytest.mark.parametrize(
    ("status", "error"),
    [
        (403, Blocked),
        (429, Blocked),
        (521, Blocked),
        (567, Blocked),
        (404, Gone),
        (410, Gone),
        (500, Failed),
        (503, Failed),
        (304, Changed),
        (302, Changed),
    ],
)
def test_a_status_means_one_thing_and_names_the_address(status, error):
    with pytest.raises(error, match=ADDRESS):
        judge(response(status))


@pytest.mark.parametrize(
    "body",
    [
        b"<html><script>var arg1='7AF5';</script></html>",
        b"<script>document.cookie='EO_Bot_Ssid=1'</script>",
        "<title>安全验证</title>".encode(),
    ],
)
def test_a_challenge_is_blocked_although_its_status_is_200(body):
    with pytest.raises(Blocked, match="challenge"):
        judge(response(body=body))


def test_an_article_that_quotes_a_challenge_is_no_challenge():
    article = "<p>EO_Bot_Ssid 是什么？</p>".encode() + b"<p>prose</p>" * 2000
    assert judge(response(body=article)) is None


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        ({"X-RateLimit-Remaining": "0"}, b""),
        ({"Retry-After": "60"}, b""),
        (
            {"X-RateLimit-Remaining": "14"},
            b'{"message":"You have exceeded a secondary rate limit."}',
        ),
    ],
)
@pytest.mark.parametrize("status", [403, 429])
def test_a_spent_quota_means_later_and_not_blocked(status, headers, body):
    with pytest.raises(Failed, match="quota"):
        judge(response(status, body, headers))


@pytest.mark.parametrize(
    ("error", "meaning"),
    [
        (Gone("gone"), Gone),
        (IgnoreRequest("Forbidden by robots.txt"), Disallowed),
        (DownloadTimeoutError("slow"), Failed),
        (KeyError("list"), Changed),
        (IndexError("list index out of range"), Changed),
    ],
)
def test_every_failure_amounts_to_a_page_error(error, meaning):
    assert isinstance(page_error(error, ADDRESS), meaning)


def test_only_what_the_next_run_may_get_is_transient():
    assert Failed.transient
    assert not any(error.transient for error in (Blocked, Gone, Changed, Disallowed))


def test_the_reasons_of_twisted_are_words():
    lost = Failure(ConnectionLost("Connection lost."))
    said = words(ResponseNeverReceived([lost]))
    assert said.startswith("Connection to the other side was lost")
    assert "Failure" not in said
    assert ">" not in said
    assert words(TimeoutError()) == "TimeoutError"


@pytest.mark.parametrize("declared", ["gbk", "iso-8859-1", "utf-8"])
def test_what_reads_as_utf_8_is_utf_8_whatever_is_declared(declared):
    kind = {"Content-Type": f"text/html; charset={declared}"}
    page = HtmlResponse(ADDRESS, headers=kind, body="<p>显存与带宽</p>".encode())
    assert text_of(page) == "<p>显存与带宽</p>"


def test_what_is_gbk_is_read_as_such_whatever_is_declared():
    for declared in ("gbk", "utf-8"):
        kind = {"Content-Type": f"text/html; charset={declared}"}
        page = HtmlResponse(ADDRESS, headers=kind, body="<p>显存与带宽</p>".encode("gbk"))
        assert text_of(page) == "<p>显存与带宽</p>"
