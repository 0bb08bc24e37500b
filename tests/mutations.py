"""Changes of a site, as tests of drift write them: of pages, of JSON, of what an author has written."""

import json
import re
from collections.abc import Callable
from typing import Any

from tests.drift import Change, Drift
from tests.replica import Fault
from tests.replica.prose import Block
from tests.stages import Stage

HTML = {"Content-Type": "text/html; charset=utf-8"}


def drift(title: str, pages: str, answer: Any, named: str, seen: str = "changed") -> Drift:
    return Drift(title=title, pages=pages, answer=answer, named=named, seen=seen)


def harmless(title: str, pages: str, answer: Callable[[str], str]) -> Change:
    return Change(title=title, pages=pages, answer=answer)


def by_author(title: str, change: Callable[[list[Any]], object]) -> Change:
    """What an author does to the list of posts."""

    def author(stage: Stage) -> None:
        for posts in stage.posts.values():
            change(posts)

    return Change(title=title, author=author)


def within(start: str, end: str, change: Callable[[str], str]) -> Callable[[str], str]:
    """A page with a change between two expressions."""
    part = re.compile(f"({start})(.*)(?={end})", re.DOTALL)
    return lambda text: part.sub(lambda found: found[1] + change(found[2]), text)


def replaced(what: str, by: str) -> Callable[[str], str]:
    """A page with something else for all that an expression finds."""
    return lambda text: re.sub(what, by, text, flags=re.DOTALL)


def in_glyphs(html: str) -> str:
    """Ideographs as private-use glyphs, which a font of the page's draws."""
    return re.sub("[\u4e00-\u9fff]", lambda c: chr(0xE000 + ord(c[0]) % 0x1800), html)


def page(html: str) -> Fault:
    """A page in the place of another."""
    return Fault(200, html.encode(), HTML)


def edited(edit: Callable[[Any], object]) -> Callable[[str], str]:
    """JSON with a change made in place."""

    def answer(text: str) -> str:
        tree = json.loads(text)
        edit(tree)
        return json.dumps(tree, ensure_ascii=False)

    return answer


def renamed(key: str) -> Callable[[str], str]:
    """JSON with a key called otherwise, wherever it is."""
    return lambda text: text.replace(f'"{key}":', f'"{key}V2":')


def items(**values: object) -> Callable[[str], str]:
    """A JSON list with these values in all of its items."""
    return edited(lambda tree: [item.update(values) for item in tree["data"]["list"]])


def halved(text: str) -> str:
    return text[: len(text) // 2]


def minified(text: str) -> str:
    return json.dumps(json.loads(text), separators=(",", ":"))


def in_another_order(text: str) -> str:
    return json.dumps(json.loads(text), sort_keys=True)


def append(posts: list[Any]) -> None:
    posts[0].blocks.append(Block("paragraph", "补充：新版本已经修好了。"))


def retitle(posts: list[Any]) -> None:
    posts[0].title = "改过的标题"


def retitle_all(posts: list[Any]) -> None:
    for number, post in enumerate(posts):
        post.title = f"改过的第{number}个标题"


def drop_last(posts: list[Any]) -> None:
    del posts[-1]


def take_out_pictures(posts: list[Any]) -> None:
    for post in posts:
        post.blocks = [block for block in post.blocks if block.kind != "image"]
