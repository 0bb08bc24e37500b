"""Nothing is asked of a private network, whoever names its address and however it is spelled."""

import json
import os
import subprocess
import sys
from collections.abc import Iterable

import pytest
from aiohttp import web

from scraper.net.public import why_forbidden
from tests.conftest import ROOT
from tests.replica import Fault, Replica
from tests.replica.github_pages import invented_blog
from tests.tricks import TRICKS

HOST = "linjian.github.io"
GOOD = (
    "https://blog.csdn.net/someone",
    "http://8.8.8.8/",
    "http://134744072:8080/",
    "https://xn--fiqs8s.cn/",
    "https://[2606:4700::1111]/a?b=c@d",
    "http://a_b.example.net:80/",
    "https://example.com./",
)


class Lures:
    """Public hosts that lead away: `/N` and every page of a chain to it, and `N.example.org`'s robots.txt."""

    hosts = ("www.example.net", ".example.org")

    async def answer(self, request: web.Request) -> web.StreamResponse:
        if request.host.endswith(".example.org"):
            number = request.host.partition(".")[0]
            asks_robots = request.path == "/robots.txt"
            return away(TRICKS[int(number)]) if asks_robots else web.Response(text="a page")
        if request.path == "/robots.txt":
            return web.Response(status=404)
        number, _, hops = request.path[1:].partition("-")
        if int(hops):
            return away(f"/{number}-{int(hops) - 1}")
        return away(TRICKS[int(number)])


def away(location: str) -> web.Response:
    return web.Response(status=302, headers={"Location": location})


def fetched(addresses: Iterable[str], *options: str, **environment: str) -> dict[str, str]:
    """What became of each address, as a crawl asks for it."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.fetching", "-s", "LOG_LEVEL=CRITICAL", *options],
        cwd=ROOT,
        env={**os.environ, **environment},
        input="\n".join(addresses),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return {line: outcome for line, outcome, _ in map(json.loads, done.stdout.splitlines())}


@pytest.mark.parametrize("address", GOOD)
def test_a_public_address_is_asked(address):
    assert why_forbidden(address) is None


@pytest.mark.parametrize("how", [(), ("--media",)], ids=["pages", "pictures"])
def test_no_address_of_a_private_network_is_asked_for(how):
    with Replica([]).running() as replica:
        outcomes = fetched(TRICKS, *how, "-s", f"REPLICA={replica.address}")
    assert set(outcomes) == set(TRICKS)
    assert set(outcomes.values()) <= {"Forbidden", "ValueError"}  # Scrapy makes no request of some
    assert replica.log == []


@pytest.mark.parametrize("hops", [0, 3])
def test_no_redirect_leads_to_a_private_network(hops):
    lures = [f"http://www.example.net/{number}-{hops}" for number in range(len(TRICKS))]
    with Replica([Lures()]).running() as replica:
        outcomes = fetched(lures, "-s", f"REPLICA={replica.address}")
    assert len(outcomes) == len(TRICKS)
    assert set(outcomes.values()) == {"Forbidden"}
    assert {seen.host for seen in replica.log} == {"www.example.net"}


def test_no_robots_txt_leads_to_a_private_network():
    lures = [f"http://{number}.example.org/" for number in range(len(TRICKS))]
    with Replica([Lures()]).running() as replica:
        outcomes = fetched(lures, "-s", f"REPLICA={replica.address}")
    assert "ok" not in outcomes.values()
    assert {(seen.host, seen.path) for seen in replica.log} == {
        (lure.removeprefix("http://").strip("/"), "/robots.txt") for lure in lures
    }


@pytest.mark.parametrize(
    "answers",
    [
        "127.0.0.1",
        "::1",
        "::ffff:127.0.0.1",
        "10.0.0.1+127.0.0.1",
        "1.1.1.1,127.0.0.1",  # public when it is looked up first, and this machine from then on
    ],
)
def test_a_name_that_stands_for_this_machine_is_not_connected_to(answers):
    with Replica([]).running() as replica:
        address = f"http://rebound.example.net:{replica.address.partition(':')[2]}/"
        options = ("-s", "DNSCACHE_ENABLED=0", "-s", "RETRY_BACKOFF=0", "-s", "DOWNLOAD_DELAY=0")
        outcomes = fetched(
            [address],
            *options,
            "-s",
            "ROBOTSTXT_OBEY=0",
            PLAYED_DNS=f"rebound.example.net={answers}",
        )
    assert outcomes == {address: "Forbidden"}
    assert replica.log == []


def test_of_an_answer_with_both_only_the_public_address_is_connected_to():
    with Replica([]).running() as replica:
        address = f"http://both.example.net:{replica.address.partition(':')[2]}/"
        played = {"PLAYED_DNS": "both.example.net=127.0.0.1+1.1.1.1"}
        outcomes = fetched([address], "-s", "RETRY_TIMES=0", "-s", "ROBOTSTXT_OBEY=0", **played)
    assert outcomes == {address: "Failed"}  # tests/offline lets nobody leave for 1.1.1.1
    assert replica.log == []


def test_a_resolver_that_refuses_nothing_stops_everything():
    with Replica([]).running() as replica:
        plain = "TWISTED_DNS_RESOLVER=scrapy.resolver.CachingHostnameResolver"
        outcomes = fetched(
            ["http://a.example.net/"], "-s", plain, "-s", f"REPLICA={replica.address}"
        )
    assert outcomes == {"http://a.example.net/": "Forbidden"}
    assert replica.log == []


def test_a_proxy_of_the_environment_is_not_used():
    """It would be asked for the name, and answer with what is in our network."""
    address = "http://inside.example.net/"
    options = ("-s", "RETRY_TIMES=0", "-s", "ROBOTSTXT_OBEY=0")
    played = {"PLAYED_DNS": "inside.example.net=10.0.0.1", "http_proxy": "http://9.9.9.9:3128"}
    assert fetched([address], *options, **played) == {address: "Forbidden"}


def test_no_header_names_another_host_than_the_address(crawling):
    with crawling(invented_blog(HOST, 2)) as crawl:
        crawl.archive.with_name("profiles.toml").write_text(
            '[crawl]\nheaders = { github_pages = { host = "metadata.google.internal" } }\n'
        )
        said = crawl("github_pages", HOST, code=10)
        assert "it asks for another host than its address" in said
        assert crawl.replica.log == []


def test_the_other_posts_are_archived_and_the_reason_is_kept(crawling):
    with crawling(blog := invented_blog(HOST, 3)) as crawl:
        lure = f"/blog/{blog.posts[1].slug}/"
        away_to = {"Location": "http://169.254.169.254/latest/meta-data/"}
        crawl.replica.faults[HOST, lure] = Fault(status=302, headers=away_to)
        crawl("github_pages", HOST, code=10)
        states = [row["state"] for row in crawl.rows("SELECT state FROM posts ORDER BY url")]
        assert states == ["archived", "listed", "archived"]
        [seen] = crawl.rows("SELECT seen, reason FROM observations")
        assert seen["seen"] == "forbidden"
        assert "169.254.169.254 is the metadata service of a cloud" in seen["reason"]
