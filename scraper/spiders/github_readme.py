"""github_readme: a repository whose READMEs index its author's notes.

Addresses (documentation of GitHub and public issues, read 2026-11; no live answer was seen):

- `api.github.com/repos/OWNER/NAME` and `…/git/trees/HEAD?recursive=1`: the card, and all paths with
  their blob shas. 60 requests an hour without a token, 5000 with `GITHUB_TOKEN`; a spent quota is
  403 or 429 with `x-ratelimit-remaining: 0`. A tree of over 100,000 files or 7 MB comes `truncated`.
- `raw.githubusercontent.com/OWNER/NAME/HEAD/PATH`: a file as it is, with an ETag. It may be minutes
  older than the tree (`max-age=300`: scripting/Scripting-News#213), so a note is kept only if it has
  the sha that the tree gives it. A symbolic link is sent as the path it holds (lvgl/lvgl#2406); one
  that leads out of the repository is not followed (lima-vm/lima#5240).

github.com itself is not asked: its robots.txt forbids `/*/tree/` and `/*/raw/` and points to the API.

Listings are the READMEs at the root, and `README.md links`: what an entry says besides its title,
the same note in another language or on another platform. Notes in the repository become posts, whatever
leads elsewhere, or to a file that is no Markdown, is recorded as external. A post's title is the h1
that opens the note, for all the READMEs that list it under titles of their own; else the entry's.
"""

import os
import posixpath
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from typing import Any, ClassVar

from scrapy import Request
from scrapy.http import Response, TextResponse
from twisted.python.failure import Failure

from scraper.configuration import ConfigurationError
from scraper.github.answers import card_in, tree_in
from scraper.github.entries import entries, linked
from scraper.github.expected import check_index, is_current, not_sent
from scraper.github.readme import LONGEST, indexed, own_title
from scraper.github.repository import Repository, sent_file
from scraper.items import Entry, Post, Profile
from scraper.pages import Changed, Failed, Gone, text_of
from scraper.spider import ProfileSpider

API = "https://api.github.com/repos/"
ADDRESS = re.compile(
    r"(?:https?://(?:(?:www\.)?github\.com|raw\.githubusercontent\.com)/)?"
    r"(?P<owner>[A-Za-z0-9][\w-]{0,38})/(?P<name>(?!\.{1,2}(?:[/?#]|$))[\w.-]{1,100}?)(?:\.git)?"
    r"(?:[/?#].*)?",
    re.ASCII,
)


class GithubReadmeSpider(ProfileSpider):
    """One repository is one profile, `owner/repo`."""

    name = "github_readme"
    hosts = ("github.com", "www.github.com", "raw.githubusercontent.com")
    secrets: ClassVar = (
        # Of whoever holds the token: the API says what he may do, and gives him another token.
        (re.compile(rb'"temp_clone_token":\s*"[^"]*"'), b'"temp_clone_token":""'),
        (re.compile(rb'"permissions":\s*\{[^{}]*\}'), b'"permissions":{}'),
        (re.compile(rb"(?<=rate limit exceeded for )[^(\"]*[^(\".\s]"), b"you"),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.repositories: dict[str, Repository] = {}  # by handle, as this run has read them
        self.absent: Counter[str] = Counter()  # files that a tree names, by handle

    @classmethod
    def profile_from(cls, address: str) -> Profile:
        """The repository that an address on github.com, or `owner/repo`, names."""
        match = ADDRESS.fullmatch(address.strip())
        if not match:
            raise ConfigurationError(
                "no repository; expected OWNER/NAME or https://github.com/OWNER/NAME"
            )
        handle = f"{match['owner']}/{match['name']}"
        return Profile(platform=cls.name, handle=handle, url=f"https://github.com/{handle}")

    def listings(self, profile: Profile) -> Iterator[Request]:
        # GitHub answers the same for a repository that was deleted and for one that is private now.
        author = {"author": "it was deleted, or is private now"}
        yield self.ask(profile, "", self.parse_card, kind="profile", meta=author)

    def ask(
        self, profile: Profile, path: str, callback: Callable[..., Any], **kwargs: Any
    ) -> Request:
        """A request to the API, which alone gets the token; Scrapy's redirects to elsewhere drop it."""
        token = os.environ.get("GITHUB_TOKEN", "").strip()
        headers = {"Accept": "application/vnd.github+json"}
        return self.request(
            f"{API}{profile.handle}{path}",
            callback,
            profile,
            listing="README.md",
            headers=headers | ({"Authorization": f"Bearer {token}"} if token else {}),
            conditional=True,
            **kwargs,
        )

    def parse_card(self, response: TextResponse, profile: Profile) -> Iterator[Any]:
        card = card_in(response)
        yield replace(
            profile,
            name=card["owner"]["login"],
            bio=card["description"],
            avatar=card["owner"]["avatar_url"],
            metrics={"stars": card["stargazers_count"], "forks": card["forks_count"]},
        )
        known = {"card": {key: card[key] for key in ("full_name", "default_branch")}}
        yield self.ask(profile, "/git/trees/HEAD?recursive=1", self.parse_tree, cb_kwargs=known)

    def parse_tree(
        self, response: TextResponse, profile: Profile, card: dict[str, str]
    ) -> Iterator[Request]:
        tree = tree_in(response)
        repository = Repository.from_answers(profile.handle, card, tree)
        self.repositories[profile.handle] = repository
        if not repository.readmes:
            files = ", ".join(path for path in repository.blobs if "/" not in path)
            raise Changed(f"{profile.url} has no README.md at its root", "README.md", files)
        known = {"card": card, "tree": tree, "listed": []}
        for rank, readme in enumerate(repository.readmes):
            yield self.file(
                repository,
                readme,
                self.parse_readme,
                profile,
                listing=readme,
                priority=100 - rank,  # before all notes, and the main one first
                cb_kwargs={**known, "readme": readme},
            )

    def file(
        self,
        repository: Repository,
        path: str,
        callback: Callable[..., Any],
        profile: Profile,
        **kwargs: Any,
    ) -> Request:
        """The request for a file; a symbolic link is sent as the path that it holds, and followed."""
        request = self.request(repository.raw(path), callback, profile, conditional=True, **kwargs)
        if path not in repository.symbolic_links:
            return request
        known = {"profile": profile, "path": path, "repository": repository, "request": request}
        return request.replace(
            callback=self.parse_link, cb_kwargs=known, meta={**request.meta, "kind": "link"}
        )

    def parse_link(
        self,
        response: Response,
        profile: Profile,
        path: str,
        repository: Repository,
        request: Request,
    ) -> Iterator[Request]:
        pointed = posixpath.join(posixpath.dirname(path), text_of(response).strip())
        target = posixpath.normpath(pointed)
        if target not in repository.blobs or target in repository.symbolic_links:
            raise Gone(f"{response.url} is a symbolic link to {pointed}, no file of the repository")
        yield request.replace(url=repository.raw(target), dont_filter=True)

    def parse_readme(
        self,
        response: Response,
        profile: Profile,
        card: dict[str, str],
        tree: dict[str, Any],
        readme: str,
        listed: list[str],
    ) -> Iterator[Any]:
        """The entries of a README, and what they link; `listed` is what this run has listed."""
        repository = Repository.from_answers(profile.handle, card, tree)
        is_current(
            response, repository.version(readme)
        )  # minutes older is good enough for an index
        text = text_of(response)
        found = entries(indexed(text), profile, repository, readme)
        known = self.known(profile).in_listing(readme)
        if known or readme == repository.readmes[0]:
            ids = {entry.source_id for entry in found}
            check_index(repository.url(readme), readme, text, ids, known)
        listed += [entry.source_id for entry in found]
        for entry in found:
            yield from self.listed(entry, self.note(entry, profile, repository))
        for entry in linked(found, repository, readme):
            if entry.source_id not in listed and not self.full(profile.handle):
                listed.append(entry.source_id)
                yield from self.listed(entry, self.note(entry, profile, repository))
        yield self.end_listing(
            profile,
            readme,
            repository.url(readme),
            complete=len(text) <= LONGEST,
            seen=len(found),
            source="raw",
            reason=None if len(text) <= LONGEST else f"only {LONGEST} characters were read",
        )

    def post_request(self, entry: Entry, profile: Profile) -> Request | None:
        """None for a repository whose tree was not read: which of its files are links, it tells."""
        repository = self.repositories.get(profile.handle)
        return self.note(entry, profile, repository) if repository else None

    @classmethod
    def post_at(cls, url: str, page: str, known: Collection[Profile]) -> Entry | None:
        """Of a file as it is sent; the page on which GitHub shows it is not read."""
        sent = sent_file(url)
        if not sent:
            return None
        handle, path, shown_at = sent
        return cls.unlisted(cls.profile_from(handle), path, shown_at)

    def note(self, entry: Entry, profile: Profile, repository: Repository) -> Request | None:
        """The request for an entry's note, if it has one in the repository."""
        if entry.state == "external":
            return None
        path = entry.source_id
        note = self.file(repository, path, self.parse_post, profile, kind="post", entry=entry)
        return note.replace(errback=self.not_sent) if path in repository.blobs else note

    def not_sent(self, failure: Failure) -> Iterator[Any]:
        """Of a file that the tree names, a 404 does not say that it is gone."""
        if isinstance(failure.value, Gone):
            handle = failure.request.meta["profile"].handle  # type: ignore[attr-defined]
            self.absent[handle] += 1
            failure.value = not_sent(failure.value, self.absent[handle])
        yield from self.failed(failure)

    def parse_post(self, response: Response, profile: Profile, entry: Entry) -> Iterator[Post]:
        if not is_current(response, entry.version):
            raise Failed(f"{response.url} is not yet what the tree names")
        yield Post(
            platform=self.name,
            handle=profile.handle,
            source_id=entry.source_id,
            url=entry.url,
            title=own_title(text_of(response)) or entry.title,
            source_format="markdown",
        )
