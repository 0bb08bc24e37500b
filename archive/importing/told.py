"""What the metadata in a WARC says of posts, as an export writes it (archive.export.warc.records)."""

from dataclasses import dataclass
from urllib.parse import unquote

from archive.importing.lines import Damaged
from archive.importing.plausible import known
from archive.importing.warcfile import Found
from scraper.configuration import ConfigurationError
from scraper.items import Profile
from scraper.profiles import recognise, same

METADATA = frozenset({"metadata"})


@dataclass(frozen=True, slots=True)
class Told:
    """Whose a post is, what its site calls it, and where it stands."""

    profile: Profile
    source_id: str
    url: str


def told(found: Found) -> Told | None:
    """What a record of metadata says; None where others wrote it, or where it cannot be so.

    It is no more believed than a user who adds the profile: it must be one of a platform, and the post
    must stand where that profile has its posts.
    """
    if found.media_type != "application/warc-fields":
        return None
    try:
        lines = found.capture().body.decode().splitlines()
        fields = dict(line.partition(": ")[::2] for line in lines)
        platform, _, handle = fields["profile"].partition(":")
        made = Told(known(platform, handle), fields["identifier"], fields["source"])
        return made if stands_there(made) else None
    except (ConfigurationError, Damaged, KeyError, UnicodeDecodeError):
        return None


def stands_there(post: Told) -> bool:
    """Whether the address of a post is one of its profile."""
    if post.profile.platform == "github_readme":
        ours = same(recognise(post.url), post.profile)
        return ours and unquote(post.url).endswith(f"/{post.source_id}")
    return True
