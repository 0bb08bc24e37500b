import pytest

from archive.history import timeline, two_versions
from archive.store import Archive
from scraper.configuration import ConfigurationError
from tests.made import crawl, entry, observation, post


@pytest.fixture
def archive(tmp_path):
    with Archive.open(tmp_path / "archive.db", create=True) as archive:
        yield archive


def edited(archive):
    """A post that was edited once and then could not be reached."""
    before = "显存是大模型推理时最先用完的资源，分页管理把键值缓存切成小块。" * 3
    crawl(archive, entry(), post(text=before))
    crawl(archive, entry(version="2"), post(text=before.replace("分页", "分段")))
    crawl(archive, observation(seen="failed", reason="the site was down"))
    return archive.find("csdn:1")


def test_the_timeline_tells_versions_and_observations_in_their_order(archive):
    events = timeline(archive.db, edited(archive))
    assert [(e.what, e.number) for e in events] == [
        ("version", 1),
        ("version", 2),
        ("failed", None),
    ]
    assert events[2].detail == "the site was down"


@pytest.mark.parametrize("missing", [7, 0, -1])
def test_a_version_that_is_not_there_is_said_by_number(archive, missing):
    with pytest.raises(ConfigurationError, match=f"versions 1 to 2, no {missing}"):
        two_versions(archive.db, edited(archive), missing, 2)


def test_one_version_is_nothing_to_compare(archive):
    crawl(archive, entry(), post())
    with pytest.raises(ConfigurationError, match="nothing to compare"):
        two_versions(archive.db, archive.find("csdn:1"), None, None)
