"""When a page makes a version, and when the good body stays as it is."""

import json
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from archive.recording import renderings
from archive.search.index import index_digest, rebuild
from archive.store import Archive
from scraper.items import Body, Image
from tests.made import PROSE, START, crawl, entry, observation, page, post, rows

TITLES = "SELECT title FROM post_versions ORDER BY id"
BODY = "SELECT body_text FROM renderings JOIN posts ON renderings.id = rendering_id"
SEEN = "SELECT seen FROM observations ORDER BY id"


@pytest.mark.parametrize(
    "edit",
    [
        {"title": "改过的标题"},
        {"tags": ("新标签",)},
        {"text": PROSE + "补充一段。"},
        {"text": PROSE.replace("分页", "分段")},
        {
            "body": Body(
                markdown=PROSE, text=PROSE, images=(Image(url="https://example.org/a.png"),)
            )
        },
    ],
    ids=str,
)
def test_an_edit_is_a_version_and_a_revert_another(archive, edit):
    for shown in ({}, edit, edit, {}):
        crawl(archive, entry(), post(**shown))
    assert rows(archive, "SELECT count(*) FROM post_versions") == [(3,)]
    assert rows(archive, "SELECT new, revised, unchanged FROM crawls ORDER BY id") == [
        *[(1, 0, 0), (0, 1, 0)],
        *[(0, 0, 1), (0, 1, 0)],
    ]


@pytest.mark.parametrize(
    "noise",
    [
        {"page": page(body=b"<main class=new-theme>...</main>")},
        {"metrics": {"views": 99}},
        {"tags": ("乙", "甲")},
        {"summary": "另一个摘要", "licence": "CC BY 4.0", "author": "林深"},
        {"published": None},
    ],
    ids=str,
)
def test_what_is_no_edit_makes_no_version(archive, noise):
    crawl(archive, entry(), post(tags=("甲", "乙")))
    crawl(archive, entry(), post(**{"tags": ("甲", "乙"), **noise}))
    assert rows(archive, "SELECT count(*) FROM post_versions") == [(1,)]


@pytest.mark.parametrize(
    ("worse", "seen"),
    [
        ({"text": PROSE[: len(PROSE) // 2 - 1]}, "shrunken"),
        ({"text": ""}, "shrunken"),
        ({"text": PROSE + "（下半部分需要会员）", "verdict": "partial"}, "shrunken"),
        ({"text": PROSE[:-10], "locked": True}, "locked"),
    ],
    ids=str,
)
def test_a_worse_page_leaves_the_good_body_and_is_recorded(archive, worse, seen):
    crawl(archive, entry(), post())
    crawl(archive, entry(), post(title="别的标题", **worse))
    assert rows(archive, TITLES) == [("第 1 篇",)]
    assert rows(archive, BODY) == [(PROSE,)]
    assert rows(archive, SEEN) == [(seen,)]
    evidence = "SELECT raw_sha256 FROM observations JOIN fetches ON fetches.id = fetch_id"
    (sha256,) = rows(archive, evidence)[0]
    assert archive.stored_page(sha256) == page(text=worse["text"]).body


def test_half_of_the_text_is_an_edit(archive):
    crawl(archive, entry(), post())
    crawl(archive, entry(), post(text=PROSE[: (len(PROSE) + 1) // 2]))
    assert rows(archive, "SELECT count(*) FROM post_versions") == [(2,)]


def test_a_cut_page_is_better_than_none_and_gives_way_to_the_whole_one(archive):
    crawl(archive, entry(), post(text=PROSE[:30], locked=True))
    assert rows(archive, "SELECT state, locked_at IS NULL FROM posts") == [("archived", 0)]
    crawl(archive, entry(), post(text=PROSE[:25], locked=True))
    crawl(archive, entry(), post())
    assert rows(archive, "SELECT cut FROM post_versions ORDER BY id") == [(1,), (1,), (0,)]
    assert rows(archive, "SELECT locked_at FROM posts") == [(None,)]
    assert rows(archive, BODY) == [(PROSE,)]


def test_a_lock_and_its_end_are_recorded_while_the_text_stays(archive):
    for locked in (False, True, True, False):
        crawl(archive, entry(), post(locked=locked))
    assert rows(archive, "SELECT count(*) FROM post_versions") == [(1,)]
    assert rows(archive, SEEN) == [("locked",), ("unlocked",)]


def at(archive: Archive, day: float) -> None:
    archive.clock = lambda: START + timedelta(days=day)


def test_a_shortening_is_believed_when_three_crawls_over_a_week_agree(archive):
    at(archive, 0)
    crawl(archive, entry(), post())
    for day, versions in ((1, 1), (2, 1), (7.9, 1), (8, 2), (9, 2)):
        at(archive, day)
        crawl(archive, entry(), post(text="本文已移至新站。"))
        assert rows(archive, "SELECT count(*) FROM post_versions") == [(versions,)], day
    assert rows(archive, BODY) == [("本文已移至新站。",)]


@pytest.mark.parametrize("wall", [{"locked": True}, {"verdict": "partial"}], ids=str)
def test_a_cut_page_is_never_believed_however_often_it_is_seen(archive, wall):
    at(archive, 0)
    crawl(archive, entry(), post())
    for day in (1, 9, 17, 25):
        at(archive, day)
        crawl(archive, entry(), post(text="登录后继续阅读。", **wall))
    assert rows(archive, BODY) == [(PROSE,)]


def test_shortenings_that_differ_do_not_agree(archive):
    for day, text in ((0, PROSE), (1, "甲"), (9, "乙"), (17, "甲"), (30, "丙")):
        at(archive, day)
        crawl(archive, entry(), post(text=text))
    assert rows(archive, BODY) == [(PROSE,)]


def test_a_refused_page_is_asked_for_again(archive):
    crawl(archive, entry(), post())
    crawl(archive, entry(title="新"), post(text="短"))
    assert archive.wants(entry(title="新"))


def test_a_new_extractor_makes_renderings_and_no_versions(archive, monkeypatch):
    html = f"<html><body><article><h1>标题</h1><p>{PROSE}</p></article></body></html>"
    shown = page(body=html.encode())
    body = renderings.render(html, shown.url, "html")
    crawl(archive, entry(), post(page=shown, body=body))

    def later(text: str, url: str, source_format: str) -> Body:
        made = renderings_render(text, url, source_format)
        return Body(markdown=made.markdown, text=f"〔{made.text}〕")

    renderings_render = renderings.render
    monkeypatch.setattr(renderings, "EXTRACTOR", "later")
    monkeypatch.setattr(renderings, "render", later)
    crawl(archive, entry(), post(page=shown, body=later(html, shown.url, "html")))
    crawl(archive, entry(), post(page=shown, body=later(html, shown.url, "html")))
    assert rows(archive, "SELECT version_id, extractor FROM renderings ORDER BY id") == [
        (1, "1"),
        (1, "later"),
    ]


@dataclass
class Model:
    """The rules, told once more: what the archive must hold of one post."""

    versions: list[tuple[str, frozenset[str], str]] = field(default_factory=list)
    cut: bool = False
    refused: dict[str, list[int]] = field(default_factory=dict)

    def show(self, title: str, tags: tuple[str, ...], text: str, cut: bool, day: int) -> None:
        state = (title, frozenset(tags), text)
        if self.versions and state == self.versions[-1]:
            return
        if self.versions and self.worse(text, cut) and not self.agreed(text, cut, day):
            if not cut:  # every cut page of this test is a locked one
                self.refused.setdefault(text, []).append(day)
            return
        self.versions.append(state)
        self.cut, self.refused = cut, {}

    def worse(self, text: str, cut: bool) -> bool:
        return (cut and not self.cut) or 2 * len(text) < len(self.versions[-1][2])

    def agreed(self, text: str, cut: bool, day: int) -> bool:
        days = self.refused.get(text, [])
        return not cut and len(days) >= 2 and day - min(days) >= 7


class History(RuleBasedStateMachine):
    """Any sequence of crawls of one post: the archive and the model agree after each."""

    @initialize()
    def begin(self) -> None:
        self.folder = TemporaryDirectory()
        self.archive = Archive.open(Path(self.folder.name) / "archive.db", create=True)
        self.model, self.day = Model(), 0

    @rule(
        title=st.sampled_from(["甲", "乙"]),
        tags=st.sampled_from([("a", "b"), ("b", "a"), ("a",)]),
        text=st.sampled_from([PROSE, PROSE + "补充", PROSE[:60], PROSE[:20], "短"]),
        locked=st.sampled_from([False, False, False, True]),
        wait=st.sampled_from([1, 4]),
        views=st.integers(0, 3),
    )
    def page(self, title, tags, text, locked, wait, views) -> None:
        self.day += wait
        at(self.archive, self.day)
        shown = page(text=text, fetched_at=self.archive.clock())
        crawl(
            self.archive,
            entry(title=title, metrics={"views": views}),
            post(text=text, title=title, tags=tags, locked=locked, page=shown),
        )
        self.model.show(title, tags, text, locked, self.day)

    @rule(seen=st.sampled_from(["blocked", "gone", "locked", "changed", "failed"]))
    def no_page(self, seen) -> None:
        crawl(self.archive, entry(), observation(seen, page=page(status=404, text="不见了")))

    @invariant()
    def the_archive_holds_what_the_rules_say(self) -> None:
        versions = "SELECT title, tags, body_text FROM post_versions JOIN renderings ON version_id = post_versions.id ORDER BY post_versions.id"
        held = [
            (t, frozenset(json.loads(tags)), text) for t, tags, text in rows(self.archive, versions)
        ]
        assert held == self.model.versions
        last = [(len(held), held[-1][2])] if held else []
        current = "SELECT posts.version_id, body_text FROM posts JOIN renderings ON rendering_id = renderings.id"
        assert rows(self.archive, current) == last
        assert rows(self.archive, "PRAGMA foreign_key_check") == []
        kept_in_step = index_digest(self.archive.db)
        rebuild(self.archive.db)
        assert index_digest(self.archive.db) == kept_in_step

    def teardown(self) -> None:
        self.archive.close()
        self.folder.cleanup()


TestHistory = History.TestCase
TestHistory.settings = settings(max_examples=25, stateful_step_count=20, deadline=None)
