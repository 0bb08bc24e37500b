"""profiles.toml: whose posts to keep and how to crawl; and which platform an address belongs to.

The file lies beside the archive. Unknown keys are errors, so that a typing mistake is noticed:

    [[profiles]]
    url = "https://blog.csdn.net/someone"   # or: handle = "csdn:someone"
    enabled = true                          # false: keep the posts, do not crawl
    acknowledged = 1                        # it declares one post more than it lists, and why is known
    interval = 12                           # hours between two crawls; else by how often it posts

    [crawl]
    contact = "me@example.org"              # goes into the User-Agent
    delays = { csdn = 5 }                   # seconds between two requests to one site
    headers = { csdn = { Referer = "https://blog.csdn.net/" } }
    requests = 2000                         # at most, in a run that a schedule starts, of each platform
    minutes = 120                           # at most, likewise; what is left waits for the next run

    [media]
    pictures = true                         # false: do not fetch those that posts show
    files = true                            # false: nor those that they attach
    largest = 10                            # MB; what is larger is not fetched

    [alerts]
    command = "mail -s blog-archiver me@example.org"  # gets one message at each incident, and at its end
    heartbeat = "https://example.org/ping"  # address to ask for, or file to touch, after a run without trouble
"""

import shlex
import tomllib
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scraper.configuration import ConfigurationError
from scraper.items import Profile
from scraper.options import AlertOptions, CrawlOptions, MediaOptions, check
from scraper.profile_tables import with_profiles, without_profile
from scraper.typed import check_typed, plain

if TYPE_CHECKING:
    from scraper.spider import ProfileSpider

FILE = "profiles.toml"


class ProfilesFile:
    """profiles.toml, which keeps its comments and its order when it is changed.

    An entry that names no profile is one of its `mistakes`, and costs no other. Anything else that
    nobody could read is an error.
    """

    def __init__(self, path: Path) -> None:
        """Read `path`; a missing file is an empty one. Raises ConfigurationError."""
        self.path = path
        try:
            text = path.read_text(encoding="utf-8-sig") if path.exists() else ""
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigurationError(f"{path}: {error}") from error
        self.take(text)

    def take(self, text: str) -> None:
        """Make a text that of the file. Raises ConfigurationError for what in it nobody would read."""
        try:
            plain = tomllib.loads(text)
            check(plain, frozenset(spiders()))
        except (tomllib.TOMLDecodeError, RecursionError, ConfigurationError) as error:
            raise ConfigurationError(f"{self.path.absolute()}: {error}") from error
        self.text, self.plain = text, plain

    @property
    def tables(self) -> list[dict[str, Any]]:
        """The entries of `[[profiles]]`."""
        return list(self.plain.get("profiles", []))

    @property
    def addresses(self) -> dict[str, bool]:
        """Each profile's address or `platform:handle`, and whether it is to be crawled."""
        return {address_of(table): table.get("enabled", True) for table in self.tables}

    @property
    def profiles(self) -> dict[str, Profile]:
        """Address → profile, of all that name one."""
        found = {}
        for address in self.addresses:
            with suppress(ConfigurationError):
                found[address] = recognise(address)
        return found

    @property
    def mistakes(self) -> dict[str, str]:
        """Address → what is wrong with it, where it is, and what to do: of all that name no profile."""
        found = {}
        for number, address in enumerate(map(address_of, self.tables), 1):
            try:
                recognise(address)
            except ConfigurationError as error:
                where = f"{self.path.absolute()}, [[profiles]] number {number}"
                out = f"`blog-archiver remove {shlex.quote(address)}` takes it out"
                found[address] = f"{where}: {error}; mend it, or {out}"
        return found

    @property
    def acknowledged(self) -> dict[str, int]:
        """`platform:handle` → by how many posts it is known to declare more than it lists."""
        return self.given("acknowledged")

    @property
    def intervals(self) -> dict[str, float]:
        """`platform:handle` → hours between two crawls, where the user has set them."""
        return self.given("interval")

    def given(self, key: str) -> dict[str, Any]:
        """`platform:handle` → what its table has for a key, where it has it."""
        found = {}
        profiles = self.profiles
        for table in self.tables:
            if key in table and (profile := profiles.get(address_of(table))):
                found[f"{profile.platform}:{profile.handle}"] = table[key]
        return found

    @property
    def crawl(self) -> CrawlOptions:
        return CrawlOptions(**self.plain.get("crawl", {}))

    @property
    def media(self) -> MediaOptions:
        return MediaOptions(**self.plain.get("media", {}))

    @property
    def alerts(self) -> AlertOptions:
        return AlertOptions(**self.plain.get("alerts", {}))

    def add(self, addresses: Iterable[str]) -> None:
        """Take profiles in; `save` writes them. Raises ConfigurationError where the file prevents that."""
        new = list(addresses)
        if new:
            self.change(with_profiles(self.text, new), [*self.tables, *({"url": a} for a in new)])

    def remove(self, address: str) -> None:
        """Take a profile out, by any of its addresses, or by what stands in the file.

        Raises ConfigurationError when the file does not have it.
        """
        written = [address_of(table) for table in self.tables]
        if address not in written:
            wanted, profiles = recognise(address), self.profiles
            found = (known for known, profile in profiles.items() if same(profile, wanted))
            address = next(found, "")
            if not address:
                name = f"{wanted.platform}:{wanted.handle}"
                raise ConfigurationError(f"{self.path.absolute()} has no {name}")
        index = written.index(address)
        rest = self.tables[:index] + self.tables[index + 1 :]
        self.change(without_profile(self.text, index), rest)

    def change(self, text: str, tables: list[dict[str, Any]]) -> None:
        """Take a text if it has these profiles, in any order, and all else as before."""
        before, plain = self.text, {**self.plain, "profiles": tables}
        with suppress(ConfigurationError):
            self.take(text)
        if alike(self.plain) != alike(plain):
            self.take(before)
            raise ConfigurationError(f"{self.path.absolute()} can be changed by hand only")

    def save(self) -> None:
        """Write the file, whole or not at all."""
        draft = self.path.with_suffix(".toml.new")
        draft.write_text(self.text, encoding="utf-8")
        draft.replace(self.path)


def alike(plain: dict[str, Any]) -> dict[str, Any]:
    """What a file says, whatever the order of its profiles, and of their keys."""
    tables = sorted(sorted(table.items()) for table in plain.get("profiles", []))
    return {**plain, "profiles": tables}


def address_of(table: dict[str, Any]) -> str:
    """The address or `platform:handle` of an entry; "" where it has none."""
    return str(table.get("handle") or table.get("url") or "")


def same(one: Profile, other: Profile) -> bool:
    """Whether two profiles are the same one."""
    return (one.platform, one.handle) == (other.platform, other.handle)


def profiles_file(archive_path: str | Path) -> ProfilesFile:
    """The profiles.toml that belongs to an archive. Raises ConfigurationError."""
    return ProfilesFile(Path(archive_path).parent / FILE)


def listed_profiles(archive_path: str | Path, platform: str | None = None) -> list[Profile]:
    """The enabled profiles of profiles.toml, of one platform or all, but for those that it has wrong.

    Raises ConfigurationError.
    """
    file = profiles_file(archive_path)
    addresses = file.addresses
    profiles = [profile for address, profile in file.profiles.items() if addresses[address]]
    return [p for p in profiles if platform in (None, p.platform)]


@cache
def spiders() -> "dict[str, type[ProfileSpider]]":
    """Every platform's spider by name; the one for any host comes last."""
    # Scrapy is loaded only here: the archive reads profiles.toml without it.
    from scrapy.settings import Settings
    from scrapy.spiderloader import SpiderLoader

    loader = SpiderLoader.from_settings(Settings({"SPIDER_MODULES": ["scraper.spiders"]}))
    found = {name: loader.load(name) for name in sorted(loader.list())}
    return dict(sorted(found.items(), key=lambda item: not item[1].hosts))  # type: ignore[attr-defined,arg-type]


def recognise(address: str) -> Profile:
    """The profile that an address, or `platform:handle`, names. Raises ConfigurationError."""
    try:
        return named(address)
    except ConfigurationError as error:
        shown = address if address.isprintable() else repr(address)
        raise ConfigurationError(f"{shown[:200] or '(nothing)'}: {error}") from error


def named(address: str) -> Profile:
    """As `recognise`; the error does not repeat the address."""
    platform, _, handle = address.partition(":")
    if not handle.startswith("//") and (known := spiders().get(platform.lower())):
        check_typed(handle)
        if not handle:
            raise ConfigurationError(f"whose? expected {known.name}:HANDLE, or an address")
        return known.profile_from(handle)
    if handle and not handle.startswith("//") and platform.isidentifier():
        raise ConfigurationError(f"no platform {platform!r}, there are {', '.join(spiders())}")
    url = plain(address)
    spider = next(spider for spider in spiders().values() if spider.recognises(url))
    return spider.profile_from(url)
