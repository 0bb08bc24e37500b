"""What the archive holds against what each profile says it has, and every post that has no body."""

import json
from dataclasses import asdict, dataclass, field
from typing import Any

from sqlite_utils import Database

from archive.rows import Row, first, rows

STATES = ("archived", "gone", "external", "purged")


@dataclass(slots=True)
class Missing:
    """A listed post without a body: why, and when it was last tried (None: never)."""

    url: str
    title: str
    reason: str
    last_attempt: str | None


@dataclass(slots=True)
class Account:
    """One profile's ledger: `listed` is the sum of archived, gone, external, purged and missing.

    `locked` are those of the archived that are cut. `formulas_lost` are formulas of current bodies
    that the page had and the body has not. `warnings` do not make an archive incomplete.
    """

    profile: str
    declared: int | None
    listed: int
    archived: int
    locked: int
    gone: int
    external: int
    purged: int
    formulas_lost: int
    missing: list[Missing] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def line(self) -> str:
        """`csdn:someone  46/46 posts · 2 locked · 1 gone · 0 formulas lost`."""
        wanted = self.listed - self.gone - self.external - self.purged
        parts = [f"{self.archived}/{wanted} posts"]
        for name in ("locked", "gone", "external", "purged"):
            if count := getattr(self, name):
                parts.append(f"{count} {name}")
        return f"{self.profile}  {' · '.join([*parts, f'{self.formulas_lost} formulas lost'])}"

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def audit(database: Database, profile: Row, acknowledged: int = 0) -> Account:
    """The account of one row of `profiles`.

    `acknowledged` is how many more posts than it lists a profile may declare without a warning.
    """
    posts = rows(database, POSTS, profile["id"])
    missing = [missing_post(database, post) for post in posts if lacks_body(post)]
    missing += [lost_row(row) for row in rows(database, LOST_ROWS, profile["id"])]
    held = [post for post in posts if not lacks_body(post)]
    counts = {state: sum(post["state"] == state for post in held) for state in STATES}
    return Account(
        profile=f"{profile['platform']}:{profile['handle']}",
        declared=profile["declared_posts"],
        listed=len(held) + len(missing),
        locked=sum(bool(post["locked_at"]) and post["state"] == "archived" for post in held),
        formulas_lost=sum(formulas_lost(post) for post in held),
        missing=missing,
        warnings=listing_warnings(database, profile["id"], acknowledged),
        **counts,
    )


POSTS = """
SELECT posts.*, renderings.quality, renderings.id AS body FROM posts
LEFT JOIN renderings ON renderings.id = posts.rendering_id
    AND renderings.version_id = posts.version_id
WHERE profile_id = ? ORDER BY posts.id
"""
#: Entries whose post was taken out of the file behind our back: their addresses may still be there.
LOST_ROWS = """
SELECT entries.title, min(post_addresses.url) AS url, entries.listing FROM entries
LEFT JOIN post_addresses USING (post_id)
WHERE profile_id = ? AND post_id NOT IN (SELECT id FROM posts) GROUP BY entries.post_id
"""


def lacks_body(post: Row) -> bool:
    """Whether a post should have a body and has none, whatever its state says."""
    return post["state"] == "listed" or (post["state"] == "archived" and post["body"] is None)


def missing_post(database: Database, post: Row) -> Missing:
    """Why a post has no body: the last thing that was seen in its place."""
    seen = first(database, LAST_SEEN, post["id"])
    if post["state"] == "archived":
        reason = "its body was taken out of the archive"
    else:
        reason = seen["reason"] if seen else "listed, and not fetched yet"
    return Missing(post["url"], post["title"], reason, seen["observed_at"] if seen else None)


LAST_SEEN = "SELECT * FROM observations WHERE post_id = ? ORDER BY id DESC LIMIT 1"


def lost_row(entry: Row) -> Missing:
    """A post of which only its line in a listing is left."""
    reason = f"its row was taken out of the archive; {entry['listing']} lists it"
    return Missing(entry["url"] or "(address unknown)", entry["title"], reason, None)


def formulas_lost(post: Row) -> int:
    """How many formulas of the page are not in the body."""
    if post["quality"] is None:
        return 0
    had, got = json.loads(post["quality"])["counts"].get("formulas", (0, 0))
    return max(0, int(had) - int(got))


def listing_warnings(database: Database, profile_id: int, acknowledged: int) -> list[str]:
    """Listings that were last broken off, or that declare another number than they list."""
    warnings = []
    for listing in rows(database, LAST_LISTINGS, profile_id):
        name, declared, seen = listing["name"], listing["declared"], listing["seen"]
        if not listing["complete"]:
            warnings.append(f"listing {name} was broken off: {listing['reason']}")
        elif declared is not None and declared - seen not in (0, acknowledged):
            warnings.append(
                f"listing {name} declares {declared} and lists {seen}: acknowledge with "
                f"acknowledged = {declared - seen} in profiles.toml, if it is known why"
            )
    return warnings or ([] if has_listing(database, profile_id) else ["never listed"])


LAST_LISTINGS = """
SELECT * FROM listings WHERE id IN
    (SELECT max(id) FROM listings WHERE profile_id = ? GROUP BY name)
ORDER BY name
"""


def has_listing(database: Database, profile_id: int) -> bool:
    """Whether a profile was listed at all."""
    return first(database, "SELECT 1 FROM listings WHERE profile_id = ?", profile_id) is not None
