"""Repositories that change between two crawls: 25 ways that are named, 25 that nobody is to be told of."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.drift import Change, Drift, First, assert_named, assert_no_alarm, first_crawl
from tests.replica import Fault
from tests.stages import IndexSite, Stage, github_note, github_readme
from tests.thorough import cases

CARD, TREE = "api.github.com/repos/[^/]+/[^/]+$", "/git/trees/"
README, NOTES = "/HEAD/README.md$", "/HEAD/notes/"
API, RAW = "api.github.com", "raw.githubusercontent.com"
HTML = {"Content-Type": "text/html; charset=utf-8"}
JSON = {"Content-Type": "application/json; charset=utf-8"}
SIGN_IN = Fault(200, "<!DOCTYPE html><title>Sign in</title><h1>登录</h1>".encode(), HTML)
NOT_FOUND = Fault(404, b'{"message": "Not Found", "status": "404"}', JSON)
SPENT = Fault(
    403, b'{"message": "API rate limit exceeded"}', {"X-RateLimit-Remaining": "0", **JSON}
)

first = first_crawl(lambda: github_readme((5,), 20))


def answer(change: Callable[[Any], object]) -> Callable[[str], str]:
    """An answer of the API, changed in place or for what `change` returns."""

    def changed(text: str) -> str:
        given = json.loads(text)
        made = change(given)
        return json.dumps(given if made is None else made, ensure_ascii=False)

    return changed


def renamed(key: str) -> Callable[[dict[str, Any]], None]:
    """The same value under another name."""

    def rename(given: dict[str, Any]) -> None:
        given[f"{key}_v2"] = given.pop(key)

    return rename


def of_nodes(change: Callable[[dict[str, Any]], object]) -> Callable[[str], str]:
    """A tree, every node of it changed."""

    def changed(tree: dict[str, Any]) -> None:
        for node in tree["tree"]:
            change(node)

    return answer(changed)


def index(what: str, to: str) -> Callable[[str], str]:
    """A README written otherwise."""

    def written(text: str) -> str:
        return re.sub(what, to, text, flags=re.MULTILINE)

    return written


def renaming(old: str, new: str) -> Callable[[str], str]:
    """A file under another name."""
    return of_nodes(lambda node: node.update(path=new) if node["path"] == old else None)


def typed(name: str) -> Callable[[str], str]:
    return of_nodes(lambda node: node.update(type=name))


ENTRY = r"^- \[(.*?)\]\((.*?)\)$"
DRIFTS = [
    Drift(title="tree renamed", pages=TREE, answer=answer(renamed("tree")), named="tree"),
    Drift(title="list in HTML", pages=README, answer=index(ENTRY, r'<li><a href="\2">\1</a></li>'), named="README.md: entries"),
    Drift(title="README renamed", pages=TREE, answer=renaming("README.md", "INDEX.md"), named="README.md"),
    Drift(title="raw sends pages", pages=RAW, answer=SIGN_IN, named="Content-Type: text/plain"),
    Drift(title="repository gone", pages=API, answer=NOT_FOUND, seen="author_gone", named="404"),
    Drift(title="rate limit", pages=API, answer=SPENT, seen="failed", named="quota"),
    Drift(title="paths renamed", pages=TREE, answer=of_nodes(renamed("path")), named="tree[].path"),
    Drift(title="types renamed", pages=TREE, answer=of_nodes(renamed("type")), named="tree[].type"),
    Drift(title="shas renamed", pages=TREE, answer=of_nodes(renamed("sha")), named="tree[].sha"),
    Drift(title="modes are numbers", pages=TREE, answer=of_nodes(lambda n: n.update(mode=33188)), named="tree[].mode"),
    Drift(title="types are other words", pages=TREE, answer=typed("file"), named="tree[].type"),
    Drift(title="shas are other words", pages=TREE, answer=of_nodes(lambda n: n.update(sha="W/1")), named="tree[].sha"),
    Drift(title="tree is an object", pages=TREE, answer=answer(lambda t: t.update(tree={"nodes": t["tree"]})), named="tree"),
    Drift(title="truncated renamed", pages=TREE, answer=answer(renamed("truncated")), named="truncated"),
    Drift(title="tree in an envelope", pages=TREE, answer=answer(lambda t: {"data": t}), named="sha"),
    Drift(title="tree is null", pages=TREE, answer=answer(lambda t: t.update(tree=None)), named="tree"),
    Drift(title="tree is empty", pages=TREE, answer=answer(lambda t: t.update(tree=[])), named="README.md"),
    Drift(title="JSON cut", pages=TREE, answer=lambda text: text[:-40], named="JSON"),
    Drift(title="API sends a page", pages=CARD, answer=SIGN_IN, named="JSON"),
    Drift(title="owner renamed", pages=CARD, answer=answer(renamed("owner")), named="owner.login"),
    Drift(title="default branch renamed", pages=CARD, answer=answer(renamed("default_branch")), named="default_branch"),
    Drift(title="stars are words", pages=CARD, answer=answer(lambda c: c.update(stargazers_count="4.5k")), named="stargazers_count"),
    Drift(title="README of 0 bytes", pages=README, answer=Fault(200, headers={"Content-Type": "text/plain"}), named="README.md: entries"),
    Drift(title="index lists other files", pages=README, answer=index(r"\./notes/", "./archive/"), named="README.md: entries"),
    Drift(title="raw has nothing", pages=NOTES, answer=Fault(404), named="HEAD/PATH"),
]  # fmt: skip


def notes(stage: Stage) -> list[Any]:
    (listed,) = stage.posts.values()
    return listed


def edited(stage: Stage) -> None:
    notes(stage)[2].content += "\n后来补充的一段话。\n".encode()


def licensed(stage: Stage) -> None:
    """A script of the author's writes the same lines below every note."""
    for note in notes(stage):
        note.content += "\n---\n\n作者保留权利。\n\n转载请注明出处。\n".encode()


def with_readme(change: Callable[[str], str]) -> Callable[[Stage], object]:
    """What the author makes of the README, in the tree and as it is sent."""

    def act(stage: Stage) -> None:
        (site,) = stage.site.sites.values()
        assert isinstance(site, IndexSite)
        site.rewritten = change

    return act


OTHERS = {"url": "https://api.github.com/x", "node_id": "MDQ6", "size": 3}
CHANGES = [
    Change(title="nothing"),
    Change(title="an edit", author=edited),
    Change(title="the same lines below all notes", author=licensed),
    Change(title="a note deleted", author=lambda stage: notes(stage).pop(3)),
    Change(title="list with stars", author=with_readme(index("^- ", "* "))),
    Change(title="a new note", author=lambda stage: notes(stage).append(github_note(50))),
    Change(title="new keys", pages=CARD, answer=answer(lambda c: c.update(OTHERS))),
    Change(title="new keys of the owner", pages=CARD, answer=answer(lambda c: c["owner"].update(OTHERS))),
    Change(title="new keys of the tree", pages=TREE, answer=answer(lambda t: t.update(OTHERS))),
    Change(title="new keys of the nodes", pages=TREE, answer=of_nodes(lambda n: n.update(OTHERS))),
    Change(title="stars grown", pages=CARD, answer=answer(lambda c: c.update(stargazers_count=4501))),
    Change(title="no description", pages=CARD, answer=answer(lambda c: c.update(description=None))),
    Change(title="white space", pages="/repos/", answer=lambda text: json.dumps(json.loads(text), indent=4)),
    Change(title="keys in another order", pages=CARD, answer=answer(lambda c: dict(sorted(c.items(), reverse=True)))),
    Change(title="nodes in another order", pages=TREE, answer=answer(lambda t: t["tree"].reverse())),
    Change(title="a submodule", pages=TREE, answer=answer(lambda t: t["tree"].append(
        {"path": "lib", "mode": "160000", "type": "commit", "sha": "0" * 40}))),
    Change(title="ordered list", author=with_readme(index("^- ", "1. "))),
    Change(title="table", author=with_readme(index(ENTRY, r"\n| 笔记 |\n|---|\n| [\1](\2) |"))),
    Change(title="headings deeper", author=with_readme(index("^## ", "### "))),
    Change(title="headings renamed", author=with_readme(index("^## .*$", "## Notes"))),
    Change(title="descriptions", author=with_readme(index(ENTRY, r"- [\1](\2)：说明"))),
    Change(title="absolute addresses", author=with_readme(index(r"\./notes/", "https://github.com/someone/notes0/blob/main/notes/"))),
    Change(title="badges", author=with_readme(lambda text: f"![build](https://img.example/b.svg)\n\n{text}")),
    Change(title="a short note", author=lambda stage: notes(stage).append(replaced(github_note(60), "# 短\n\n短。\n"))),
    Change(title="reordered", author=lambda stage: notes(stage).reverse()),
]  # fmt: skip


def replaced(note: Any, content: str) -> Any:
    note.content = content.encode()
    return note


@pytest.mark.parametrize("drift", cases(DRIFTS[:3], DRIFTS[3:]), ids=str)
def test_a_change_of_the_repository_is_named(first: First, drift: Drift, tmp_path: Path) -> None:
    assert_named(first, drift, tmp_path)


@pytest.mark.parametrize("change", cases(CHANGES[:2], CHANGES[2:]), ids=str)
def test_a_harmless_change_of_the_repository_alarms_nobody(
    first: First, change: Change, tmp_path: Path
) -> None:
    assert_no_alarm(first, change, tmp_path)
