"""`add`, `profiles`, `remove`: whose posts are kept."""

import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from archive.commands import archive_option, json_option, print_json, print_table
from archive.store import Archive
from scraper.configuration import ConfigurationError
from scraper.items import Profile
from scraper.profiles import ProfilesFile, profiles_file, recognise, spiders


@click.command()
@click.argument("addresses", metavar="ADDRESS...", nargs=-1, required=True)
@archive_option
def add(addresses: tuple[str, ...], archive_path: Path) -> None:
    """Add profiles to profiles.toml; the platform is recognised from the address.

    An address that is no profile's is named, and keeps no other from being added; exit code 40.

    \b
    Examples:
      blog-archiver add https://blog.csdn.net/someone https://someone.github.io/
      blog-archiver add github_readme:owner/repository
      cat addresses.txt | blog-archiver add -
    """
    given = lines(addresses)
    wanted, refused = sorted_out(given)
    if wanted:
        file = profiles_file(archive_path)
        open_or_create(archive_path).close()
        append(file, wanted)
    for reason in refused:
        click.echo(f"not added: {reason}", err=True)
    if refused:
        raise ConfigurationError(f"{len(refused)} of {len(given)} addresses not added")


def sorted_out(addresses: Iterable[str]) -> tuple[list[Profile], list[str]]:
    """The profiles that addresses name, and why each of the others names none."""
    wanted, refused = [], []
    for address in addresses:
        try:
            wanted.append(recognise(address))
        except ConfigurationError as error:
            refused.append(str(error))
    return wanted, refused


def append(file: ProfilesFile, wanted: Iterable[Profile]) -> None:
    """Add profiles to profiles.toml that it lacks, and say what became of each."""
    known = {spelled_alike(profile): named(profile) for profile in file.profiles.values()}
    new, said = [], []
    for profile in wanted:
        name, key = named(profile), spelled_alike(profile)
        if there := known.get(key):
            said.append(f"{name} is there already{f', as {there}' if there != name else ''}")
            continue
        known[key] = name
        new.append(profile.url)
        said.append(f"added {name}  {profile.url}")
    file.add(new)
    file.save()
    click.echo("\n".join(said))


def spelled_alike(profile: Profile) -> tuple[str, str]:
    """What is the same for two spellings of one profile; only in a blog's path capitals make a difference."""
    any_host = not spiders()[profile.platform].hosts
    return profile.platform, profile.handle if any_host else profile.handle.lower()


@click.command()
@archive_option
@json_option
def profiles(archive_path: Path, as_json: bool) -> None:
    """List the profiles of profiles.toml."""
    file = profiles_file(archive_path)
    enabled = file.addresses
    found = [
        {"profile": named(profile), "url": profile.url, "enabled": enabled[address]}
        for address, profile in file.profiles.items()
    ]
    if as_json:
        print_json(found)
    elif found:
        rows = [(p["profile"], p["url"], "" if p["enabled"] else "not crawled") for p in found]
        print_table(("profile", "address", ""), rows)
    else:
        click.echo(f"no profiles in {file.path.absolute()}")
    for mistake in file.mistakes.values():
        click.echo(mistake, err=True)


@click.command()
@click.argument("profile")
@archive_option
def remove(profile: str, archive_path: Path) -> None:
    """Stop crawling PROFILE: take it out of profiles.toml. Its posts stay in the archive.

    What stands in the file is taken out as it stands there, too, whether it names a profile or not. One
    that is only in the archive, and has no posts there, is taken out of that.
    """
    file = profiles_file(archive_path)
    name = profile if profile in file.mistakes else identity(profile)
    try:
        file.remove(profile)
    except ConfigurationError:
        if not forgotten(archive_path, recognise(profile)):
            raise
        click.echo(f"removed {name}, of which no post is in {archive_path.absolute()}")
        return
    file.save()
    click.echo(f"removed {name}; its posts stay in {archive_path.absolute()}")


def forgotten(archive_path: Path, profile: Profile) -> bool:
    """Whether a profile was in the archive without a post, and is no more. Raises an ArchiveError."""
    # What purges is loaded only for this, by the commands that share this file.
    from archive.commands.locked import COPIES, locked
    from archive.purge.forget import forget
    from archive.purge.wanted import Wanted, post_ids, profile_ids

    if not archive_path.exists():
        return False
    chosen = Wanted(profiles=frozenset({(profile.platform, profile.handle)}))
    with Archive.open(archive_path) as archive:
        if post_ids(archive.db, chosen) or not profile_ids(archive.db, chosen):
            return False
        with locked(archive.path, (*chosen.platforms, COPIES)):
            forget(archive, chosen)
    return True


def lines(addresses: Iterable[str]) -> list[str]:
    """The addresses given, `-` standing for the lines of standard input but blank ones and `#` comments.

    An address may have a `#` of its own: a comment behind one begins after a space.
    """
    found: list[str] = []
    for address in addresses:
        if address == "-":
            # Notepad begins a file with a mark, and a byte that is no text spoils its own line only.
            text = sys.stdin.buffer.read().decode("utf-8-sig", errors="replace")
            given = (re.split(r"(?:^|\s)#", line)[0].strip() for line in text.splitlines())
            found += filter(None, given)
        else:
            found.append(address)
    return found


def identity(address: str) -> str:
    """`platform:handle` of an address."""
    return named(recognise(address))


def named(profile: Profile) -> str:
    """`platform:handle` of a profile."""
    return f"{profile.platform}:{profile.handle}"


def chosen_profiles(archive: Archive, addresses: Iterable[str]) -> list[dict[str, Any]]:
    """The rows of the profiles named, or of all. Raises ConfigurationError for one not archived."""
    found = {f"{p['platform']}:{p['handle']}": p for p in archive.db.query(PROFILES)}
    wanted = [identity(address) for address in addresses]
    for name in wanted:
        if name not in found:
            raise ConfigurationError(f"{archive.path} has no profile {name}: crawl it first")
    return [found[name] for name in wanted or found]


PROFILES = "SELECT * FROM profiles ORDER BY platform, handle"


def readable(archive_path: Path, lost: str) -> ProfilesFile | None:
    """profiles.toml; None where it cannot be read: a line on standard error says so, and what is `lost`."""
    try:
        return profiles_file(archive_path)
    except ConfigurationError as error:
        click.echo(f"blog-archiver: without {lost}: {error}", err=True)
        return None


def open_or_create(path: Path) -> Archive:
    """The archive, made when it is not there; says so, because a wrong folder is a common mistake."""
    if not path.exists():
        click.echo(f"creating {path.absolute()}", err=True)
    return Archive.open(path, create=True)
