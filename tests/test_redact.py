"""What would let a reader of a log in somewhere is in no log, and in no reason that is kept."""

import pytest

from scraper.net.redact import redact
from scraper.pages import Gone
from tests.command import Command
from tests.replica import Fault
from tests.replica.github_pages import invented_blog
from tests.thorough import cases

HOST = "linjian.github.io"
SECRET = "s3cr3t"
NAMES = (
    *("token", "access_token", "key", "api_key", "auth_key", "OSSAccessKeyId", "sig", "sign"),
    *("signature", "Signature", "password", "X-Amz-Credential", "X-Amz-Signature", "Expires"),
    *("X-Goog-Signature", "q-sign-time", "client_secret", "x-oss-security-token"),
)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "shape",
    [
        "https://h.example.net/a?{}={}&b=kept",
        "<GET https://h.example.net/?c=1&{}={}> (referer: None)",
        "https://h.example.net/#{}={}",
        "https://h.example.net/?next=https%3A%2F%2Fi.example.net%2F%3F{}%3D{}%26b%3Dkept",
        '<img src="https://h.example.net/?c=1&amp;{}={}">',
    ],
)
def test_the_value_of_a_secret_parameter_is_hidden_and_its_name_is_not(name, shape):
    shown = redact(shape.format(name, SECRET))
    assert SECRET not in shown
    assert name in shown
    assert ("kept" in shown) == ("kept" in shape)


def test_the_user_of_an_address_is_hidden():
    assert redact(f"see https://me:{SECRET}@h.example.net/a.") == "see https://***@h.example.net/a."


@pytest.mark.parametrize(
    "text",
    [
        "https://h.example.net/a?q=python&keyword=gpu&design=2&page=3&id=token",
        "https://h.example.net/tokens/key?p=1",
        "someone@example.net wrote a // comment",
    ],
)
def test_what_is_no_secret_stays(text):
    assert redact(text) == text


def test_the_reason_of_an_error_holds_no_secret():
    assert str(Gone(f"https://h.example.net/?token={SECRET} answered 404")).endswith(
        "?token=*** answered 404"
    )


@pytest.mark.parametrize("program", cases(["blog-archiver"], ["scrapy"]))
def test_no_log_of_a_crawl_holds_a_secret(program, crawling):
    signed = f"/lost/?token={SECRET}1&Expires={SECRET}2&x=https%3A%2F%2Fa%2F%3Fsign%3D{SECRET}3"
    with crawling(blog := invented_blog(HOST, 4)) as crawl:
        crawl.archive.with_name("profiles.toml").write_text(
            f'[crawl]\nheaders = {{ github_pages = {{ Authorization = "Bearer {SECRET}4" }} }}\n'
        )
        first, second, third = (f"/blog/{post.slug}/" for post in blog.posts[:3])
        cookie = {"Set-Cookie": f"session={SECRET}5"}
        crawl.replica.faults[HOST, first] = Fault(302, headers={"Location": signed, **cookie})
        lure = f"https://me:{SECRET}6@{HOST}/?key={SECRET}7"
        crawl.replica.faults[HOST, second] = Fault(302, headers={"Location": lure})
        cut = f"https://{HOST}/cut?password={SECRET}8"
        crawl.replica.faults[HOST, third] = Fault(302, headers={"Location": cut})
        crawl.replica.faults[HOST, "/cut"] = Fault(0)
        debug = ("-s", "LOG_LEVEL=DEBUG", "-s", "RETRY_TIMES=1")
        if program == "scrapy":
            said = crawl("github_pages", HOST, *debug, code=None)
        else:
            run = Command(crawl.archive.parent, crawl.replica)
            said = run("crawl", f"github_pages:{HOST}", *debug, code=10)
            said += run("status") + run("audit", code=10)
        reasons = [row["reason"] for row in crawl.rows("SELECT reason FROM observations")]
        sent = {seen.headers.get("Authorization") for seen in crawl.replica.log}
    assert any(f"{SECRET}1" in seen.path for seen in crawl.replica.log)
    assert f"Bearer {SECRET}4" in sent
    assert "token=***" in said
    assert SECRET not in said
    assert len(reasons) == 3
    assert SECRET not in str(reasons)
