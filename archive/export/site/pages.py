"""Pages of a site: one a post, one a profile, and those to begin with."""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby
from operator import attrgetter
from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

from archive.browse.typesetter import Typesetter
from archive.browse.visit import outside
from archive.export.exported import Exported
from archive.export.folder import Folder
from archive.export.media import copied
from archive.export.names import digits
from archive.export.rights import notice

NEWEST = 30  # posts on the first page


@dataclass(frozen=True, slots=True)
class Card:
    """What lists show of a post. `digits` name its page; `day` is empty where nobody knows it."""

    digits: str
    title: str
    author: str
    platform: str
    handle: str
    profile_name: str
    day: str
    tags: tuple[str, ...]

    @classmethod
    def of(cls, post: Exported) -> "Card":
        named = post.reference
        return cls(
            digits=digits(named),
            title=post.title,
            author=post.author,
            platform=named.platform,
            handle=named.handle,
            profile_name=post.profile_name,
            day=post.published.on.isoformat() if post.published else "",
            tags=post.tags,
        )

    @property
    def profile(self) -> str:
        """The name of the page of its profile."""
        return sha256(f"{self.platform}\n{self.handle}".encode()).hexdigest()[:10]


class Pages:
    """The pages of a site in a folder. `cards` are of the posts, in their order."""

    def __init__(self, folder: Folder, name: str, typesetter: Typesetter) -> None:
        self.folder, self.name, self.typesetter = folder, name, typesetter
        self.cards = list[Card]()

    def post(self, post: Exported, before: Exported | None, after: Exported | None) -> Card:
        """Write the page of a post that is read after one and before another."""
        card = Card.of(post)
        others = {address: f"{digits(other)}.html" for address, other in post.here.items()}
        files = {address: f"../{name}" for address, name in copied(post, self.folder).items()}
        body = self.typesetter.set(post.body, {**others, **files})
        neighbours = {"older": beside(card, before), "newer": beside(card, after)}
        shown = {"post": post, "card": card, "body": body, "notice": notice(post), **neighbours}
        self.write(
            f"posts/{card.digits}.html", "post.html", title=post.title, others=others, **shown
        )
        self.cards.append(card)
        return card

    def lists(self) -> None:
        """Write the pages of profiles, which are not parted in the order of posts, and the first ones."""
        profiles = {}
        for profile, cards in groupby(self.cards, attrgetter("profile")):
            profiles[profile] = newest_first(cards)
            name = profiles[profile][0].profile_name
            self.write(
                f"profiles/{profile}.html", "profile.html", title=name, cards=profiles[profile]
            )
        newest = newest_first(self.cards)[:NEWEST]
        self.write("index.html", "index.html", title=self.name, profiles=profiles, newest=newest)
        self.write("search.html", "search.html", title="Search")

    def write(self, path: str, template: str, **values: Any) -> None:
        """A page; its addresses begin with `root`."""
        root = "../" * path.count("/")
        ours = {"site": self.name, "root": root, "outside": outside}
        page = TEMPLATES.get_template(template).render(**ours, **values)
        self.folder.write(path, page.encode())


def beside(card: Card, other: Exported | None) -> Card | None:
    """A post that is next to one, if it is of the same profile."""
    found = Card.of(other) if other else None
    return found if found and found.profile == card.profile else None


def newest_first(cards: Iterable[Card]) -> list[Card]:
    """Cards by their day; of one day the later of the order first."""
    return sorted(reversed(list(cards)), key=attrgetter("day"), reverse=True)


TEMPLATES = Environment(
    loader=ChoiceLoader([PackageLoader("archive.export.site"), PackageLoader("archive.browse")]),
    undefined=StrictUndefined,
    autoescape=True,
    trim_blocks=True,
)
