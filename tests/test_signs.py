"""Changes of a whole site that look like an edit of each post: three posts that share one make no version."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.drift.alike import Alike
from archive.drift.signs import lines_gained, signs
from archive.store import Archive
from scraper.items import Body, Post, Quality
from tests.made import PROFILE, START, WHOSE, crawl, entry, listing, moment, page, post, rows
from tests.replica.prose import Block, article

WALL = "请在APP中阅读全文"
HIDDEN = "登录后查看代码"
CODE = "```python\n{}\n```"
Change = Callable[[Post], Post]


def text_of(number: int) -> str:
    return "\n\n".join(map(written, article(number, 800)))


def written(block: Block) -> str:
    return CODE.format(block.text) if block.kind == "code" else block.text


def archived(number: int) -> Post:
    """A post as the first crawl finds it: prose of its own, code and tags."""
    return shown(post(str(number), tags=("推理", f"标签{number}")), text_of(number))


def shown(before: Post, text: str) -> Post:
    """A post with another body."""
    given = {"page": page(before.source_id, text), "body": Body(markdown=text, text=text)}
    return replace(before, **given)


def text(change: Callable[[str], str]) -> Change:
    """A change of the text alone."""
    return lambda before: shown(before, change(before.body.markdown if before.body else ""))


def hide_code(markdown: str) -> str:
    parts = markdown.split("```")
    parts[1::2] = [f"python\n{HIDDEN}\n" for _ in parts[1::2]]
    return "```".join(parts)


def in_glyphs(markdown: str) -> str:
    """The ideographs as private-use glyphs, which a font of the page's draws."""
    return "".join(chr(0xE000 + ord(c) % 0x1800) if c >= "\u4e00" else c for c in markdown)


def without_tags(before: Post) -> Post:
    return replace(before, tags=())


def cut_off(before: Post) -> Post:
    changed = shown(before, text_of(int(before.source_id)).removesuffix("。"))
    assert changed.body
    return replace(changed, body=replace(changed.body, quality=Quality(verdict="partial")))


def third(before: Post) -> Post:
    whole = text_of(int(before.source_id))
    return shown(before, whole[: len(whole) // 3])


#: A change of all posts, and what they lack then.
NEVER: dict[str, tuple[Change, str]] = {
    "a wall for a text": (text(lambda _: WALL), "the article's text"),
    "a wall that names the post": (
        lambda p: shown(p, f"{p.title}：请在APP中阅读全文"),
        "the article's text",
    ),
    "one text, no shorter": (text(lambda _: text_of(99)), "the article's text"),
    "code hidden": (text(hide_code), "the article's code"),
    "private-use glyphs": (text(in_glyphs), "the words of the text"),
    "mojibake": (
        text(lambda markdown: markdown.encode().decode("latin-1")),
        "the words of the text",
    ),
}
A_WHILE: dict[str, tuple[Change, str]] = {
    "one title": (lambda p: replace(p, title="CSDN博客"), "a title of its own"),
    "tags gone": (without_tags, "the tags"),
    "a third of each text": (third, "the rest of the text"),
    "each cut off": (cut_off, "the rest of the text"),
}


def again(archive: Archive, posts: list[Post], day: float) -> None:
    """A crawl as the pipeline records it."""
    archive.clock = lambda: START + timedelta(days=day)
    archive.record(replace(PROFILE))
    alike = Alike()
    for found in posts:
        archive.record(entry(found.source_id, title=f"第 {found.source_id} 篇"))
        with archive.writing():
            of = signs(archive.crawl(**WHOSE), found)
        for item in alike.sorted_out(found, of):
            archive.record(item)
    for item in [*alike.released(), listing(seen=len(posts))]:
        archive.record(item)
    archive.end_crawl(**WHOSE, outcome="finished")


def first_crawl(archive: Archive, posts: int = 4) -> list[Post]:
    first = [archived(number) for number in range(1, posts + 1)]
    again(archive, first, 0)
    return first


def changed(archive: Archive) -> list[str]:
    """What the last crawl said that pages lack, of each."""
    newest = "crawl_id = (SELECT max(id) FROM crawls)"
    sql = f"SELECT missing FROM observations WHERE seen = 'changed' AND {newest}"
    return [row[0] for row in rows(archive, sql)]


def versions(archive: Archive) -> int:
    return int(rows(archive, "SELECT count(*) FROM post_versions")[0][0])


@pytest.mark.parametrize("way", [*NEVER, *A_WHILE])
def test_a_change_of_all_posts_is_named_at_once_and_makes_no_version(
    archive: Archive, way: str
) -> None:
    change, missing = (NEVER | A_WHILE)[way]
    first = first_crawl(archive)
    again(archive, [change(post) for post in first], 1)
    assert changed(archive) == [missing] * 4
    assert versions(archive) == 4
    incidents = rows(archive, "SELECT subject, crawls FROM incidents WHERE over_at IS NULL")
    assert incidents == [(f"post: {missing}", 1)]


@pytest.mark.parametrize("way", [*NEVER, *A_WHILE])
def test_one_post_that_changes_so_was_edited(archive: Archive, way: str) -> None:
    change, _ = (NEVER | A_WHILE)[way]
    first = first_crawl(archive)
    again(archive, [change(first[0]), *first[1:]], 1)
    assert changed(archive) == []


@pytest.mark.parametrize("way", NEVER)
def test_what_is_no_text_of_a_post_is_never_believed(archive: Archive, way: str) -> None:
    change, missing = NEVER[way]
    first = first_crawl(archive)
    for day in range(1, 30, 4):
        again(archive, [change(post) for post in first], day)
        assert changed(archive) == [missing] * 4
    assert versions(archive) == 4
    again(archive, first, 30)
    assert rows(archive, "SELECT count(*) FROM incidents WHERE over_at IS NULL") == [(0,)]


@pytest.mark.parametrize("way", ["one title", "tags gone"])
def test_a_title_or_no_tags_are_how_a_site_is_after_a_week(archive: Archive, way: str) -> None:
    change, _ = A_WHILE[way]
    first = first_crawl(archive)
    made = {}
    for day in (1, 4, 7, 8, 11):
        again(archive, [change(post) for post in first], day)
        made[day] = versions(archive)
    assert made == {1: 4, 4: 4, 7: 4, 8: 8, 11: 8}


def test_a_wall_in_posts_that_are_looked_at_one_by_one_is_never_believed(archive: Archive) -> None:
    first = first_crawl(archive)
    for day in range(1, 40):
        again(archive, [shown(first[day % 4], WALL)], day)
    assert versions(archive) == 4


def test_a_single_post_that_is_short_for_a_week_is_believed(archive: Archive) -> None:
    first = first_crawl(archive)
    for day in range(1, 12, 3):
        again(archive, [shown(first[0], WALL)], day)
    assert versions(archive) == 5


def own_title(before: Post) -> Post:
    return replace(before, title=f"{before.title}（修订）")


def rewritten(before: Post) -> Post:
    return shown(before, text_of(int(before.source_id) + 20))


def dated(change: Change) -> Change:
    """An edit that the site dates."""
    return lambda before: replace(change(before), updated=moment(9))


@pytest.mark.parametrize(
    "edit",
    [
        own_title,
        rewritten,
        text(lambda markdown: f"{markdown}\n\n本文首发于某处。"),
        text(lambda markdown: f"{markdown}\n\n{CODE.format('free(page)')}"),
        lambda before: replace(before, tags=("新标签",)),
        dated(without_tags),
    ],
    ids=["titles", "texts", "a line", "code added", "tags", "tags taken out"],
)
def test_authors_edit_many_posts_at_once(archive: Archive, edit: Change) -> None:
    first = first_crawl(archive)
    again(archive, [edit(post) for post in first], 1)
    assert changed(archive) == []
    assert versions(archive) == 8


def test_notes_that_were_stubs_become_articles(archive: Archive) -> None:
    numbers = range(1, 5)
    stubs = [shown(post(str(number), source_format="markdown"), "待写") for number in numbers]
    again(archive, stubs, 0)
    again(archive, [rewritten(stub) for stub in stubs], 1)
    assert changed(archive) == []


def test_a_locked_post_is_judged_as_one(archive: Archive) -> None:
    first = first_crawl(archive)
    again(archive, [replace(shown(post, WALL), locked=True) for post in first], 1)
    assert changed(archive) == []
    assert rows(archive, "SELECT DISTINCT seen FROM observations") == [("locked",)]


def test_what_posts_share_is_told_with_its_evidence(archive: Archive) -> None:
    first = first_crawl(archive)
    crawl(archive, *(entry(post.source_id) for post in first))
    again(archive, [replace(post, title="CSDN博客") for post in first], 1)
    told = rows(archive, "SELECT reason, found, fetch_id IS NOT NULL FROM observations")[0]
    url = first[0].url
    assert told == (f"{url} has got the same title as other posts: CSDN博客", "CSDN博客", 1)


def test_gained_are_the_lines_that_were_not_there() -> None:
    assert lines_gained("一\n二\n三", "一\n新\n三\n \n") == {"新"}


@given(st.text(alphabet="ab \t\n\r　"))
def test_a_text_has_gained_nothing_by_itself(text):
    assert lines_gained(text, text) == frozenset()
