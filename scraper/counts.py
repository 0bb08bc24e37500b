"""Counters as sites shorten them → numbers."""

import re

NUMBER = re.compile(r"([0-9][0-9,]*(?:\.[0-9]+)?)\s*([KkWwMm千万亿]?)\+?")
SCALES = {"": 1, "k": 1_000, "千": 1_000, "w": 10_000, "万": 10_000, "m": 1_000_000, "亿": 10**8}


def count(text: str) -> int | None:
    """The number that "951", "1,024", "3.7K", "1.2万" or "10w+" states, else None."""
    number = NUMBER.fullmatch(text.strip())
    if not number or len(number[1]) > 18:
        return None
    return round(float(number[1].replace(",", "")) * SCALES[number[2].lower()])
