"""Lines of JSON from elsewhere: each an object, or a reason why it is none."""

import json
from collections.abc import Iterator
from math import isinf
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

#: Bytes of a line: of the largest page that is fetched, 8 MiB, with every byte as `\u0000`.
LONGEST = 64 * 1024 * 1024
MARK = b"\xef\xbb\xbf"  # Notepad begins a file with it


class Damaged(ValueError):
    """What cannot be taken; the message says what is wrong with it."""


def lines(path: Path) -> Iterator[tuple[int, dict[str, Any] | Damaged]]:
    """The number of each line, from 1, and its object, or what is wrong with it. Raises OSError."""
    with path.open("rb") as file:
        number = 0
        while line := file.readline(LONGEST + 1):
            number += 1
            whole = len(line) <= LONGEST or skipped(file, line)
            line = line.removeprefix(MARK) if number == 1 else line
            if line.strip():
                yield number, parsed(line) if whole else Damaged(f"longer than {LONGEST} bytes")


def skipped(file: BinaryIO, line: bytes) -> bool:
    """Pass over the rest of a line that is too long, in pieces; always False."""
    while line and not line.endswith(b"\n"):
        line = file.readline(LONGEST)
    return False


def parsed(line: bytes) -> dict[str, Any] | Damaged:
    """The object of a line, or what is wrong with it."""
    try:
        found = json.loads(line.decode(), object_pairs_hook=once, **NUMBERS)
        if b"\\u" in line:
            check_text(json.dumps(found, ensure_ascii=False))
    except UnicodeError as error:
        return Damaged(f"no text in UTF-8, or half a character: {error}")
    except RecursionError:
        return Damaged("nested too deep")
    except Damaged as error:
        return error
    except ValueError as error:
        return Damaged(f"no JSON: {error}")
    return found if isinstance(found, dict) else Damaged("no object")


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object none of whose names stands there twice: which of the two was meant?"""
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        raise Damaged(f"{next(n for n in names if names.count(n) > 1)[:100]!r} stands there twice")
    return made


def refused(constant: str) -> NoReturn:
    raise Damaged(f"{constant} is no number of JSON")


def finite(text: str) -> float:
    """A number with a point. Raises Damaged for one that is too large."""
    number = float(text)
    if isinf(number):
        raise Damaged(f"{text[:100]} is too large a number")
    return number


NUMBERS: dict[str, Any] = {"parse_constant": refused, "parse_float": finite}


def check_text(text: str) -> None:
    """Raise UnicodeError for a lone surrogate, Damaged for a NUL: neither can be kept as it is."""
    text.encode()
    if "\\u0000" in text.replace("\\\\", ""):
        raise Damaged("a NUL in a text")
