"""Tencent Cloud's developer community: every article of a user."""

import json
import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.http import Response

from scraper.answers import answer
from scraper.configuration import ConfigurationError
from scraper.items import Entry, Listing, Post, Profile
from scraper.pages import Changed, Login, PageError, text_of
from scraper.spider import ProfileSpider
from scraper.tencent.article import author_of, read_post
from scraper.tencent.card import with_card
from scraper.tencent.expected import check_dates, implausible
from scraper.tencent.facts import ARTICLE, SITE, USER, article_url, profile_url
from scraper.tencent.lists import answered
from scraper.tencent.markup import line, tree_of
from scraper.tencent.profile import list_on
from scraper.tencent.walk import PAGE_SIZE, ListPage, Walk

ACTION = "FetchUserArticles"
API = f"{SITE}/developer/services/ajax/user-center?action={ACTION}"


class TencentCloudSpider(ProfileSpider):
    """
    Addresses
      `https://cloud.tencent.com/developer/user/<uid>`, with or without a tab behind it, or the uid
    Lists, the next where one fails
      1. POST services/ajax/user-center?action=FetchUserArticles, pages of 20, to its `total` (read in
         public clients; whether it still answers is not known)
      2. lists in the scripts of the profile's page, recognised by shape
      3. the profile's HTML: `.com-log-panel` (seed of 2026-07) or `.cdc-article-panel`
    Posts
      `__NEXT_DATA__` (three payloads of 2025–26 seen); the containers since 2018 where it is missing
    Quirks
      A page names the crawler's own address (`clientIp`) and ids of the request. The bot wall
      (EdgeOne) answers 200 with `EO_Bot_Ssid`. That `?page=2` turns the page of a profile is a guess.
    """

    name = "tencent_cloud"
    hosts = ("cloud.tencent.com", "m.cloud.tencent.com", "cloud.tencent.com.cn")
    headers: ClassVar[dict[str, str]] = {
        "Referer": f"{SITE}/",  # clients disagree whether images and lists need it
        "Accept-Language": "zh-CN,zh;q=0.9",
    }
    secrets = ((re.compile(rb'("(?:clientIp|reqId|pvId)"\s*:\s*")[^"]*'), rb"\1"),)

    @classmethod
    def profile_from(cls, address: str) -> Profile:
        path = f"/developer/user/{address}" if address.isdecimal() else urlsplit(address).path
        user = USER.match(path)
        if not user or not (address.isdecimal() or cls.recognises(address)):
            raise ConfigurationError(f"expected {SITE}/developer/user/UID, or the UID")
        return Profile(platform=cls.name, handle=user[1], url=profile_url(user[1]))

    def listings(self, profile: Profile) -> Iterator[Request]:
        yield self.request(
            profile.url,
            self.parse_card,
            profile,
            kind="profile",
            meta={"author": "there is no such user any more"},  # a guess
        )
        yield self.articles(profile, Walk(), number=1)

    def news(self, profile: Profile) -> Iterator[Request]:
        """The list alone, newest first."""
        yield self.articles(profile, Walk(), number=1)

    def articles(self, profile: Profile, walk: Walk, number: int) -> Request:
        """The request for a page of the API; if it fails, the profile's own page is next."""
        payload = {"pageNumber": number, "pageSize": PAGE_SIZE, "uid": int(profile.handle)}
        return self.request(
            API,
            self.parse_articles,
            profile,
            listing="posts",
            cb_kwargs={"walk": walk, "number": number},
            headers={"Content-Type": "application/json"},
            otherwise=partial(self.without_api, profile, walk),
            method="POST",
            body=json.dumps({"action": ACTION, "payload": payload}),
            meta={"shape": ACTION},
            dont_filter=True,  # a list that changes while it is read is read again
        )

    def without_api(self, profile: Profile, walk: Walk, trouble: PageError) -> Iterator[Any]:
        """The list on the profile's own page. A change tells of itself, whatever that brings.

        Whether the API answers everywhere is not known. It has changed where it did and is no more.
        """
        known = any(ACTION in source for _, source in self.known(profile).sources)
        if trouble.seen == "changed":
            self.count(trouble)
        elif trouble.seen == "gone" and known:
            changed = Changed(f"{API} lists no more", ACTION, str(trouble))
            yield self.noticed(changed, profile.handle, API)
        yield from self.by_profile(profile, walk)

    def by_profile(self, profile: Profile, walk: Walk) -> Iterator[Request]:
        walk.begin()
        yield self.profile_page(profile, walk, profile.url, number=1)

    def profile_page(self, profile: Profile, walk: Walk, url: str, number: int) -> Request:
        """The request for a page of the profile, for the list on it."""
        return self.request(
            url,
            self.parse_profile,
            profile,
            listing="posts",
            cb_kwargs={"walk": walk, "number": number},
            dont_filter=True,  # the first was asked for before, for its card
        )

    def parse_card(self, response: Response, profile: Profile) -> Iterator[Profile]:
        yield with_card(profile, tree_of(text_of(response), response.url))

    def parse_articles(
        self, response: Response, profile: Profile, walk: Walk | None = None, number: int = 1
    ) -> Iterator[Any]:
        walk = walk or Walk()
        page = answered(answer(response), response.url, profile.handle)
        check_dates(page.entries)
        known = self.known(profile)
        if page.total is None and known.posts and known.sources[0][1] == ACTION:
            raise Changed(f"{response.url} has lost its total", "data.total", str(page.total))
        if not (page.entries or walk.seen):
            yield from self.nothing_listed(response, profile, walk, page.total)
            return
        following = self.articles(profile, walk, number + 1) if page.entries else None
        yield from self.turned(profile, walk, page, ACTION, following)

    def nothing_listed(
        self, response: Response, profile: Profile, walk: Walk, total: int | None
    ) -> Iterator[Request]:
        """An author without articles, if the profile's page confirms it. Raises Changed otherwise."""
        if total != 0:
            raise Changed(f"{response.url} lists nothing", "data.list", f"a total of {total}")
        if posts := self.known(profile).posts:
            raise Changed(f"{response.url}: {len(posts)} posts were known", "data.total", "0")
        walk.empty = True
        yield from self.by_profile(profile, walk)

    def parse_profile(
        self, response: Response, profile: Profile, walk: Walk | None = None, number: int = 1
    ) -> Iterator[Any]:
        walk, root = walk or Walk(), tree_of(text_of(response), response.url)
        found = list_on(root, response.url, profile.handle, number)
        if not (found or walk.empty or walk.read):
            raise Changed(
                f"{response.url} has no list of articles in its scripts nor as .cdc-article-panel",
                ".com-log-panel",
                line(root),
            )
        source, page = found or ("", ListPage(total=0 if walk.empty else None))
        following = page.next_url and self.profile_page(profile, walk, page.next_url, number + 1)
        yield from self.turned(profile, walk, page, source, following or None)

    def turned(
        self, profile: Profile, walk: Walk, page: ListPage, source: str, following: Request | None
    ) -> Iterator[Any]:
        """A page's entries, then the next page, or the first again, or the end of the listing."""
        url = API if source == ACTION else profile.url
        if doubt := implausible(url, page, walk, self.known(profile)):
            walk.doubted = str(doubt)
            yield self.noticed(doubt, profile.handle, url)
        for entry in walk.take(page, source):
            yield from self.listed(entry, self.post_request(entry, profile))
        if self.full(profile.handle):
            yield from self.ended(profile, walk)
        elif walk.to_be_read_again:
            yield self.again(profile, walk, source)
        elif following and walk.goes_on:
            following.meta["so_far"] = self.so_far(profile, walk)
            yield following
        elif walk.ended_short:
            yield self.again(profile, walk, source)
        else:
            yield from self.ended(profile, walk)

    def post_request(self, entry: Entry, profile: Profile) -> Request:
        return self.request(
            entry.url, self.parse_post, profile, kind="post", entry=entry, conditional=True
        )

    @classmethod
    def post_at(cls, url: str, page: str, known: Collection[Profile]) -> Entry | None:
        """Only what a page carries as JSON tells its author's uid."""
        address = ARTICLE.match(urlsplit(url).path) if cls.recognises(url) else None
        uid = author_of(page, url) if address else None
        if not (address and uid):
            return None
        return cls.unlisted(cls.profile_from(uid), address[1], article_url(address[1]))

    def again(self, profile: Profile, walk: Walk, source: str) -> Request:
        """The first page of a source once more."""
        walk.begin()
        if source == ACTION:
            return self.articles(profile, walk, number=1)
        return self.profile_page(profile, walk, profile.url, number=1)

    def ended(self, profile: Profile, walk: Walk) -> Iterator[Profile | Listing]:
        if walk.declared is not None:
            yield replace(profile, declared={"posts": walk.declared})
        yield self.counted(replace(self.so_far(profile, walk), reason=walk.reason))

    def so_far(self, profile: Profile, walk: Walk) -> Listing:
        """The listing as far as it is read."""
        return Listing(
            platform=self.name,
            handle=profile.handle,
            name="posts",
            url=profile.url,
            complete=walk.complete,
            seen=len(walk.seen),
            declared=walk.declared,
            source=", ".join(walk.sources),
        )

    def parse_post(self, response: Response, profile: Profile, entry: Entry) -> Iterator[Post]:
        if urlsplit(response.url).path.startswith("/login"):
            raise Login(f"{entry.url} leads to a login")
        yield read_post(text_of(response), entry)
