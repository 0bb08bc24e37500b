"""profiles.toml: whose posts to keep and how to crawl; and which platform an address belongs to.

The file lies beside the archive. Unknown keys are errors, so that a typing mistake is noticed:

    [[profiles]]
    url = "https://blog.csdn.net/someone"   # or: handle = "csdn:someone"
    enabled = true                          # false: keep the posts, do not crawl
    acknowledged = 1                        # it declares one post more than it lists, and why is known

    [crawl]
    contact = "me@example.org"              # goes into the User-Agent
    delays = { csdn = 5 }                   # seconds between two requests to one site
    headers = { csdn = { Referer = "https://blog.csdn.net/" } }

    [media]
    pictures = true                         # false: do not fetch those that posts show
    files = true                            # false: nor those that they attach
    largest = 10                            # MB; what is larger is not fetched
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import tomlkit
from tomlkit.exceptions import TOMLKitError

from scraper.configuration import ConfigurationError
from scraper.items import Profile

if TYPE_CHECKING:
    from scraper.spider import ProfileSpider

FILE = "profiles.toml"
LONGEST = 2000  # characters of an address
MOST_MEGABYTES = 1000  # of a picture or a file: while it comes, it is in memory
PROFILE_KEYS = {"url": str, "handle": str, "enabled": bool, "acknowledged": int}
CRAWL_KEYS = {"contact": str, "delays": dict, "headers": dict}
MEDIA_KEYS = {"pictures": bool, "files": bool, "largest": int}


@dataclass(slots=True)
class CrawlOptions:
    """The `[crawl]` table. `delays` are seconds, `headers` name → value, both by platform."""

    contact: str = ""
    delays: dict[str, float] = field(default_factory=dict)
    headers: dict[str, dict[str, str]] = field(default_factory=dict)


@dataclass(slots=True)
class MediaOptions:
    """The `[media]` table. `largest` are MB of 1024 × 1024 bytes; None: as many as scraper.settings has."""

    pictures: bool = True
    files: bool = True
    largest: int | None = None


class ProfilesFile:
    """profiles.toml as a document that keeps its comments and its order when it is changed."""

    def __init__(self, path: Path) -> None:
        """Read `path`; a missing file is an empty one. Raises ConfigurationError."""
        self.path = path
        try:
            text = path.read_text(encoding="utf-8-sig") if path.exists() else ""
            self.document = tomlkit.parse(text)
        except (OSError, UnicodeDecodeError, TOMLKitError) as error:
            raise ConfigurationError(f"{path}: {error}") from error
        self.check()

    def check(self) -> None:
        """Raise ConfigurationError for anything in the file that nobody would read."""
        plain = self.document.unwrap()
        self.known(plain, {"profiles": list, "crawl": dict, "media": dict}, "")
        self.known(plain.get("crawl", {}), CRAWL_KEYS, "[crawl] ")
        self.known(plain.get("media", {}), MEDIA_KEYS, "[media] ")
        for table in plain.get("profiles", []):
            self.known(table, PROFILE_KEYS, "[[profiles]] ")
            if not ({"url", "handle"} & table.keys()):
                raise ConfigurationError(f"{self.path}: [[profiles]] needs url or handle")
        for platform, seconds in plain.get("crawl", {}).get("delays", {}).items():
            if platform not in spiders() or not isinstance(seconds, int | float) or seconds < 0:
                raise ConfigurationError(
                    f"{self.path}: [crawl] delays: {platform} = {seconds!r} is no platform's seconds"
                )

        largest = plain.get("media", {}).get("largest", 1)
        if isinstance(largest, bool) or not 1 <= largest <= MOST_MEGABYTES:
            raise ConfigurationError(
                f"{self.path}: [media] largest = {largest!r} is no number of MB up to {MOST_MEGABYTES}"
            )

    def known(self, table: Any, keys: Mapping[str, type], where: str) -> None:
        """Raise ConfigurationError unless `table` has only `keys`, each with a value of its type."""
        if not isinstance(table, dict):
            raise ConfigurationError(f"{self.path}: {where}is not a table")
        for key, value in table.items():
            if key not in keys:
                allowed = ", ".join(keys)
                raise ConfigurationError(f"{self.path}: {where}unknown key {key!r}, not {allowed}")
            if not isinstance(value, keys[key]):
                raise ConfigurationError(f"{self.path}: {where}{key} is no {keys[key].__name__}")

    @property
    def addresses(self) -> dict[str, bool]:
        """Each profile's address or `platform:handle`, and whether it is to be crawled."""
        tables = self.document.unwrap().get("profiles", [])
        return {t.get("handle") or t["url"]: t.get("enabled", True) for t in tables}

    @property
    def acknowledged(self) -> dict[str, int]:
        """`platform:handle` → by how many posts it is known to declare more than it lists."""
        found = {}
        for table in self.document.unwrap().get("profiles", []):
            if "acknowledged" in table:
                profile = recognise(table.get("handle") or table["url"])
                found[f"{profile.platform}:{profile.handle}"] = table["acknowledged"]
        return found

    @property
    def crawl(self) -> CrawlOptions:
        return CrawlOptions(**self.document.unwrap().get("crawl", {}))

    @property
    def media(self) -> MediaOptions:
        return MediaOptions(**self.document.unwrap().get("media", {}))

    def add(self, address: str) -> None:
        """Append a profile; `save` writes it."""
        table = tomlkit.table()
        table["url"] = address
        tables = self.document.setdefault("profiles", tomlkit.aot())
        tables.append(table)

    def remove(self, profile: Profile) -> None:
        """Take a profile out. Raises ConfigurationError when the file does not have it."""
        tables = self.document.get("profiles", [])
        for index, table in enumerate(tables):
            if same(recognise(table.get("handle") or table["url"]), profile):
                del tables[index]
                return
        raise ConfigurationError(
            f"{self.path.absolute()} has no {profile.platform}:{profile.handle}"
        )

    def save(self) -> None:
        """Write the file, whole or not at all."""
        draft = self.path.with_suffix(".toml.new")
        draft.write_text(tomlkit.dumps(self.document), encoding="utf-8")
        draft.replace(self.path)


def same(one: Profile, other: Profile) -> bool:
    """Whether two profiles are the same one."""
    return (one.platform, one.handle) == (other.platform, other.handle)


def profiles_file(archive_path: str | Path) -> ProfilesFile:
    """The profiles.toml that belongs to an archive. Raises ConfigurationError."""
    return ProfilesFile(Path(archive_path).parent / FILE)


def listed_profiles(archive_path: str | Path, platform: str | None = None) -> list[Profile]:
    """The enabled profiles of profiles.toml, of one platform or all. Raises ConfigurationError."""
    addresses = profiles_file(archive_path).addresses
    profiles = [recognise(address) for address, enabled in addresses.items() if enabled]
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
    if not address.isprintable() or " " in address or len(address) > LONGEST:
        raise ConfigurationError(f"{address[:200]!r} is no address and no platform:handle")
    platform, _, handle = address.partition(":")
    if handle and not handle.startswith("//"):
        if platform not in spiders():
            raise ConfigurationError(
                f"{address}: no platform {platform!r}, there are {', '.join(spiders())}"
            )
        return spiders()[platform].profile_from(handle)
    with_scheme = address if "//" in address else f"https://{address}"
    try:
        scheme = urlsplit(with_scheme).scheme
    except ValueError as error:
        raise ConfigurationError(f"{address}: no address: {error}") from error
    if scheme not in ("http", "https"):
        raise ConfigurationError(f"{address}: only http and https")
    for spider in spiders().values():
        if spider.recognises(with_scheme):
            return spider.profile_from(with_scheme)
    raise ConfigurationError(f"{address}: no platform has profiles at this address")
