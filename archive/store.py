"""Archive: one SQLite file and its only writer. Readers use its database directly."""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any

from sqlite_utils import Database

from archive import cooldowns, ledger, lookup, raw
from archive.connection import open_database, transaction, usable
from archive.digest import digest
from archive.drift.before import before
from archive.ledger import Cost, Crawl
from archive.media.files import folder_of, keep
from archive.media.record import record_media, wanting
from archive.raw import Validators, record_fetch, record_robots
from archive.recording.absence import sweep
from archive.recording.entries import record_entry, wanted
from archive.recording.listings import record_listing
from archive.recording.measures import measure_all
from archive.recording.observations import record_observation
from archive.recording.profile import profile_id, record_profile
from archive.recording.tombstones import believe_tombstones
from archive.recording.versions import record_post
from archive.rows import Row, instant, storable
from archive.search import index
from archive.watch import incidents
from scraper.before import Before
from scraper.items import Entry, Item, Observation, Page, Profile
from scraper.media import Media
from scraper.net.breaker import Cooldown

RECORDERS: dict[str, Callable[[Crawl, Any], object]] = {
    "profile": record_profile,
    "entry": record_entry,
    "listing": record_listing,
    "page": record_fetch,
    "post": record_post,
    "observation": record_observation,
}


class Archive:
    """An open archive. `db` is for reading; everything is written by the methods.

    `clock` gives the time of what is recorded; tests of weeks give their own.
    """

    def __init__(self, db: Database, path: Path) -> None:
        self.db, self.path = db, path
        self.clock: Callable[[], datetime] = lambda: datetime.now(UTC)
        self.crawls: dict[tuple[str, str], Crawl] = {}

    @classmethod
    def open(cls, path: str | Path, *, create: bool = False, read_only: bool = False) -> "Archive":
        """Open the archive at `path`, made first if it is missing and `create` is given.

        Readers never migrate. Raises an ArchiveError.
        """
        absolute = Path(path).absolute()
        return cls(open_database(absolute, create=create, read_only=read_only), absolute)

    def close(self) -> None:
        """Close the file; what was recorded is in it already."""
        self.db.close()

    def __enter__(self) -> "Archive":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """One transaction, whose failure is an ArchiveError with nothing changed."""
        with usable(self.path), transaction(self.db):
            yield

    def begin_crawl(self, profile: Profile, depth: str = "full") -> None:
        """Open the account of a run over a profile, whose lists are read in that depth."""
        profile = storable(profile)
        with self.writing():
            owner = profile_id(self.db, profile)
            begun = ledger.begin(self.db, profile.platform, owner, self.clock(), depth)
        self.crawls[profile.platform, profile.handle] = begun

    def end_crawl(self, platform: str, handle: str, outcome: str, cost: Cost | None = None) -> bool:
        """Close the account of a run: why it ended, and what it took of its sites.

        What stood in its way becomes incidents; what does no more ends some. Returns whether all pages
        that say they are gone are believed.
        """
        crawl = self.crawl(platform, handle)
        with self.writing():
            whole, believed = sweep(crawl), believe_tombstones(crawl)
            outcome = ledger.end(crawl, outcome, whole=whole, cost=cost or Cost())
            incidents.settle(crawl, outcome)
        del self.crawls[platform, handle]
        return believed

    def told(self, incident: Row) -> None:
        """Remember that the user has heard of an incident, or of its end. Raises an ArchiveError."""
        with self.writing():
            incidents.told(self.db, incident, instant(self.clock()))

    def release_all_but(self, profiles: Collection[str]) -> None:
        """Let no incident go on for who is not in `profiles`. Raises an ArchiveError."""
        with self.writing():
            incidents.release_all_but(self.db, profiles, instant(self.clock()))

    def crawl(self, platform: str, handle: str) -> Crawl:
        """The running crawl of a profile, at this moment."""
        return replace(self.crawls[platform, handle], now=self.clock())

    @contextmanager
    def asking(self, platform: str, handle: str) -> Iterator[Crawl]:
        """The running crawl of a profile to read by, where a failure is an ArchiveError."""
        with usable(self.path):
            yield self.crawl(platform, handle)

    def record(self, item: Item) -> Item:
        """Keep an item of a running crawl, whole or not at all.

        A profile without a running crawl begins one; media need none. Returns what is kept: the item,
        or the observation in place of a post that is worse than the archived one because its page has
        changed shape. Raises an ArchiveError.
        """
        item = storable(item)
        if isinstance(item, Media):
            self.record_media(item)
            return item
        if isinstance(item, Profile) and (item.platform, item.handle) not in self.crawls:
            self.begin_crawl(item)
        crawl = self.crawl(item.platform, item.handle)
        with self.writing():
            instead = RECORDERS[item.type](crawl, item)
        return instead if isinstance(instead, Observation) else item

    def record_media(self, media: Media) -> None:
        """Keep what became of media, its file first: no row is ever without one."""
        with usable(self.path):
            row = wanting(self.db, media.url)
        if row is None:
            return
        folder, sha256 = folder_of(self.path), ""
        if media.content:
            with usable(folder):
                sha256 = keep(folder, media.content, media.media_type, media.platform)
        with self.writing():
            record_media(self.db, row, media, sha256, self.clock())

    def record_robots(self, page: Page) -> None:
        """Keep a robots.txt, where it is not the one that is kept already. Raises an ArchiveError.

        A run for media alone is no crawl of a profile, to which a fetch could belong.
        """
        if (page.platform, page.handle) not in self.crawls:
            return
        page = storable(page)
        with self.writing():
            record_robots(self.crawl(page.platform, page.handle), page)

    def cooldowns(self) -> list[Cooldown]:
        """The sites that are left alone for a while. Raises an ArchiveError."""
        with usable(self.path):
            return cooldowns.known(self.db)

    def begin_cooldown(self, cooldown: Cooldown) -> None:
        """Remember a site that is left alone. Raises an ArchiveError."""
        with self.writing():
            cooldowns.begin(self.db, cooldown)

    def end_cooldown(self, site: str) -> None:
        """Forget that a site was left alone. Raises an ArchiveError."""
        with self.writing():
            cooldowns.end(self.db, site)

    def wants(self, entry: Entry, *, due: bool = False, again: bool = False) -> bool:
        """Whether the page of a listed post is to be asked for: it is new, or shown changed.

        With `due` also if it is time for another look, with `again` in any case; a purged one never.
        """
        with usable(self.path):
            return wanted(self.db, storable(entry), self.clock(), due=due, again=again)

    def before(self, profile: Profile) -> Before:
        """What the last crawls saw of a profile. Raises an ArchiveError."""
        with usable(self.path):
            return before(self.db, storable(profile), self.clock())

    def validators(self, url: str) -> Validators | None:
        """What to ask with whether a page is still the stored one."""
        with usable(self.path):
            return raw.validators(self.db, url)

    def stored_page(self, sha256: str) -> bytes:
        """The bytes of a page that was fetched. Raises ArchiveUnusable if they are damaged."""
        with usable(self.path):
            return raw.stored_page(self.db, sha256)

    def find(self, post: str) -> Row:
        """The row of the post with an address, a database id or `platform:source_id`.

        Raises ConfigurationError when there is none, or more than one.
        """
        with usable(self.path):
            return lookup.find(self.db, post)

    def post(self, post: str) -> Row:
        """What is known of a post, for people: its row, counters and links, and its Markdown.

        Raises ConfigurationError when there is none, or more than one.
        """
        with usable(self.path):
            return lookup.article(self.db, lookup.find(self.db, post))

    def index_again(self) -> None:
        """Make the search index and the measures of bodies again from the posts."""
        with self.writing():
            index.rebuild(self.db)
            measure_all(self.db)

    def digest(self) -> str:
        """What the archive holds, as one sha256: content only, no ids, no times of ours."""
        with usable(self.path):
            return digest(self.db)
