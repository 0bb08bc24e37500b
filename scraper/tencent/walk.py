"""Reading a list page by page: what is new on a page, and whether the list has been read to its end."""

from dataclasses import dataclass, field

from scraper.items import Entry

#: Articles on a page of a list, as the site's own client asks for them and the seed shows them.
PAGE_SIZE = 20
#: How often a list is read in all when its total changes meanwhile: a deleted article moves one
#: that was not read yet to a page that was.
ROUNDS = 3


@dataclass(slots=True)
class ListPage:
    """One page of a list: its entries, in order, not numbered yet.

    `others` counts lines that are no article of the user (a follow, a like), which the site's `total`
    counts too; `next_url` is where a pager leads, `last` whether the page says that it is the last.
    """

    entries: list[Entry] = field(default_factory=list)
    others: int = 0
    total: int | None = None
    next_url: str | None = None
    last: bool = False


@dataclass(slots=True)
class Walk:
    """How far the reading of a list has come; handed on from request to request.

    `seen` are the articles of all rounds and sources, `read` those of this round, beside `others`.
    `empty` is whether a source declared that there are none; `doubted` says why its total is not
    believed.
    """

    seen: set[str] = field(default_factory=set)
    read: set[str] = field(default_factory=set)
    others: int = 0
    sources: list[str] = field(default_factory=list)
    total: int | None = None
    rounds: int = 1
    empty: bool = False
    repeated: bool = False
    changed: bool = False
    last: bool = False
    doubted: str = ""

    def begin(self) -> None:
        """Begin again: at another source, or because the list has changed."""
        self.read, self.others, self.total = set(), 0, None
        self.rounds += 1

    def take(self, page: ListPage, source: str) -> list[Entry]:
        """Note a page of `source`; return its entries that are new, with their positions."""
        ids = {entry.source_id for entry in page.entries}
        self.repeated, self.last = bool(ids) and ids <= self.read, page.last
        self.changed = None not in (page.total, self.total) and page.total != self.total
        self.total = self.total if page.total is None else page.total
        new = [entry for entry in page.entries if entry.source_id not in self.seen]
        for position, entry in enumerate(new, start=len(self.seen) + 1):
            entry.position = position
        self.seen |= ids
        self.read |= ids
        self.others += page.others
        if ids and source not in self.sources:
            self.sources.append(source)
        return new

    @property
    def to_be_read_again(self) -> bool:
        """Whether the list changed while it was read."""
        return self.changed and self.rounds < ROUNDS

    @property
    def ended_short(self) -> bool:
        """Whether the list has less than its total, for the first time: an article that was pinned
        while it was read stands on a page that was read before.
        """
        return self.total is not None and not self.read_through and self.rounds == 1

    @property
    def goes_on(self) -> bool:
        """Whether another page may bring more."""
        return not (self.repeated or self.read_through)

    @property
    def complete(self) -> bool:
        """Whether all that the user has is listed."""
        return self.read_through and not self.doubted

    @property
    def read_through(self) -> bool:
        """Whether the list has been read to its end, by its total, else by its last page."""
        return self.last if self.total is None else len(self.read) + self.others >= self.total

    @property
    def declared(self) -> int | None:
        """The site's total, where it counts nothing but articles, and all of them."""
        return None if self.others or self.doubted else self.total

    @property
    def reason(self) -> str | None:
        """Why the list is not complete."""
        if self.read_through:
            return self.doubted or None
        if self.total is not None:
            return f"{len(self.read) + self.others} of {self.total} are listed"
        return "the list states neither its total nor its last page"
