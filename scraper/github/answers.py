"""What GitHub's API has to answer, by its documentation (REST, version 2022-11-28)."""

import re
from typing import Any

from scrapy.http import Response

from scraper.answers import answer, lacking, part

#: Key → kinds, of `/repos/OWNER/NAME`.
CARD: dict[str, tuple[type, ...]] = {
    "full_name": (str,),
    "default_branch": (str,),
    "description": (str, type(None)),
    "owner.login": (str,),
    "owner.avatar_url": (str,),
    "stargazers_count": (int,),
    "forks_count": (int,),
}
#: … of `/git/trees/HEAD?recursive=1`, and of each node in it.
TREE: dict[str, tuple[type, ...]] = {"sha": (str,), "tree": (list,), "truncated": (bool,)}
NODE: dict[str, tuple[type, ...]] = {name: (str,) for name in ("path", "mode", "type", "sha")}
#: Files, folders and submodules.
TYPES = frozenset({"blob", "tree", "commit"})
#: SHA-1, and what Git is to have after it.
SHA = re.compile("[0-9a-f]{40}(?:[0-9a-f]{24})?")


def card_in(response: Response) -> dict[str, Any]:
    """The card of a repository. Raises Changed."""
    return checked(answer(response), CARD)


def tree_in(response: Response) -> dict[str, Any]:
    """All files of a repository. Raises Changed."""
    tree = checked(answer(response), TREE)
    for node in tree["tree"]:
        checked(node, NODE, within="tree[].")
        if node["type"] not in TYPES:
            raise lacking("tree[].type", node["type"])
        if not SHA.fullmatch(node["sha"]):
            raise lacking("tree[].sha", node["sha"])
    return tree


def checked(given: Any, keys: dict[str, tuple[type, ...]], within: str = "") -> dict[str, Any]:
    """An object that has all of these keys. Raises Changed."""
    for key, kinds in keys.items():
        part(given, key, *kinds, within=within)
    assert isinstance(given, dict)
    return given
