"""JSON answers: what has to be in them, and of what kind. What is not is named by its path."""

import json
from typing import Any

from scrapy.http import Response

from scraper.pages import FOUND, Changed, text_of


def answer(response: Response) -> Any:
    """What a response holds as JSON. Raises Changed for what is none."""
    try:
        return json.loads(text_of(response))
    except (ValueError, RecursionError) as error:
        begin = text_of(response)[:FOUND]
        raise Changed(
            f"{response.url} is no JSON to its end", missing="JSON", found=begin
        ) from error


def part(given: Any, path: str, *kinds: type, within: str = "") -> Any:
    """What lies at a path such as `owner.login`, of one of some kinds.

    `within` is where `given` itself lies in the answer. Raises Changed that names the whole path, and
    as what is there instead the keys, or the value.
    """
    at = given
    for key in path.split("."):
        if not isinstance(at, dict) or key not in at:
            raise lacking(within + path, ", ".join(at) if isinstance(at, dict) else shown(at))
        at = at[key]
    if type(at) not in kinds:
        raise lacking(within + path, shown(at))
    return at


def lacking(path: str, found: str) -> Changed:
    """That an answer has changed its shape."""
    return Changed("the answer has another shape", missing=path, found=found)


def shown(value: Any) -> str:
    """A value as JSON writes it, as far as it is shown."""
    return json.dumps(value, ensure_ascii=False)[:FOUND]
