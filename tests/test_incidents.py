"""Incidents: what many crawls meet is one thing, from the first that meets it until nobody waits."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from archive.store import Archive
from archive.watch import incidents
from scraper.items import Item, Observation, Profile
from tests.made import HOME, entry, listing, observation, page, post, rows

LIST = f"{HOME}/list"
HANDLES = ("linshen", "xiaohe")


def trouble(seen: Any, *, kind: str = "listing", **given: Any) -> Observation:
    """What is seen of a page that is no post's, with that page."""
    shown = None if seen == "failed" else page(url=LIST, kind=kind, status=403)
    return observation(seen, **{"source_id": None, "url": LIST, "page": shown} | given)


def changed_list(missing: str = "data.list") -> Observation:
    return trouble("changed", missing=missing, found="rows")


def changed_post() -> Observation:
    return observation("changed", missing="#content_views", page=page())


def put_off(**given: Any) -> Observation:
    return trouble("blocked", transient=True, page=None, **given)


READ, BROKEN = (entry(), listing()), (listing(complete=False, seen=0),)


@dataclass(frozen=True)
class Run:
    """A crawl: what it records, how it ends; what it meets, and whether it shows the end of the rest."""

    items: tuple[Item, ...]
    outcome: str = "finished"
    meets: tuple[tuple[str, str], ...] = ()
    read: bool = True
    got: bool = False


RUNS = {
    "good": Run((*READ, post()), got=True),
    "nothing new": Run(READ),
    "list changed": Run(
        (changed_list(), *BROKEN), meets=(("changed", "listing: data.list"),), read=False
    ),
    "post changed": Run((*READ, changed_post()), meets=(("changed", "post: #content_views"),)),
    "post not got": Run((*READ, observation("failed", transient=True))),
    "wall": Run((trouble("blocked"), *BROKEN), meets=(("blocked", "csdn"),), read=False),
    "a post without a text": Run((*READ, observation("blocked", missing="the article's text"))),
    "wall on one of two ways": Run((trouble("blocked"), *READ)),
    "no network on one of two ways": Run((trouble("failed"), *READ)),
    "no network": Run((trouble("failed"), *BROKEN), meets=(("failed", "csdn"),), read=False),
    "stopped": Run(READ, outcome="shutdown", read=False),
    "killed": Run(READ, outcome="interrupted", read=False),
}


def crawl(archive: Archive, run: Run, handle: str = HANDLES[0]) -> None:
    archive.record(Profile(platform="csdn", handle=handle, url=f"https://blog.csdn.net/{handle}"))
    for item in run.items:
        changes: dict[str, Any] = {"handle": handle}
        if getattr(item, "page", None):
            changes["page"] = replace(item.page, handle=handle)  # type: ignore[union-attr]
        archive.record(replace(item, **changes))
    archive.end_crawl("csdn", handle, run.outcome)


def opened(archive: Archive) -> list[tuple[str, str]]:
    """Kind and subject of what is broken now."""
    return [(row["kind"], row["subject"]) for row in incidents.open_incidents(archive.db)]


@dataclass
class Stretch:
    """One incident as it should be: who waits, for how many crawls; how often anything was told."""

    waiting: dict[str, int] = field(default_factory=dict)
    told: int = 0


class Telling(RuleBasedStateMachine):
    """Any crawls of two profiles, and everything told that is to be told, now and then."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.archive = Archive.open(Path(self.folder.name, "archive.db"), create=True)
        self.open: dict[tuple[str, str], Stretch] = {}
        self.over: list[tuple[tuple[str, str], Stretch]] = []
        self.post_waits: set[str] = set()

    def teardown(self) -> None:
        self.archive.close()
        self.folder.cleanup()

    @rule(name=st.sampled_from(sorted(RUNS)), handle=st.sampled_from(HANDLES))
    def crawl(self, name: str, handle: str) -> None:
        run = RUNS[name]
        crawl(self.archive, run, handle)
        self.post_waits -= {handle} if run.got else set()
        self.post_waits |= {handle} if name == "post changed" else set()
        for key in run.meets:
            waiting = self.open.setdefault(key, Stretch()).waiting
            waiting[handle] = waiting.get(handle, 0) + 1
        for key in [*self.open] if run.read else []:
            held = key[1].startswith("post") and handle in self.post_waits
            if key not in run.meets and not held:
                self.open[key].waiting.pop(handle, None)
            if not self.open[key].waiting:
                self.over.append((key, self.open.pop(key)))

    @invariant()
    def all_that_is_worth_it_is_told_once(self) -> None:
        said = incidents.untold(self.archive.db)
        for incident in said:
            self.archive.told(incident)
        expected = 0
        for _, stretch in self.over:
            expected += stretch.told == 1
            stretch.told += stretch.told == 1
        for (kind, _), stretch in self.open.items():
            again = max(stretch.waiting.values()) > 1 and ("blocked", "csdn") not in self.open
            due = not stretch.told and (kind != "failed" or again)
            expected += due
            stretch.told += due
        assert len(said) == expected
        assert incidents.untold(self.archive.db) == []

    @invariant()
    def there_is_one_incident_a_stretch(self) -> None:
        assert sorted(opened(self.archive)) == sorted(self.open)
        ends = "SELECT kind, subject FROM incidents WHERE over_at IS NOT NULL"
        assert sorted(rows(self.archive, ends)) == sorted(key for key, _ in self.over)
        for row in incidents.open_incidents(self.archive.db):
            assert row["profiles"] == len(self.open[row["kind"], row["subject"]].waiting)


TestTelling = Telling.TestCase
TestTelling.settings = settings(max_examples=15, stateful_step_count=20, deadline=None)


@pytest.mark.parametrize("wall", ["blocked", "login"])
def test_a_network_that_fails_is_told_once_the_site_no_longer_refuses(archive: Archive, wall: str):
    crawl(archive, Run((trouble(wall), *BROKEN)))
    for _ in range(2):
        crawl(archive, RUNS["no network"], HANDLES[1])
    assert [row["kind"] for row in incidents.untold(archive.db)] == [wall]
    crawl(archive, RUNS["nothing new"])
    assert [row["kind"] for row in incidents.untold(archive.db)] == [wall, "failed"]


@pytest.mark.parametrize(
    ("seen", "incident"),
    [
        (trouble("login"), ("login", "csdn")),
        (trouble("author_gone", kind="profile"), ("author_gone", "csdn:linshen")),
        (trouble("gone"), ("gone", "listing")),
        (trouble("disallowed", page=None), ("disallowed", "csdn")),
        (trouble("disallowed", page=None, transient=True), ("failed", "csdn")),
        (trouble("changed", kind="profile", missing=".user-profile"), ("changed", "profile: .user-profile")),
        (trouble("changed"), ("changed", "listing")),
    ],
    ids=lambda value: "" if isinstance(value, tuple) else value.seen,
)  # fmt: skip
def test_what_is_broken_has_a_name(archive: Archive, seen: Observation, incident: tuple[str, str]):
    crawl(archive, Run((seen, *BROKEN)))
    assert opened(archive) == [incident]


@pytest.mark.parametrize(
    ("host", "written"),
    [("a.github.io", ""), ("lin.example:8443", ""), ("lin.example", "www.")],
    ids=["plain", "with a port", "www"],
)
def test_a_blog_is_a_site_of_its_own(archive: Archive, host: str, written: str):
    blog = Profile(platform="github_pages", handle=f"{host}/b", url=f"https://{written}{host}/b/")
    whose = {"platform": blog.platform, "handle": blog.handle, "url": blog.url}
    for seen in ("blocked", "changed"):
        archive.record(blog)
        shown = replace(page(kind="listing"), **whose)  # type: ignore[arg-type]
        named = "//item" if seen == "changed" else None
        archive.record(
            replace(observation(seen, None, missing=named), **whose, page=shown)  # type: ignore[arg-type]
        )
        archive.end_crawl(blog.platform, blog.handle, "finished")
    assert opened(archive) == [
        ("blocked", host),
        ("changed", f"{host} listing: //item"),
    ]


@pytest.mark.parametrize(
    ("first", "incident"),
    [
        (trouble("blocked"), ("blocked", "csdn")),
        (trouble("login"), ("login", "csdn")),
        (trouble("failed"), ("failed", "csdn")),
        (observation("failed"), ("failed", "csdn")),
        (trouble("disallowed", transient=True), ("failed", "csdn")),
        (None, ("failed", "csdn")),
    ],
    ids=["wall", "login", "no network", "posts that fail", "robots.txt", "nothing known"],
)
def test_who_is_put_off_waits_for_what_the_others_met(
    archive: Archive, first: Observation | None, incident: tuple[str, str]
):
    crawl(archive, Run((*([entry(), first] if first else []), *BROKEN)))
    crawl(archive, Run((put_off(), *BROKEN)), HANDLES[1])
    assert opened(archive) == [incident]
    waiting = "SELECT handle FROM incident_profiles JOIN profiles ON profiles.id = profile_id"
    assert (HANDLES[1],) in rows(archive, waiting)


def test_posts_that_are_put_off_for_a_repair_wait_for_it(archive: Archive):
    crawl(archive, RUNS["post changed"])
    awaits = trouble("changed", transient=True, missing="#content_views", kind="profile")
    crawl(archive, Run((*READ, awaits)), HANDLES[1])
    (incident,) = incidents.open_incidents(archive.db)
    assert (incident["subject"], incident["profiles"]) == ("post: #content_views", 2)


def test_a_changed_card_is_over_when_the_card_is_read_and_not_before(archive: Archive):
    crawl(archive, Run((trouble("changed", kind="profile", missing=".card"), *READ)))
    crawl(archive, RUNS["nothing new"])
    assert opened(archive) == [("changed", "profile: .card")]
    crawl(archive, Run((page(kind="profile"), *READ)))
    assert opened(archive) == []


def test_a_list_that_has_changed_is_told_though_another_way_led_to_its_end(archive: Archive):
    crawl(archive, Run((changed_list(), *READ)))
    assert opened(archive) == [("changed", "listing: data.list")]


def test_the_newest_reason_and_the_first_time_are_kept(archive: Archive):
    for day in (1, 2):
        archive.clock = lambda day=day: page().fetched_at.replace(day=day)  # type: ignore[misc]
        crawl(archive, Run((trouble("blocked", reason=f"day {day}"), *BROKEN)))
    (incident,) = incidents.open_incidents(archive.db)
    assert (incident["reason"], incident["crawls"]) == ("day 2", 2)
    assert (incident["since"][:10], incident["last_seen_at"][:10]) == ("2026-03-01", "2026-03-02")
    assert incident["fetch_id"] == rows(archive, "SELECT max(id) FROM fetches")[0][0]


def test_who_is_no_longer_crawled_waits_for_nothing(archive: Archive):
    for handle in HANDLES:
        crawl(archive, RUNS["wall"], handle)
    archive.release_all_but(["csdn:xiaohe"])
    assert [row["profiles"] for row in incidents.open_incidents(archive.db)] == [1]
    archive.release_all_but([])
    assert opened(archive) == []


def test_an_incident_knows_whether_who_waits_ever_worked(tmp_path: Path) -> None:
    with Archive.open(tmp_path / "archive.db", create=True) as archive:
        crawl(archive, RUNS["list changed"])
        (never,) = incidents.open_incidents(archive.db)
        assert (never["archived"], never["worked"]) == (0, 0)
        crawl(archive, RUNS["good"], HANDLES[1])
        assert incidents.open_incidents(archive.db) == [never]
        crawl(archive, RUNS["good"])
        crawl(archive, RUNS["list changed"])
        (worked,) = incidents.open_incidents(archive.db)
        assert (worked["archived"], worked["worked"]) == (1, 1)
