"""Which incidents are told in one message: a list of wrong addresses is one mistake, and not fifty."""

from collections.abc import Iterable, Sequence

from archive.rows import Row
from archive.watch.messages import (
    NAMES,
    advice,
    ended,
    lacks_posts,
    minute,
    place,
    recovery,
    sentence,
    unfollowed,
)

#: So many of those that are told together are named.
NAMED = 3
CHECK = (
    "Check their addresses{network}: `blog-archiver status` lists them all, `blog-archiver remove` takes"
    " one out."
)
NETWORK = ", and whether this machine has a network"


def together(incidents: Iterable[Row]) -> list[list[Row]]:
    """Incidents as they are told: those of a platform's profiles that never worked in one, others alone.

    Of one that is over nobody knows any more whether who waited had worked before: the ends of all that
    may be such are told together.
    """
    groups: dict[tuple[object, ...], list[Row]] = {}
    for incident in incidents:
        alone = None if never_worked(incident) else incident["id"]
        key = incident["platform"], incident["over_at"] is None, unfollowed(incident), alone
        groups.setdefault(key, []).append(incident)
    return list(groups.values())


def never_worked(incident: Row) -> bool:
    """Whether nothing ever came of the profiles that wait, which may not be there at all."""
    may_be_wrong = incident["kind"] in ("author_gone", "failed") or lacks_posts(incident)
    return may_be_wrong and not incident["archived"] and not incident["worked"]


def worded(incidents: Sequence[Row]) -> str:
    """The message of incidents that are told together, or of their ends."""
    incident, *others = incidents
    if others:
        return f"{ends(incidents)}\n" if incident["over_at"] else f"{begun(incidents)}\n"
    if incident["over_at"]:
        return f"{recovery(incident)}\n"
    return f"{sentence(incident)}\n{advice(incident)}\n"


def begun(incidents: Sequence[Row]) -> str:
    """Whose profiles never worked, since when, and what to do."""
    profiles = sum(row["profiles"] for row in incidents)
    since = minute(min(row["since"] for row in incidents))
    unreachable = any(row["kind"] == "failed" for row in incidents)
    todo = CHECK.format(network=NETWORK if unreachable else "")
    return f"{profiles} profiles of {named(incidents)} never worked, since {since}; nothing lost\n{todo}"


def ends(incidents: Sequence[Row]) -> str:
    """That incidents are over which were told together, or might have been."""
    since = min(row["since"] for row in incidents)
    what = f"profiles of {named(incidents)} did not work (since {minute(since)})"
    return f"{ended(incidents)}: {what}; nothing lost"


def named(incidents: Sequence[Row]) -> str:
    """The platform, and some of the names or addresses: `CSDN (csdn:li, csdn:wang, csdn:he and 52 more)`."""
    platform, more = incidents[0]["platform"], len(incidents) - NAMED
    some = ", ".join(place(row) for row in incidents[:NAMED])
    return f"{NAMES.get(platform, platform)} ({some}{f' and {more} more' if more > 0 else ''})"
