"""An address as people type or copy it → in the one spelling that platforms are told by."""

import re
import unicodedata
from urllib.parse import urlsplit, urlunsplit

from scraper.blog.addresses import DEFAULT_PORTS
from scraper.configuration import ConfigurationError

LONGEST = 2000  # characters of an address
#: What a mail, a chat or a TOML file has around an address.
AROUND = "\"'`<>()[]“”‘’「」《》"
#: How git writes an address for SSH (git-clone(1)): `git@github.com:owner/repository.git`.
FOR_GIT = re.compile(r"[\w.-]+@(?P<host>[\w.-]+):(?P<path>[^\d/].*?)(?:\.git)?")
#: Scheme and host; all of what has no slash of ASCII.
HEAD = re.compile(r"(?:[^/]*//)?[^/]*")


def plain(text: str) -> str:
    """An address with its scheme, the host in lower case, and no port that goes without saying.

    Raises ConfigurationError for what is no address, with what is wrong with it.
    """
    check_typed(text)
    check_letters(text)
    if git := FOR_GIT.fullmatch(text):
        raise ConfigurationError(f"that is for git: type https://{git['host']}/{git['path']}")
    try:
        parts = urlsplit(text if "//" in text else f"https://{text}")
        port = parts.port
    except ValueError as error:
        raise ConfigurationError(f"no address: {error}") from error
    if parts.scheme not in DEFAULT_PORTS:
        raise ConfigurationError("only http and https")
    netloc = parts.netloc.lower()
    if port == DEFAULT_PORTS[parts.scheme]:
        netloc = netloc.rpartition(":")[0]
    return urlunsplit(parts._replace(netloc=netloc))


def check_typed(text: str) -> None:
    """Raise ConfigurationError for what is neither an address nor `platform:handle`."""
    if not text.isprintable() or " " in text or len(text) > LONGEST:
        raise ConfigurationError("no address and no platform:handle")
    if text.strip(AROUND) != text:
        raise ConfigurationError("give it without what is around it: quotes, brackets")


def check_letters(text: str) -> None:
    """Raise ConfigurationError for a scheme or a host in letters that only look like those of addresses."""
    found = HEAD.match(text)
    head = found[0] if found else ""
    if (usual := unicodedata.normalize("NFKC", head)) != head:
        raise ConfigurationError(
            f"it has letters of full width, or others that only look alike: type {usual}"
        )
