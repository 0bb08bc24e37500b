"""Bodies are laid out for an export as for the reading view, in a process of their own (see Typesetter).

Nobody waits for a page here: what is too much for a reader who looks on is given ten times as long.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from archive.browse.markup import reading
from archive.browse.typesetter import Typesetter, Work


@contextmanager
def typesetting(work: Work = reading) -> Iterator[Typesetter]:
    """A typesetter for many bodies, which is ended with the block."""
    typesetter = Typesetter(seconds=12, patience=100, work=work)
    try:
        yield typesetter
    finally:
        typesetter.end()
