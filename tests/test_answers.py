"""What a JSON answer lacks is named by its path, and what is there instead is shown."""

import pytest
from scrapy.http import TextResponse

from scraper.answers import answer, part
from scraper.pages import Changed

GIVEN = {"owner": {"login": "someone", "stars": True}, "tree": []}


def response(body: bytes) -> TextResponse:
    return TextResponse("https://api.example.org/x", body=body, encoding="utf-8")


def test_a_part_is_found_by_its_path() -> None:
    assert part(GIVEN, "owner.login", str) == "someone"
    assert part(GIVEN, "tree", list) == []


@pytest.mark.parametrize(
    ("path", "kind", "found"),
    [
        ("owner.name", str, "login, stars"),
        ("owner.login.first", str, '"someone"'),
        ("card", dict, "owner, tree"),
        ("owner.stars", int, "true"),
        ("tree", dict, "[]"),
    ],
)
def test_what_is_not_there_is_named_with_what_is(path: str, kind: type, found: str) -> None:
    with pytest.raises(Changed) as raised:
        part(GIVEN, path, kind, within="data.")
    assert (raised.value.missing, raised.value.found) == (f"data.{path}", found)


@pytest.mark.parametrize("body", [b"", b'{"a": 1', b"<html>", b"[" * 100_000, b"\xff\xfe"])
def test_what_is_no_json_is_named(body: bytes) -> None:
    with pytest.raises(Changed) as raised:
        answer(response(body))
    assert raised.value.missing == "JSON"


def test_json_is_read_as_it_is() -> None:
    assert answer(response('\ufeff{"标题": "显存"}'.encode())) == {"标题": "显存"}
