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

from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import tomlkit
from tomlkit.exceptions import TOMLKitError

from scraper.configuration import ConfigurationError
from scraper.items import Profile
from scraper.options import AlertOptions, CrawlOptions, MediaOptions, check

if TYPE_CHECKING:
    from scraper.spider import ProfileSpider

FILE = "profiles.toml"
LONGEST = 2000  # characters of an address


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
        try:
            check(self.document.unwrap(), frozenset(spiders()))
        except ConfigurationError as error:
            raise ConfigurationError(f"{self.path}: {error}") from None

    @property
    def addresses(self) -> dict[str, bool]:
        """Each profile's address or `platform:handle`, and whether it is to be crawled."""
        tables = self.document.unwrap().get("profiles", [])
        return {t.get("handle") or t["url"]: t.get("enabled", True) for t in tables}

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
        for table in self.document.unwrap().get("profiles", []):
            if key in table:
                with suppress(
                    ConfigurationError
                ):  # of who is not crawled; a crawl names the mistake
                    profile = recognise(table.get("handle") or table["url"])
                    found[f"{profile.platform}:{profile.handle}"] = table[key]
        return found

    @property
    def crawl(self) -> CrawlOptions:
        return CrawlOptions(**self.document.unwrap().get("crawl", {}))

    @property
    def media(self) -> MediaOptions:
        return MediaOptions(**self.document.unwrap().get("media", {}))

    @property
    def alerts(self) -> AlertOptions:
        return AlertOptions(**self.document.unwrap().get("alerts", {}))

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
