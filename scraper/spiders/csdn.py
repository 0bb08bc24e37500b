"""CSDN, blog.csdn.net: the posts of one user.

Addresses: https://blog.csdn.net/USER and whatever lies below it. A domain of one's own
(https://NAME.blog.csdn.net) does not tell the user's name, so it is no profile's address. Posts may lie
there, and redirects lead to and fro: a post is known by its article id, not by its address.

Posts are listed by `get-business-list`, as public clients of 2021 to 2026 read it, without login or
signature, up to its `total`. A second lap is run when posts came or went meanwhile, or when the list was
held back (`list: null`). What is then missing is looked for in HTML: list pages, the profile page, the
columns it links to.

How the answers are read: scraper/csdn (lists, card, article); what they always have: its `expected`. robots.txt allowed all of it in 2026-08 and
2026-10. Good pages load scripts of the wall, too: only content tells a challenge. Nothing was tried on
the live site; what is a guess is called one where it is read.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.http import TextResponse

from scraper.configuration import ConfigurationError
from scraper.csdn.answers import is_tombstone, list_page, not_walled, user_of
from scraper.csdn.article import article
from scraper.csdn.card import card, check_state, tab_totals
from scraper.csdn.expected import implausible
from scraper.csdn.html_list import lists_nothing
from scraper.csdn.json_list import json_data
from scraper.csdn.links import link_to_post
from scraper.csdn.lists import ListPage
from scraper.csdn.walk import API, HOME, Walk, by_json, home, json_list_of, source, walk_of
from scraper.items import Entry, Listing, Profile
from scraper.pages import AuthorGone, Changed, PageError, text_of
from scraper.spider import ProfileSpider

USER = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
#: First segments of addresses that are no users.
SECTIONS = frozenset({"article", "community", "nav", "phoenix", "rank"})
JSON_HEADERS = {"Accept": "application/json, text/plain, */*"}


class CsdnSpider(ProfileSpider):
    name = "csdn"
    hosts = (
        "blog.csdn.net",
        ".blog.csdn.net",
        "m.blog.csdn.net",
        "me.csdn.net",
        "my.csdn.net",
        "rss.csdn.net",
    )
    headers = {"Accept-Language": "zh-CN,zh;q=0.9", "Referer": f"{HOME}/"}
    # Where an author lives, and whether a man or a woman, is not kept.
    secrets = (
        (re.compile(rb'"region"\s*:\s*(?:\{[^{}]*\}|"[^"]*")'), b'"region":null'),
        (re.compile(rb'"gender"\s*:\s*(?:"[^"]*"|[0-9]+)'), b'"gender":null'),
        (re.compile('IP ?属地[：:][^<"]*'.encode()), "IP 属地".encode()),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.nobody: set[str] = set()  # handles whose profile page is the 404 page

    @classmethod
    def profile_from(cls, address: str) -> Profile:
        parts = urlsplit(address)
        user = parts.path.strip("/").split("/")[0]
        shared = ("", *(host for host in cls.hosts if not host.startswith(".")))
        if parts.netloc.lower() not in shared or not USER.fullmatch(user) or user in SECTIONS:
            raise ConfigurationError(f"expected a CSDN user's name, or {HOME}/USER")
        return Profile(platform=cls.name, handle=user, url=f"{HOME}/{user}")

    def listings(self, profile: Profile) -> Iterator[Request]:
        yield self.request(
            home(profile.handle),
            self.parse_card,
            profile,
            kind="profile",
            otherwise=self.without_card,
            meta={"author": f"there is no user {profile.handle}"},
        )
        yield self.request(
            f"{API}/get-tab-total?username={profile.handle}",
            self.parse_tabs,
            profile,
            kind="profile",
            headers=JSON_HEADERS,
            otherwise=partial(self.without_tabs, profile),
        )

    def news(self, profile: Profile) -> Iterator[Any]:
        """The list alone, newest first: it has a total of its own, which is not 0 where there were posts."""
        known = len(self.known(profile).posts)
        yield from self.go_on(profile, walk_of(profile.handle, known or None))

    def parse_card(self, response: TextResponse, profile: Profile) -> Iterator[Profile]:
        """The profile's card."""
        not_walled(response)
        if is_tombstone(response):
            self.nobody.add(profile.handle)
            raise AuthorGone(f"{response.url} is CSDN's 404 page: no user {profile.handle}")
        check_state(response.selector, response.url)
        yield card(response.selector, profile, response.url)

    def without_card(self, trouble: PageError) -> Iterator[Any]:
        """Nothing in its place; a user that does not exist has no lists either."""
        self.count(trouble)
        return iter(())

    def parse_tabs(self, response: TextResponse, profile: Profile) -> Iterator[Any]:
        """How much of each kind there is; then the list of posts."""
        declared = tab_totals(json_data(response.text, response.url))
        yield replace(profile, declared=declared)
        yield from self.go_on(profile, walk_of(profile.handle, declared.get("posts")))

    def without_tabs(self, profile: Profile, trouble: PageError) -> Iterator[Any]:
        """The list of posts all the same: it has a total of its own."""
        self.count(trouble)
        yield from self.go_on(profile, walk_of(profile.handle, None))

    def go_on(self, profile: Profile, walk: Walk) -> Iterator[Any]:
        """The next page of the walk, or the listing's end."""
        if not walk.url or self.full(profile.handle):
            yield self.end(profile, walk)
            return
        yield self.request(
            walk.url,
            self.parse_list,
            profile,
            headers={**JSON_HEADERS, "Referer": home(profile.handle)}
            if by_json(walk.url)
            else None,
            cb_kwargs={"walk": walk},
            so_far=None if walk.doubted else self.so_far(profile, walk),
            otherwise=partial(self.another_way, profile, walk),
            meta={"shape": source(walk.url)},
            dont_filter=True,  # a second lap asks for the same pages
        )

    def another_way(self, profile: Profile, walk: Walk, trouble: PageError) -> Iterator[Any]:
        """The walk's next lap. A change tells of itself, whatever that brings."""
        if trouble.seen == "changed":
            self.count(trouble)
        yield from self.go_on(profile, walk.spoilt(trouble))

    def parse_list(
        self, response: TextResponse, profile: Profile, walk: Walk | None = None
    ) -> Iterator[Any]:
        """A page of a list: its entries, and how the walk goes on."""
        walk = walk or Walk(url=response.url)
        known = self.known(profile).in_listing("posts")
        page = list_page(response, profile, known)
        self.check_plausible(page, walk, profile)
        if doubt := implausible(page, walk, self.known(profile)):
            yield self.noticed(doubt, profile.handle, response.url)
            walk = walk.doubting(doubt, len(known))
        for reason in page.broken:
            yield self.noticed(Changed(reason), profile.handle, response.url)
        for position, entry in enumerate(page.beyond(walk.seen), len(walk.seen) + 1):
            entry.position = position
            yield from self.listed(entry, self.post_request(entry, profile))
        yield from self.go_on(profile, walk.after(page))

    def check_plausible(self, page: ListPage, walk: Walk, profile: Profile) -> None:
        """Raise a PageError for a list without posts, where there were some or should be.

        Of all that was seen only a throttled list is empty beside a total.
        """
        first, url = not walk.lap, str(walk.url)
        known = len(self.known(profile).posts)
        if not page.total and profile.handle in self.nobody:
            raise AuthorGone(f"{url} lists nothing, and there is no user {profile.handle}")
        if page.total == 0 and (walk.total or known):
            raise Changed(f"{url}: {walk.total or known} posts were known", "data.total", "0")
        if first and page.total and not page.entries and not page.broken:
            raise lists_nothing(url, f"a total of {page.total}")

    def post_request(self, entry: Entry, profile: Profile) -> Request:
        return self.request(
            entry.url,
            self.parse_post,
            profile,
            kind="post",
            entry=entry,
            conditional=True,
            dont_filter=True,  # two addresses that redirect to each other end with an error
        )

    @classmethod
    def post_at(cls, url: str, page: str, known: Collection[Profile]) -> Entry | None:
        link = link_to_post(url)
        user = link and user_of(link, page)
        if not (link and user and USER.fullmatch(user)):
            return None
        profile = cls.profile_from(user)
        return cls.unlisted(profile, link.article, f"{profile.url}/article/details/{link.article}")

    def parse_post(self, response: TextResponse, profile: Profile, entry: Entry) -> Iterator[Any]:
        """The post of an entry."""
        not_walled(response)
        yield article(text_of(response), entry, response.url)

    def end(self, profile: Profile, walk: Walk) -> Listing:
        """The listing's end; what was in the way is a fault only if something is missing."""
        missing = f"{len(walk.seen)} of {walk.total} posts are listed"
        if walk.trouble and not walk.complete and not self.full(profile.handle):
            self.count(walk.trouble)
            missing = f"{missing}: {walk.trouble}"
        end = self.so_far(profile, walk)
        return self.counted(end if walk.complete else replace(end, reason=missing))

    def so_far(self, profile: Profile, walk: Walk) -> Listing:
        """The listing as far as it is read."""
        return Listing(
            platform=self.name,
            handle=profile.handle,
            name="posts",
            url=json_list_of(profile.handle),
            complete=walk.complete,
            seen=len(walk.seen),
            declared=walk.total,
            source=", ".join(walk.sources),
        )

    def count(self, known: PageError) -> None:
        """A list that is not there, or not now, may be one of several: what is missing is its posts."""
        if known.transient or known.seen == "gone":
            self.crawler.stats.inc_value("pages/broken_listing")
        else:
            super().count(known)
