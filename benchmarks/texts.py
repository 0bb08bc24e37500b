"""Posts made of the paragraphs of real ones, and what is searched for in them."""

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

CHINESE = "[\u4e00-\u9fff]"
#: Queries of each kind, and how many.
KINDS_OF_QUERY = {
    "one character": (re.compile(CHINESE), 10),
    "two": (re.compile(f"{CHINESE}{{2}}"), 50),
    "four": (re.compile(f"{CHINESE}{{4}}"), 15),
    "mixed": (re.compile(f"[A-Za-z]{{3,}}{CHINESE}{{2}}"), 20),
    "identifiers": (re.compile(r"\b[A-Za-z]{2,}[._][A-Za-z]{2,}\b", re.ASCII), 20),
}


@dataclass(frozen=True, slots=True)
class Texts:
    """`count` posts of `length` paragraphs each; words are as common as in the originals.

    They are made when they are gone through, the same each time: 300,000 fit into no memory.
    """

    paragraphs: Sequence[str]
    count: int
    length: int = 20

    @classmethod
    def of(cls, folder: Path, count: int, length: int = 20) -> "Texts":
        """Posts of the paragraphs of all Markdown files in a folder."""
        files = (path.read_text("utf-8", "replace") for path in sorted(folder.rglob("*.md")))
        return cls([part for text in files for part in text.split("\n\n")], count, length)

    def recipes(self) -> Iterator[list[int]]:
        """For each post the numbers of its paragraphs."""
        pick = random.Random(0)
        numbers = range(len(self.paragraphs))
        return (pick.choices(numbers, k=self.length) for _ in range(self.count))

    def __iter__(self) -> Iterator[str]:
        for recipe in self.recipes():
            yield "\n\n".join(self.paragraphs[number] for number in recipe)


def queries(bodies: Iterable[str]) -> dict[str, list[str]]:
    """What is searched for: words cut from texts, of each kind."""
    pick = random.Random(1)
    kept = list(bodies)
    return {
        kind: pick.sample(sorted({w for body in kept for w in pattern.findall(body)}), count)
        for kind, (pattern, count) in KINDS_OF_QUERY.items()
    }
