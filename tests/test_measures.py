"""A post's row tells how long and how good the body is that the post shows, whatever happens to it."""

import pytest

from archive.rebuild import rebuild, versions
from archive.recording.measures import mismeasured
from archive.rollback import roll_back
from tests.made import PROSE, crawl, entry, listing, moment, post, rows
from tests.rebuilding import fill, rendered_earlier

MEASURES = "SELECT characters, verdict FROM posts ORDER BY id"


def measures(archive):
    """What the rows tell, once it is seen that their renderings agree."""
    assert list(mismeasured(archive.db)) == []
    return rows(archive, MEASURES)


def test_a_post_is_measured_when_its_body_comes_and_when_it_changes(archive):
    crawl(archive, entry(), entry("2"))
    assert measures(archive) == [(None, None), (None, None)]
    crawl(archive, post(text="𝕏正文"), post("2", PROSE, "suspect"))
    assert measures(archive) == [(3, "ok"), (len(PROSE), "suspect")]
    crawl(archive, post(text="改过的正文", verdict="suspect"))
    assert measures(archive)[0] == (5, "suspect")


@pytest.mark.parametrize("title", ["同一篇", "新标题"])
def test_a_post_that_moves_shows_what_its_body_has(archive, title):
    known = {"published": moment(3), "title": "同一篇"}
    crawl(archive, entry("old"), post("old", verdict="suspect", **known), listing())
    crawl(archive, entry("new"), post("new", **(known | {"title": title})), listing())
    assert measures(archive) == [(len(PROSE), "suspect" if title == "同一篇" else "ok")]


def test_a_rebuild_and_a_way_back_measure_again(archive):
    fill(archive, 2)
    today = measures(archive)
    rendered_earlier(archive, before="旧的渲染", verdict="suspect", score=0.5)
    earlier = measures(archive)
    assert [verdict for _, verdict in earlier] == ["suspect"] * 2
    list(rebuild(archive, versions(archive.db, [1])))
    assert measures(archive) == today
    roll_back(archive, [1], "0")
    assert measures(archive) == earlier
