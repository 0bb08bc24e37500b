"""CSDN from its lists to the archive, on the replica: the seed, lists that shift, walls, tombstones."""

import json
import re
from collections.abc import Iterator

import pytest

from archive.store import Archive
from scraper.configuration import ConfigurationError
from scraper.profiles import recognise
from tests.conftest import Crawler
from tests.replica import Fault
from tests.replica.csdn import SEEDS, CsdnPost, CsdnSite, invented_posts, seed_site

HOST = "blog.csdn.net"
LIST = "/community/home-api/v1/get-business-list"
TABS = "/community/home-api/v1/get-tab-total"
POSTS = """
SELECT kind, title, summary, replace(published_text, ' ', 'T') || '+08:00' AS published_at,
    views.value AS view_count, comments.value AS comment_count
FROM posts
JOIN post_metrics AS views ON views.post_id = posts.id AND views.name = 'views'
JOIN post_metrics AS comments ON comments.post_id = posts.id AND comments.name = 'comments'
WHERE state = 'archived' ORDER BY posts.published_at DESC
"""


def archived(crawl: Crawler) -> list[int]:
    """The article ids that have a body, the newest first."""
    sql = "SELECT source_id FROM posts WHERE state = 'archived' ORDER BY published_at DESC"
    return [int(row[0]) for row in crawl.rows(sql)]


def listing(crawl: Crawler) -> tuple[int, int, int]:
    """Whether the latest listing is complete, what it declares, and what it has."""
    rows = crawl.rows("SELECT complete, declared, seen FROM listings ORDER BY id DESC")
    return tuple(rows[0])


def observed(crawl: Crawler) -> set[str]:
    return {row[0] for row in crawl.rows("SELECT seen FROM observations")}


def raw_pages(crawl: Crawler) -> Iterator[str]:
    with Archive.open(crawl.archive, read_only=True) as archive:
        for row in crawl.rows("SELECT sha256 FROM raw_pages"):
            yield archive.stored_page(row[0]).decode()


def ids(site: CsdnSite) -> list[int]:
    return [post.id for post in site.posts]


@pytest.fixture
def site() -> CsdnSite:
    """Seven posts, shown three at a time."""
    return CsdnSite("somebody", invented_posts(7, characters=300), page_limit=3)


def test_the_seed_comes_back_with_every_field(crawling):
    seed = json.loads(SEEDS.read_text(encoding="utf-8"))["csdn"]
    with crawling(seed_site()) as crawl:
        crawl("csdn", "seed_author")
        posts = [dict(row) for row in crawl.rows(POSTS)]
        assert len(posts) == seed["declared"]["blog"] == 46
        assert posts[:35] == seed["posts"]
        assert listing(crawl) == (1, 46, 46)


def test_the_card_tells_of_an_author_and_keeps_neither_region_nor_gender(crawling, site):
    with crawling(site) as crawl:
        crawl("csdn", "somebody")
        (profile,) = crawl.rows("SELECT * FROM profiles")
        counters = dict(map(tuple, crawl.rows("SELECT name, value FROM profile_metrics")))
        pages = "".join(raw_pages(crawl))
    declared = {"posts": 7, "questions": 8, "columns": 3, "downloads": 0}
    assert json.loads(profile["declared"]) == declared
    assert (profile["name"], profile["code_age"]) == ("某位作者", "码龄10年")
    assert profile["joined_on"] == "2016-09-01"
    assert counters == {
        "originals": 7,
        "rank": 12345,
        "followers": 1569,
        "following": 21,
        "visits": 57241,
        "likes": 1550,
    }
    assert "某位作者" in pages
    assert not re.search(r'河南|203\.0\.113|"gender": ?1', pages)


def test_a_second_crawl_asks_for_lists_alone(crawling, site):
    with crawling(site) as crawl:
        crawl("csdn", "somebody")
        first = len(crawl.replica.asked(HOST))
        crawl("csdn", "somebody")
        again = crawl.replica.asked(HOST)[first:]
        assert not [path for path in again if "/article/" in path]
        assert crawl.rows("SELECT count(*) FROM post_versions")[0][0] == 7


def test_posts_that_come_and_go_while_the_list_is_read_are_neither_missed_nor_doubled(
    crawling, site
):
    gone, new = (
        site.posts[0],
        CsdnPost(999, "刚刚发布", "2024-01-01 00:00:00", blocks=site.posts[0].blocks),
    )

    def change(number: int) -> None:
        if number == 2 and gone in site.posts:
            site.posts.remove(gone)  # the fourth post slips to the page that is read
        elif number == 3 and new not in site.posts:
            site.posts.insert(0, new)

    site.before_list, site.pinned = change, 1
    with crawling(site) as crawl:
        crawl("csdn", "somebody")
        found = [number for number in archived(crawl) if number != gone.id]  # read, or gone before
        assert found == ids(site)
        assert listing(crawl)[:2] == (1, 7)


def test_a_list_that_is_held_back_is_asked_for_again(crawling, site):
    site.held_back = 1
    with crawling(site) as crawl:
        crawl("csdn", "somebody")
        assert archived(crawl) == ids(site)
        assert (listing(crawl), observed(crawl)) == ((1, 7, 7), {"failed"})


def test_what_the_json_list_refuses_the_list_pages_give(crawling, site):
    with crawling(site) as crawl:
        crawl.replica.faults[HOST, LIST] = Fault(403)
        crawl("csdn", "somebody")
        assert archived(crawl) == ids(site)
        assert (listing(crawl), observed(crawl)) == ((1, 7, 7), {"blocked"})


def test_without_any_list_the_cards_are_kept_and_the_crawl_says_blocked(crawling, site):
    with crawling(site) as crawl:
        crawl.replica.faults[HOST, LIST] = Fault(403)
        crawl.replica.faults[HOST, "/somebody/article/list/1"] = Fault(521)
        crawl("csdn", "somebody", code=30)
        assert archived(crawl) == ids(site)[:3]
        assert listing(crawl) == (0, 7, 3)
        (reason,) = crawl.rows("SELECT reason FROM listings")
        assert "3 of 7 posts are listed" in reason[0]
        assert "status 403" in reason[0]


def test_a_list_of_nothing_beside_a_tab_of_many_is_no_empty_blog(crawling, site):
    site.tabs, site.posts = {"blog": 46}, []
    with crawling(site) as crawl:
        crawl("csdn", "somebody", code=20)
        assert listing(crawl)[0] == 0


def test_a_user_that_does_not_exist_is_no_complete_crawl(crawling, site):
    with crawling(site) as crawl:
        assert "no user nobody" in crawl("csdn", "nobody", code=10)


def test_without_the_tabs_the_list_is_read_all_the_same_and_the_exit_code_tells(crawling, site):
    with crawling(site) as crawl:
        crawl.replica.faults[HOST, TABS] = Fault(403)
        crawl("csdn", "somebody", code=30)
        assert archived(crawl) == ids(site)
        assert listing(crawl) == (1, 7, 7)


def test_posts_on_a_domain_of_ones_own_are_the_same_posts(crawling, site):
    with crawling(site) as crawl:
        crawl("csdn", "somebody")
        site.domain, site.posts[0].title = "qiaoren.blog.csdn.net", "另一个标题"
        crawl("csdn", "somebody")
        assert crawl.replica.asked("qiaoren.blog.csdn.net") == [
            f"/article/details/{site.posts[0].id}"
        ]
        assert archived(crawl) == ids(site)
        assert crawl.rows("SELECT count(*) FROM posts")[0][0] == 7
        # The redirect is to http://…
        assert not crawl.rows("SELECT url FROM fetches WHERE url NOT LIKE 'https://%'")


def test_addresses_that_redirect_to_each_other_end_as_a_failure(crawling, site):
    path = f"/somebody/article/details/{site.posts[0].id}"
    with crawling(site) as crawl:
        crawl.replica.faults[HOST, path] = Fault(302, headers={"Location": f"https://{HOST}{path}"})
        crawl("csdn", "somebody")
        assert archived(crawl) == ids(site)[1:]
        assert observed(crawl) == {"failed"}


def test_a_tombstone_with_status_200_leaves_what_is_archived(crawling, site):
    with crawling(site) as crawl:
        crawl("csdn", "somebody")
        site.posts[0].gone, site.posts[0].title = True, "改过的标题"
        crawl("csdn", "somebody")
        (post,) = crawl.rows("SELECT * FROM posts WHERE source_id = ?", str(site.posts[0].id))
        assert (post["state"], observed(crawl)) == ("gone", {"gone"})
        assert post["version_id"]


def test_a_limit_stops_the_list_and_says_so(crawling, site):
    with crawling(site) as crawl:
        crawl("csdn", "somebody", "-a", "limit=2")
        assert archived(crawl) == ids(site)[:2]
        assert listing(crawl)[0] == 0
        (asked,) = [seen for seen in crawl.replica.log if seen.path.startswith(LIST)]
    # As the site's own page asks.
    assert "businessType=blog" in asked.path
    assert asked.headers["Accept"].startswith("application/json")
    assert asked.headers["Accept-Language"].startswith("zh-CN")
    assert asked.headers["Referer"] == f"https://{HOST}/somebody?type=blog"


@pytest.mark.parametrize(
    "address",
    [
        "csdn:qiao_ren",
        "https://blog.csdn.net/qiao_ren",
        "blog.csdn.net/qiao_ren/",
        "https://blog.csdn.net/qiao_ren?type=blog",
        "https://blog.csdn.net/qiao_ren/article/details/1?spm=1001",
        "https://blog.csdn.net/qiao_ren/category_1.html",
        "http://me.csdn.net/qiao_ren",
        "https://rss.csdn.net/qiao_ren/rss/map",
    ],
)
def test_an_address_below_a_users_blog_names_the_user(address):
    profile = recognise(address)
    assert (profile.platform, profile.handle) == ("csdn", "qiao_ren")
    assert profile.url == "https://blog.csdn.net/qiao_ren"


@pytest.mark.parametrize(
    "address",
    [
        "https://blog.csdn.net/",
        "https://blog.csdn.net/rank/list",
        "https://qiaoren.blog.csdn.net/article/details/1",
        "csdn:两个字",
        "https://blog.csdn.net/<script>",
    ],
)
def test_an_address_without_a_user_is_refused_by_name(address):
    named = address.removeprefix("csdn:")
    with pytest.raises(ConfigurationError, match=re.escape(named)):
        recognise(address)
