from hashlib import sha256

import pytest
from scrapy.http import Response

from scraper.media import Wanted
from scraper.media.judge import STAND_INS, judge, media_error
from scraper.pages import Disallowed, Failed, Forbidden, PutOff, RobotsUnreachable, TooLarge
from tests.replica.pictures import drawn

URL = "https://h.example/x.png"
WANTED = Wanted(URL, "image", "https://blog.example/1", "csdn", "someone")
CHALLENGE = b"<html><script>var arg1='AB';</script></html>"


@pytest.mark.parametrize(
    ("status", "body", "state"),
    [
        (200, drawn("x"), "held"),
        (206, drawn("x"), "held"),
        (403, drawn("x"), "refused"),
        (401, b"", "refused"),
        (429, b"", "failed"),
        (404, drawn("x"), "gone"),
        (410, b"", "gone"),
        (503, b"", "failed"),
        (304, b"", "failed"),
        (521, b"", "failed"),
        (200, CHALLENGE, "failed"),
        (200, b"", "not_media"),
        (200, drawn("x")[:-9], "failed"),
        (200, drawn("x", size=(2, 2)), "placeholder"),
        (200, drawn("x", size=(3, 2)), "placeholder"),  # 83 bytes
    ],
)
def test_an_answer_is_judged_by_status_and_bytes(status, body, state):
    judged = judge(WANTED, Response(URL, status=status, body=body))
    assert (judged.state, judged.status) == (state, status)
    assert bool(judged.reason) == (state != "held")
    assert judged.content == (body if state in ("held", "placeholder") else b"")


@pytest.mark.parametrize(
    ("error", "state"),
    [
        (Forbidden("a private network"), "forbidden"),
        (Disallowed("robots.txt"), "disallowed"),
        (RobotsUnreachable("robots.txt"), "failed"),
        (Failed("reset"), "failed"),
        (TooLarge("8 MiB"), "too_large"),
        (KeyError("a defect"), "failed"),
    ],
)
def test_what_has_no_answer_has_a_state_and_a_reason(error, state):
    judged = media_error(WANTED, error, URL)
    assert judged is not None
    assert (judged.state, judged.status) == (state, None)
    assert judged.reason


def test_what_was_only_put_off_is_still_wanted():
    assert media_error(WANTED, PutOff("the site is left alone"), URL) is None


def test_a_known_picture_stands_in_for_another(monkeypatch):
    lock = drawn("lock")
    monkeypatch.setitem(STAND_INS, sha256(lock).hexdigest(), "a lock")
    assert judge(WANTED, Response(URL, body=lock)).reason == "a lock"
    assert judge(WANTED, Response(URL, body=drawn("x"))).state == "held"
