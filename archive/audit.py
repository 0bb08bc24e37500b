"""What the archive holds against what each profile says it has, and every post that has no body."""

import json
from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import Any

from sqlite_utils import Database

from archive.ledger import AS_ASKED, REST_KNOWN
from archive.media.account import MediaAccount, media_account
from archive.rows import Row, first, rows

NEVER_LISTED = "never listed"
NOT_FOLLOWED = "never listed, and not in profiles.toml"


@dataclass(slots=True)
class Missing:
    """A post without a body: why, and when it was last tried (None: never)."""

    url: str
    title: str
    reason: str
    last_attempt: str | None


@dataclass(slots=True)
class Account:
    """One profile's ledger: `listed` = archived + locked + gone + external + purged + missing.

    `declared` is what the profile says it has: its own total, else what its listings hold now.
    `locked` posts are kept as far as they are public; `nothing_public` are those with no body at all.
    `formulas_lost` are formulas of current bodies that the page had and the body has not.
    `media` that are missing, and `warnings`, do not make an archive incomplete.
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
    media: MediaAccount
    missing: list[Missing] = field(default_factory=list)
    nothing_public: list[Missing] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    @property
    def never_listed(self) -> bool:
        """Whether nothing is known of what the profile has."""
        return NEVER_LISTED in self.warnings

    @property
    def not_followed(self) -> bool:
        """Whether there is nothing to audit: nobody wants the profile any more, and nothing came of it."""
        return self.warnings == [NOT_FOLLOWED]

    def line(self) -> str:
        """`csdn:someone  46/46 posts · 2 locked · 0 formulas lost · 310/312 pictures`: kept, of how many."""
        kept = self.archived + self.locked
        parts = [f"{kept}/{kept + len(self.missing)} posts"]
        for name in ("locked", "gone", "external", "purged"):
            if count := getattr(self, name):
                parts.append(f"{count} {name}")
        parts += [f"{self.formulas_lost} formulas lost", *self.media.parts()]
        return f"{self.profile}  {' · '.join(parts)}"

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def audit(
    database: Database, profile: Row, acknowledged: int = 0, *, followed: bool = True
) -> Account:
    """The account of one row of `profiles`.

    `acknowledged` is how many more posts than it lists a profile may declare without a warning;
    `followed` is whether profiles.toml has it.
    """
    posts = [(post, place(post)) for post in rows(database, POSTS, profile["id"])]
    missing = [missing_post(database, post) for post, where in posts if where == "missing"]
    missing += [lost_row(row) for row in rows(database, LOST_ROWS, profile["id"])]
    counts = Counter(where for _, where in posts)
    warnings = listing_warnings(database, profile, acknowledged)
    if warnings == [NEVER_LISTED] and not (posts or missing or followed):
        warnings = [NOT_FOLLOWED]
    return Account(
        profile=f"{profile['platform']}:{profile['handle']}",
        declared=declared(database, profile),
        listed=len(posts) - counts["missing"] + len(missing),
        formulas_lost=sum(formulas_lost(post) for post, _ in posts),
        media=media_account(database, profile["id"]),
        missing=missing,
        nothing_public=[
            missing_post(database, post)
            for post, where in posts
            if where == "locked" and not post["body"]
        ],
        warnings=warnings,
        **{name: counts[name] for name in ("archived", "locked", "gone", "external", "purged")},
    )


#: A body that lost a formula is `partial` (scraper.body.quality): of others the quality, which SQLite finds
#: behind the whole body, is not read.
POSTS = """
SELECT posts.id, posts.url, posts.title, state, locked_at,
    iif(posts.verdict = 'partial', quality, NULL) AS quality, body_markdown <> '' AS body
FROM posts
LEFT JOIN post_versions ON post_versions.id = posts.version_id
LEFT JOIN renderings ON renderings.id = posts.rendering_id
    AND renderings.version_id = post_versions.id
WHERE posts.id IN (SELECT id FROM posts WHERE profile_id = ?) ORDER BY posts.id
"""
#: Posts whose rows were taken out of the file behind our back: their lines and versions are still there.
LOST_ROWS = """
WITH lost AS (
    SELECT post_id, title, 'listing ' || listing || ' has it' AS trace FROM entries
    WHERE profile_id = ?1 AND post_id NOT IN (SELECT id FROM posts)
    UNION ALL
    SELECT post_id, title, 'a version of it is still there' FROM post_versions
    JOIN crawls ON crawls.id = crawl_id
    WHERE profile_id = ?1 AND post_id NOT IN (SELECT id FROM posts)
)
SELECT lost.title, min(post_addresses.url) AS url, trace FROM lost
LEFT JOIN post_addresses USING (post_id) GROUP BY lost.post_id
"""


def place(post: Row) -> str:
    """Where the ledger counts a post. One that should have a body and has none is missing."""
    if post["state"] not in ("listed", "archived"):
        return str(post["state"])
    taken = post["state"] == "archived" and not post["body"]
    if post["locked_at"] and not taken:
        return "locked"
    return "archived" if post["body"] else "missing"


def missing_post(database: Database, post: Row) -> Missing:
    """Why a post has no body: the last thing that was seen in its place."""
    seen = first(database, LAST_SEEN, post["id"])
    if post["state"] == "archived":
        reason = "its body was taken out of the archive"
    else:
        reason = seen["reason"] if seen else "listed, and not fetched yet"
    return Missing(post["url"], post["title"], reason, seen["observed_at"] if seen else None)


LAST_SEEN = "SELECT * FROM observations WHERE post_id = ? ORDER BY id DESC LIMIT 1"


def lost_row(lost: Row) -> Missing:
    """A post of which only its traces are left."""
    reason = f"its row was taken out of the archive; {lost['trace']}"
    return Missing(lost["url"] or "(address unknown)", lost["title"], reason, None)


def formulas_lost(post: Row) -> int:
    """How many formulas of the page are not in the body."""
    if post["quality"] is None:
        return 0
    had, got = json.loads(post["quality"])["counts"].get("formulas", (0, 0))
    return max(0, int(had) - int(got))


def declared(database: Database, profile: Row) -> int | None:
    """How many posts a profile says it has; None when it was never listed."""
    if profile["declared_posts"] is not None:
        return int(profile["declared_posts"])
    now = first(database, LISTED_NOW, profile["id"]) or {}
    return now["posts"] if now["listings"] else None


LISTED_NOW = """
SELECT (SELECT count(*) FROM listings WHERE profile_id = ?1) AS listings,
    (SELECT count(DISTINCT post_id) FROM entries WHERE profile_id = ?1) AS posts
"""


def listing_warnings(database: Database, profile: Row, acknowledged: int) -> list[str]:
    """Listings that were last broken off, and totals of which less or more is listed."""
    found = rows(database, LAST_LISTINGS, profile["id"])
    warnings = [] if found else [NEVER_LISTED]
    for listing in found:
        name, seen = f"listing {listing['name']}", listing["seen"]
        totals = {name: listing["declared"]}
        if listing["declared"] not in (None, profile["declared_posts"]):
            totals["the profile"] = profile["declared_posts"]
        over = {who: total - seen for who, total in totals.items() if total is not None}
        broken_off = not listing["complete"] and listing["reason"] != REST_KNOWN
        if broken_off and acknowledged not in {*over.values()} - {0}:
            warnings.append(f"{name} was broken off: {listing['reason']}")
        warnings += [
            f"{who} declares {seen + more} and lists {seen}: acknowledge with "
            f"acknowledged = {more} in profiles.toml, if it is known why"
            for who, more in over.items()
            if more not in (0, acknowledged)
        ]
    return warnings


#: Of each listing that the last whole crawl still had the last that was to be read to its end, if there
#: is one.
LAST_LISTINGS = f"""
SELECT * FROM listings WHERE id IN (
    SELECT coalesce(max(id) FILTER (WHERE coalesce(reason, '') NOT LIKE '{AS_ASKED}'), max(id))
    FROM listings WHERE profile_id = ?1 GROUP BY name HAVING max(crawl_id) >= (
        SELECT coalesce(max(id), 0) FROM crawls WHERE profile_id = ?1 AND outcome = 'complete')
) ORDER BY name
"""
