"""Incidents in the user's words: what is broken, since when, and what to do about it.

Pages had their say in them, so that no message has a line end or a control character of theirs.
"""

from collections.abc import Sequence

from archive.rows import Row
from archive.watch.incidents import UNFOLLOWED
from scraper.net.redact import redact

#: What people call a platform that has a name besides its own word.
NAMES = {"csdn": "CSDN", "tencent_cloud": "Tencent Cloud", "github_readme": "GitHub"}
#: Kinds of pages (scraper.items.Page.kind).
PAGES = {"listing": "list", "profile": "profile page", "post": "post page"}
LONGEST = 400  # characters of a reason, or of what is shown of a page

WHAT = {
    "changed": "{who} {page} changed",
    "gone": "{who} {page} gone",
    "blocked": "{who} refuses us",
    "login": "{who} wants a login",
    "disallowed": "robots.txt of {who} forbids us",
    "failed": "{who} cannot be reached",
    "author_gone": "{who} says that {subject} is gone",
    "budget": "the budget of a run does not suffice for {who}",
}
ADVICE = {
    "changed": "Upgrade blog-archiver; if that does not help, report it{page_kept}.",
    "gone": "Open the address in a browser; upgrade blog-archiver, or report it{page_kept}.",
    "blocked": "Wait: it is asked again, more and more seldom. If it lasts for days, give it a longer"
    " delay or interval in profiles.toml.",
    "login": "Wait, and see in a browser whether the page is shown without a login. What needs one is"
    " not archived.",
    "disallowed": "robots.txt is obeyed. Ask the site, or take the profiles out: `blog-archiver remove`.",
    "failed": "Wait: it is asked again. If it lasts, see whether this machine has a network, and the site"
    " answers in a browser.",
    "author_gone": "See whether the author has moved: `blog-archiver add` the new address, and"
    " `blog-archiver remove {subject}`. The archived posts stay.",
    "budget": "Give more `requests` or `minutes` in [crawl] of profiles.toml, which are of each platform in a"
    " run, or let the timer run more often with fewer profiles due at a time: set their `interval`.",
}
#: Of what never was there: a name or an address that is mistaken.
NO_AUTHOR = "Check the name: `blog-archiver remove {subject}` takes it out."
NO_BLOG = "No blog found there: check the address; `blog-archiver remove {waits}` takes it out."


def sentence(incident: Row) -> str:
    """What is broken, since when, who waits."""
    profiles = incident["profiles"]
    waiting = f"{profiles} profile{'' if profiles == 1 else 's'} waiting"
    return f"{what(incident)} since {minute(incident['since'])}{detail(incident)}; {waiting}; nothing lost"


def advice(incident: Row) -> str:
    """What the user is to do."""
    kept = f" with the page that is row {incident['fetch_id']} of the table fetches"
    return advised(incident).format(
        subject=incident["subject"],
        waits=incident["waits"],
        page_kept=kept if incident["fetch_id"] else "",
    )


def advised(incident: Row) -> str:
    """What people are told to do about such an incident."""
    if incident["archived"]:
        return ADVICE[incident["kind"]]
    if incident["kind"] == "author_gone":
        return NO_AUTHOR
    never_worked = lacks_posts(incident) and not incident["worked"]
    return NO_BLOG if never_worked else ADVICE[incident["kind"]]


def lacks_posts(incident: Row) -> bool:
    """Whether a site is no blog, or none any more (scraper.blog.site)."""
    return bool(incident["kind"] == "changed" and incident["subject"].endswith(" listing: posts"))


def place(incident: Row) -> str:
    """The site, the profile or the page that an incident is of."""
    where, _, _ = plain(incident["subject"]).partition(" listing: ")
    return where


def recovery(incident: Row) -> str:
    """That an incident is over, or of no interest any more."""
    crawls = "1 crawl" if incident["crawls"] == 1 else f"{incident['crawls']} crawls"
    since = minute(incident["since"])
    return f"{ended([incident])}: {what(incident)} (since {since}, {crawls}); nothing lost"


def ended(incidents: Sequence[Row]) -> str:
    """How incidents ended that are told together, and when the last of them did."""
    over = minute(max(row["over_at"] for row in incidents))
    return f"No longer followed since {over}" if unfollowed(incidents[0]) else f"Over since {over}"


def unfollowed(incident: Row) -> bool:
    """Whether an incident ended since nobody follows any more who waited for its end: it may last."""
    return bool(incident["reason"] == UNFOLLOWED)


def what(incident: Row) -> str:
    """What is broken, in a few words."""
    where, _, missing = plain(incident["subject"]).partition(": ")
    host, _, page = where.rpartition(" ")
    if lacks_posts(incident):
        whose = f" ({incident['waits']})" if incident["waits"] else ""  # nobody, once it is over
        return f"no posts found at {host}{whose}"
    site = "" if incident["kind"] == "author_gone" or where == incident["platform"] else where
    who = NAMES.get(incident["platform"], incident["platform"])
    if incident["kind"] in ("changed", "gone"):
        site = host
    said = WHAT[incident["kind"]].format(
        who=site or who, page=PAGES.get(page, page), subject=incident["subject"]
    )
    return f"{said}: `{missing}` missing" if missing and incident["kind"] == "changed" else said


def detail(incident: Row) -> str:
    """What there is in the place of what is missing, or why."""
    if incident["kind"] == "changed" and incident["found"] and ": " in incident["subject"]:
        return f", instead there is {plain(incident['found'])}"
    return f": {plain(incident['reason'])}"


def plain(text: str) -> str:
    """Text of a page or a site on one line of a message, without secrets of addresses, cut if long."""
    line = "".join(c if c.isprintable() else " " for c in redact(" ".join(text.split())))
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}…"


def minute(at: str) -> str:
    """A time of the archive, to the minute: `2026-11-30 14:00 UTC`."""
    return f"{at[:16].replace('T', ' ')} UTC"
