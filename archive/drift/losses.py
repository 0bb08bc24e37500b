"""What a page has lost of a post that nobody edited: a container has another name, and no author was there.

The words are still there, but the code is prose now, or the formulas are gibberish. Such a page makes no
version: its sender has changed, not its author. An edit shows by the page's own time of change, where the
site states one, or by words that are gone with the thing.
"""

from archive.recording.states import State
from scraper.body.quality import found_again, read
from scraper.body.survey import letters

#: The share of the words that a page must still have: the lost formulas and captions are words, too.
WORDS = 0.8
#: An author may take out the only picture and touch no word.
FEWEST = {"code": 1, "formulas": 1, "tables": 1, "images": 2}


def losses(new: State, current: State) -> list[str]:
    """What a page lacks of the current version, though nobody has edited it."""
    edited = new.updated_at != current.updated_at
    if edited or new.markdown == current.markdown or not same_words(current.text, new.text):
        return []
    before, now = elements(current.markdown), elements(new.markdown)
    lost = [kind for kind in FEWEST if is_lost(kind, before[kind], now[kind], new)]
    if new.source_format == "html" != current.source_format:
        lost.append(f"the source as {current.source_format}")
    return lost


def is_lost(kind: str, before: int, now: int, new: State) -> bool:
    """Whether a body has none of a kind any more, or fewer than its page still holds."""
    if not now:
        return before >= FEWEST[kind]
    return now < before and now < new.on_page.get(kind, 0)


def same_words(before: str, now: str) -> bool:
    return found_again(letters(before), letters(now)) >= WORDS


def elements(markdown: str) -> dict[str, int]:
    """How many of each kind a Markdown has."""
    reading = read(markdown)
    return {**reading.counts, "code": len(reading.blocks)}
