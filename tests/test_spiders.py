"""Saved pages: every folder `fixtures/<platform>/<case>/` is one page and what the spider reads in it.

`request.json` says how the page was asked for: `url`, `callback`, `handle`, and where they matter
`status`, `headers`, `entry` (fields of the Entry that led to it) and `arguments` (more keyword
arguments). `page.*` is the answer; `expected.json` is what the callback yields, without defaults.
After a change of a spider, `pytest --accept` rewrites the expectations, for a reviewer to read.
"""

import dataclasses
import json
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from scrapy import Request
from scrapy.responsetypes import responsetypes
from scrapy.utils.project import get_project_settings
from scrapy.utils.test import get_crawler, get_reactor_settings

from scraper.items import Entry, Moment, Page
from scraper.judge import judge
from scraper.pages import PageError
from scraper.profiles import spiders

FIXTURES = Path(__file__).parent / "fixtures"
CASES = sorted(file.parent for file in FIXTURES.glob("*/*/request.json"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}/{case.name}")
def test_a_saved_page_gives_what_is_expected_of_it(case: Path, accept: bool) -> None:
    found = read_case(case)
    expected = case / "expected.json"
    if accept:
        text = json.dumps(found, ensure_ascii=False, indent=1)
        expected.write_text(text + "\n", encoding="utf-8")
    assert found == json.loads(expected.read_text(encoding="utf-8"))


@pytest.mark.parametrize("platform", spiders())
def test_every_platform_has_saved_pages(platform: str) -> None:
    assert [case for case in CASES if case.parent.name == platform]


def read_case(case: Path) -> list[Any]:
    """What the callback makes of a saved page, as JSON; a PageError is the last thing it gives."""
    given = json.loads((case / "request.json").read_text(encoding="utf-8"))
    (page,) = case.glob("page.*")
    found: list[Any] = []
    try:
        for output in answer(case.parent.name, given, page):
            found.append(plain(output))
    except PageError as error:
        found.append({"error": type(error).__name__, "reason": str(error)})
    return found


def answer(platform: str, given: dict[str, Any], page: Path) -> Iterable[Any]:
    """Give a saved page to its spider, as the crawl would."""
    spider = get_crawler(spiders()[platform], project_settings(page.parent))._create_spider()
    profile = spider.profile_from(given["handle"])
    arguments = {"profile": profile, **given.get("arguments", {})}
    if "entry" in given:
        place = {"platform": platform, "handle": profile.handle, "listing": "posts", "position": 1}
        arguments["entry"] = Entry(**{**place, "url": given["url"], **given["entry"]})
    request = Request(given["url"], meta={"profile": profile})
    headers = given.get("headers", {})
    kind = responsetypes.from_args(headers, given["url"], page.name, page.read_bytes()[:5000])
    response = kind(given["url"], given.get("status", 200), headers, page.read_bytes())
    judge(response)
    return getattr(spider, given["callback"])(response.replace(request=request), **arguments)


def project_settings(nowhere: Path) -> dict[str, Any]:
    """The project's settings, without the profiles.toml that may lie in the current folder."""
    settings = get_project_settings()
    return {**settings, **get_reactor_settings(), "ARCHIVE_PATH": str(nowhere / "archive.db")}


def plain(value: Any) -> Any:
    """Items and requests as JSON that is short enough to review: what is unset is left out."""
    if isinstance(value, Request):
        asked = {"request": value.url, "callback": value.callback.__name__}
        return asked | {key: value.meta[key] for key in ("kind", "listing") if value.meta.get(key)}
    if isinstance(value, Moment):
        return (
            f"{value.at:%Y-%m-%dT%H:%M:%SZ} on {value.on}, to the {value.precision}: {value.text}"
        )
    if isinstance(value, Page):
        return {"type": "page", "url": value.url}
    if dataclasses.is_dataclass(value):
        return {f.name: plain(getattr(value, f.name)) for f in told(value)}
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, dict):
        return {key: plain(inner) for key, inner in value.items()}
    return [plain(inner) for inner in value] if isinstance(value, list | tuple) else value


def told(item: Any) -> list[dataclasses.Field[Any]]:
    """The fields of an item that differ from their defaults, and its type."""
    fields = dataclasses.fields(item)
    return [f for f in fields if f.name == "type" or getattr(item, f.name) != default(f)]


def default(field: dataclasses.Field[Any]) -> Any:
    factory = field.default_factory
    return factory() if factory is not dataclasses.MISSING else field.default
