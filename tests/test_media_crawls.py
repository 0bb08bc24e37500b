"""Pictures of hosts of every kind, asked for as a crawl does."""

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tests import started
from tests.conftest import ROOT
from tests.replica import Replica
from tests.replica.pictures import DOMAIN, PictureHosts, Weibo, drawn

POST = "https://blog.csdn.net/someone/article/details/42"
HOSTS = (
    "bare own article foreign never lock pixel empty disguised page missing half vast private moved weibo"
    " dead busy closed heavy endless"
)
OPEN = ("a.png", "a.jpg", "a.gif", "a.webp", "a.bmp", "a.avif", "a.svg")


class Asker:
    """Asks a replica for media in a crawl of their own, and keeps what became of each address."""

    def __init__(self, folder: Path, replica: Replica) -> None:
        self.folder, self.replica = folder, replica

    def __call__(self, *wanted: dict[str, str], **arguments: str) -> dict[str, dict[str, Any]]:
        file, out = self.folder / "wanted.json", self.folder / "media.jsonl"
        rest = {"kind": "image", "post_url": POST, "platform": "csdn", "handle": "someone"}
        file.write_text(json.dumps([{**rest, **each} for each in wanted]), encoding="utf-8")
        given = {"wanted_file": str(file), **arguments}
        settings = {
            "REPLICA": self.replica.address,
            "ARCHIVE_PATH": str(self.folder / "archive.db"),
            "RETRY_TIMES": "0",
        }
        command = ["runspider", "tests/asking.py", "-O", str(out)]
        command += [part for item in given.items() for part in ("-a", "=".join(item))]
        command += [part for item in settings.items() for part in ("-s", "=".join(item))]
        done = started.run("scrapy", *command, folder=ROOT)
        self.log = done.stdout + done.stderr
        assert done.returncode == 0, self.log[-3000:]
        rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
        assert len(rows) == len(wanted), f"one end for each\n{self.log[-3000:]}"
        return {row["url"]: row for row in rows}

    def referers(self, host: str, path: str = "/a.") -> list[str]:
        """The Referer of each request to a host for such a path, in order; empty for none."""
        return [
            asked.headers.get("Referer", "")
            for asked in self.replica.log
            if asked.host == f"{host}.{DOMAIN}" and asked.path.startswith(path)
        ]


@pytest.fixture(scope="module")
def asker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asker]:
    with Replica([PictureHosts(), Weibo()]).running() as replica:
        yield Asker(tmp_path_factory.mktemp("media"), replica)


@pytest.fixture(scope="module")
def became(asker: Asker) -> dict[str, dict[str, Any]]:
    """What became of a picture of each host, and of each format."""
    addresses = [at(host) for host in HOSTS.split()] + [at("open", name) for name in OPEN]
    return asker(*({"url": url} for url in addresses))


def at(host: str, name: str = "a.png") -> str:
    return f"https://{host}.{DOMAIN}/{name}"


@pytest.mark.parametrize(
    ("host", "referers"),
    [
        ("bare", [""]),
        ("foreign", [""]),
        ("own", ["", "https://blog.csdn.net/"]),
        ("empty", ["", "https://blog.csdn.net/"]),
        ("article", ["", "https://blog.csdn.net/", POST]),
    ],
)
def test_a_host_gets_the_referers_up_to_the_one_that_it_wants(asker, became, host, referers):
    assert became[at(host)]["state"] == "held"
    assert asker.referers(host)[: len(referers)] == referers


@pytest.mark.parametrize(
    ("host", "state", "reason"),
    [
        ("never", "refused", "status 403"),
        ("pixel", "placeholder", "1×1 pixels"),
        ("weibo", "placeholder", "default_s_large.gif"),
        ("page", "not_media", "text/html"),
        ("missing", "gone", "404"),
        ("half", "failed", "in the middle"),
        ("vast", "too_large", "2500000000 pixels"),
        ("heavy", "too_large", "larger than media may be"),
        ("endless", "too_large", "larger than media may be"),
        ("private", "forbidden", "169.254.169.254"),
        ("closed", "disallowed", "robots.txt"),
        ("dead", "failed", "dead.pictures.example"),
        ("busy", "failed", "500"),
    ],
)
def test_what_is_no_picture_is_not_held_and_says_why(became, host, state, reason):
    assert became[at(host)]["state"] == state
    assert reason in became[at(host)]["reason"]
    assert became[at(host)]["content"] == 0 or state == "placeholder"


@pytest.mark.parametrize(
    ("host", "name", "media_type"),
    [
        ("disguised", "a.png", "image/webp"),
        ("open", "a.png", "image/png"),
        ("open", "a.jpg", "image/jpeg"),
        ("open", "a.gif", "image/gif"),
        ("open", "a.webp", "image/webp"),
        ("open", "a.bmp", "image/bmp"),
        ("open", "a.avif", "image/avif"),
    ],
)
def test_a_picture_is_what_its_bytes_say(became, host, name, media_type):
    row = became[at(host, name)]
    assert (row["state"], row["media_type"]) == ("held", media_type)
    assert (row["width"], row["height"]) == (40, 30)


def test_the_status_of_an_answer_is_kept(became):
    statuses = {host: became[at(host)]["status"] for host in ("never", "missing", "busy", "dead")}
    assert statuses == {"never": 403, "missing": 404, "busy": 500, "dead": None}


def test_a_drawing_is_held_without_its_script(became):
    row = became[at("open", "a.svg")]
    assert (row["state"], row["media_type"], row["width"]) == ("held", "image/svg+xml", 120)
    assert 0 < row["content"] < 200


def test_what_robots_or_the_guard_forbid_is_never_asked(asker, became):
    hosts = {asked.host for asked in asker.replica.log}
    assert "169.254.169.254" not in hosts
    assert asker.replica.asked(f"closed.{DOMAIN}") == []
    assert asker.replica.asked(f"closed.{DOMAIN}", robots=True) == ["/robots.txt"]


def test_what_no_referer_mends_is_asked_for_once(asker, became):
    for host in ("missing", "half", "vast", "busy", "heavy"):
        assert len(asker.referers(host)) == 1, host


def test_the_referer_goes_along_with_a_redirect(asker, became):
    assert became[at("moved")]["state"] == "held"
    assert asker.referers("moved") == ["", "https://blog.csdn.net/"]


def test_what_worked_for_a_host_is_tried_first_from_then_on(asker):
    asker.replica.log.clear()
    asker(*({"url": at("own", f"many/{number}.png")} for number in range(20)))
    on_their_way = 5  # CONCURRENT_REQUESTS, and one that waits for robots.txt
    assert 1 <= asker.referers("own", "/many/").count("") <= on_their_way
    asker.replica.log.clear()
    asker({"url": at("article"), "referer": "article"})
    assert asker.referers("article") == [POST]


def test_a_host_that_takes_none_is_asked_without_after_all(asker):
    asker.replica.log.clear()
    row = asker({"url": at("bare"), "referer": "platform"})[at("bare")]
    assert (row["state"], row["referer"]) == ("held", "none")
    assert asker.referers("bare") == ["https://blog.csdn.net/", ""]


def test_a_picture_that_is_known_to_stand_in_is_asked_for_with_another_referer(asker):
    known = sha256(drawn("lock")).hexdigest()
    row = asker({"url": at("lock", "b.png")}, known=known)[at("lock", "b.png")]
    assert (row["state"], row["referer"]) == ("held", "article")


BROKEN = (
    "http://[a/b.png",
    "http://h:99999/x.png",
    "http://h:x/y.png",
    "mailto:a.b/c",
    "http:///a.png",
)


def test_what_is_no_address_is_never_asked_and_keeps_no_other_from_it(asker):
    became = asker(*({"url": url} for url in (*BROKEN, at("open", "图 片.png"))))
    assert {became[url]["state"] for url in BROKEN} == {"forbidden"}
    assert "is no address" in became[BROKEN[0]]["reason"]
    assert became[at("open", "图 片.png")]["state"] == "held"


def test_headers_of_the_user_do_not_go_to_hosts_of_pictures(asker):
    asker.replica.log.clear()
    (asker.folder / "profiles.toml").write_text(
        '[crawl]\nheaders = { csdn = { Authorization = "Bearer s3cret", Referer = "https://me.example/" } }\n',
        encoding="utf-8",
    )
    try:
        asker({"url": at("never", "c.png")})
    finally:
        (asker.folder / "profiles.toml").unlink()
    assert asker.referers("never", "/c") == ["", "https://me.example/", POST]
    assert not [seen for seen in asker.replica.log if "Authorization" in seen.headers]


def test_a_file_is_held_where_a_picture_would_not_be(asker):
    url = at("open", "paper.pdf")
    assert asker({"url": url, "kind": "file"})[url]["media_type"] == "application/pdf"
    assert asker({"url": url})[url]["state"] == "not_media"
