"""Pages of posts that others got: into an archive, as a crawl would have recorded them."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace

from archive.connection import ArchiveUnusable
from archive.drift.alike import Alike
from archive.drift.signs import signs
from archive.importing import Account
from archive.importing.told import Told
from archive.ledger import Crawl
from archive.left import as_listed
from archive.lock import Locked, lock_platform
from archive.lookup import candidates
from archive.recording.renderings import content_hash
from archive.rows import Row, first, instant, rows, storable
from archive.store import Archive
from scraper.before import Before, KnownPost
from scraper.captured import Capture, entry_of, is_elsewhere, moved_blogs, post_of
from scraper.items import Entry, Item, Post, Profile
from scraper.pages import PageError
from scraper.profiles import listed_profiles, recognise, same


class Captures:
    """Takes captures into an archive; each profile of theirs gets a crawl, with the outcome `imported`.

    Only what is good is recorded: that others met a wall or a tombstone says nothing of what we would.
    """

    def __init__(self, archive: Archive, account: Account) -> None:
        """Raises ConfigurationError where profiles.toml cannot be used."""
        self.archive, self.account = archive, account
        known = [made(row) for row in rows(archive.db, PROFILES)]
        self.known = [*known, *listed_profiles(archive.path)]
        self.alike: defaultdict[tuple[str, str], Alike] = defaultdict(Alike)
        self.addresses = dict[tuple[str, str, str], str]()  # of posts that a file tells of
        self.places: dict[str, str] = {}  # of posts that wait, by their address
        self.earlier: dict[tuple[str, str], Before] = {}  # what was known, and came since
        self.locks = ExitStack()

    @classmethod
    @contextmanager
    def open(cls, archive: Archive, account: Account) -> Iterator["Captures"]:
        """For the length of a block, in which no crawl of the same platforms runs. Raises an ArchiveError."""
        captures = cls(archive, account)
        with captures.locks:
            yield captures
            captures.close()

    def close(self) -> None:
        """Record what has waited, and end the crawls."""
        for profile in list(self.archive.crawls):
            for post in self.alike[profile].released():
                self.record(post)
            self.archive.end_crawl(*profile, "imported")

    def learn(self, post: Told) -> None:
        """Know the profile of a post, and where the post stands, as if a listing had told."""
        profile = post.profile
        self.addresses[profile.platform, profile.handle, post.source_id] = post.url
        if not any(same(profile, known) for known in self.known):
            self.known.append(profile)

    def unknown(self, capture: Capture) -> str:
        """Why a page that may be a post's cannot be taken; "" for one that is no post's."""
        entry = entry_of(capture, self.known)
        if entry and not entry.url:
            return (
                f"only a listing tells where {entry.source_id} stands:"
                f" `blog-archiver add {entry.platform}:{entry.handle}` and crawl it first"
            )
        if is_elsewhere(capture, self.known):
            return (
                "it is of no blog that is known: `blog-archiver add ADDRESS` its blog first, or"
                " `blog-archiver crawl` a known one that has moved there"
            )
        return ""

    def moved(self, capture: Capture) -> bool:
        """Whether it sends on from a known blog to where that is from now on."""
        there = moved_blogs(capture, self.known)
        self.known = [*there, *self.known]
        return bool(there)

    def take_page(self, place: str, capture: Capture) -> bool:
        """Record the post on a page, unless it is known; False for a page that is no post's.

        `place` is where in a file it is, for what is told of one that is refused.
        """
        entry, row = (None, None) if self.moved(capture) else self.entry(capture)
        if entry is None:
            return False
        if row and row["state"] == "purged":
            self.account.purged += 1
        elif not first(self.archive.db, GOT, capture.url, instant(capture.at)):
            return self.take_post(place, capture, entry, row)
        return True

    def take_post(self, place: str, capture: Capture, entry: Entry, row: Row | None) -> bool:
        """Record a post that has not been got from there at that time; False where the page has none."""
        profile = self.profile(entry)
        try:
            post = post_of(capture, profile, entry, self.before(profile))
        except PageError as error:
            self.account.refuse(place, str(error))
            return True
        if post is None:
            return False
        last = first(self.archive.db, NEWEST, row["id"]) if row else None
        if last and last["at"] and last["at"] > instant(capture.at):
            self.take_older(place, post, last["at"])
            return True
        self.places[post.url] = place
        crawl = self.begin(profile)
        with self.archive.writing():  # an older version may want a rendering of today
            found = signs(crawl, storable(post))
        for item in self.alike[profile.platform, profile.handle].sorted_out(post, found):
            self.record(item)
        return True

    def take_older(self, place: str, post: Post, newer: str) -> None:
        """Say of a page that is older than the archived one that it is not taken, unless it is known."""
        assert post.page
        assert post.body
        known = (post.platform, post.handle, post.source_id, content_hash(post.body))
        if not first(self.archive.db, KNOWN, *known):
            at = instant(post.page.fetched_at)
            self.account.refuse(place, f"{post.url} of {at} is older than the archived of {newer}")

    def record(self, item: Item) -> None:
        """Record a post, or what is said instead of it; and tell where it was not believed."""
        self.archive.record(item)
        page = getattr(item, "page", None)
        told = page and first(self.archive.db, TOLD, page.url, instant(page.fetched_at))
        if told:
            self.account.refuse(self.places[item.url], told["reason"])
            return
        self.account.taken["page"] += 1
        if isinstance(item, Post):
            day = item.published.on if item.published else None
            earlier = self.earlier[item.platform, item.handle]
            earlier.posts[item.source_id] = KnownPost(item.title, day)

    def before(self, profile: Profile) -> Before:
        """What is known of a profile. The archive is asked once: the answer is as long as there are posts."""
        names = profile.platform, profile.handle
        if names not in self.earlier:
            self.earlier[names] = self.archive.before(profile)
        return self.earlier[names]

    def begin(self, profile: Profile) -> Crawl:
        """The crawl of a profile, begun with its first page. Raises ArchiveUnusable while another runs."""
        names = profile.platform, profile.handle
        if names not in self.archive.crawls:
            if profile.platform not in {platform for platform, _ in self.archive.crawls}:
                try:
                    self.locks.enter_context(lock_platform(self.archive.path, profile.platform))
                except Locked as error:
                    raise ArchiveUnusable(str(error)) from error
            self.archive.begin_crawl(profile)
        return self.archive.crawl(*names)

    def entry(self, capture: Capture) -> tuple[Entry | None, Row | None]:
        """The post at an address, by what the archive knows of it, else by what address and page tell."""
        known = [r for r in candidates(self.archive.db, capture.url) if r["state"] != "external"]
        if known:
            return self.as_listed(known[0]), known[0]
        entry = entry_of(capture, self.known)
        if entry is None:
            return None, None
        row = first(self.archive.db, POST, entry.platform, entry.handle, entry.source_id)
        if row:
            return self.as_listed(row), row
        url = entry.url or self.addresses.get((entry.platform, entry.handle, entry.source_id))
        return (replace(entry, url=url) if url else None), None

    def as_listed(self, row: Row) -> Entry:
        """The entry of an archived post."""
        reading = Crawl(
            self.archive.db, 0, row["profile_id"], row["platform"], self.archive.clock()
        )
        profile = first(self.archive.db, f"{PROFILES} WHERE id = ?", row["profile_id"]) or {}
        return as_listed(reading, profile["handle"], [row["id"]])[0]

    def profile(self, entry: Entry) -> Profile:
        """The profile of an entry, as it is known."""
        names = entry.platform, entry.handle
        known = (profile for profile in self.known if (profile.platform, profile.handle) == names)
        return next(known, None) or recognise(":".join(names))


def made(row: Row) -> Profile:
    """A profile from its row."""
    return Profile(**{name: row[name] for name in ("platform", "handle", "url", "name")})


PROFILES = "SELECT platform, handle, url, name FROM profiles"
POST = """
SELECT posts.* FROM posts JOIN profiles ON profiles.id = profile_id
WHERE posts.platform = ? AND handle = ? AND source_id = ?
"""
GOT = "SELECT 1 FROM fetches WHERE url = ? AND fetched_at = ? AND kind = 'post'"
KNOWN = """
SELECT 1 FROM posts JOIN profiles ON profiles.id = profile_id
JOIN post_versions ON post_id = posts.id JOIN renderings ON renderings.version_id = post_versions.id
WHERE posts.platform = ? AND handle = ? AND source_id = ? AND content_hash = ? LIMIT 1
"""
#: When a post was last got; pages that were not believed do not count.
NEWEST = """
SELECT max(fetched_at) AS at FROM fetches WHERE post_id = ? AND NOT EXISTS (
    SELECT 1 FROM observations WHERE fetch_id = fetches.id)
"""
TOLD = """
SELECT reason FROM observations JOIN fetches ON fetches.id = fetch_id
WHERE fetches.url = ? AND fetched_at = ? ORDER BY observations.id DESC LIMIT 1
"""
