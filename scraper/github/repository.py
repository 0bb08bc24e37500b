"""A GitHub repository as one run sees it: its tree, and where the links of its files lead.

Addresses (documentation of GitHub, and a repository read 2026-11): a file is shown at
`github.com/OWNER/NAME/blob/REF/PATH`, a folder at `…/tree/REF/PATH`, and sent as it is from
`raw.githubusercontent.com/OWNER/NAME/REF/PATH`, where `HEAD` is the default branch.
"""

import posixpath
import re
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, unquote, urljoin, urlsplit

MARKDOWN = re.compile(r".+\.(?:md|markdown|mdown|mkd)", re.IGNORECASE)
README = re.compile(r"readme(?:[-_.][^/]*)?\.(?:md|markdown|mdown|mkd)", re.IGNORECASE)
SHOWN = re.compile(r"/(?P<name>[^/]+/[^/]+)/(?:blob|tree|raw)/(?:refs/heads/)?(?P<inside>.+)")
SENT = re.compile(r"/(?P<name>[^/]+/[^/]+)/(?:refs/heads/)?(?P<inside>.+)")
PLACES = {"github.com": SHOWN, "www.github.com": SHOWN, "raw.githubusercontent.com": SENT}
SYMBOLIC_LINK = "120000"  # the mode of such a file in Git's trees; its content is a path


@dataclass(frozen=True, slots=True)
class Target:
    """Where a link leads: an address, and the path if that is a note of the repository."""

    url: str
    path: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Repository:
    """`names` are the lower-case `owner/repo` that mean this repository, renamed ones included.

    `blobs` is path → blob sha; `tree` the tree's own sha. A `truncated` tree lacks files.
    """

    handle: str
    branch: str
    names: frozenset[str]
    tree: str
    blobs: dict[str, str]
    symbolic_links: frozenset[str] = field(default=frozenset())
    truncated: bool = False

    @classmethod
    def from_answers(cls, handle: str, card: dict[str, Any], tree: dict[str, Any]) -> "Repository":
        """From the API's answers to `/repos/{handle}` and `/repos/{handle}/git/trees/HEAD?recursive=1`.

        Raises KeyError or TypeError for answers of another shape.
        """
        files = [node for node in tree["tree"] if node["type"] == "blob"]
        return cls(
            handle=handle,
            branch=card["default_branch"],
            names=frozenset({handle.lower(), card["full_name"].lower()}),
            tree=tree["sha"],
            blobs={node["path"]: node["sha"] for node in files},
            symbolic_links=frozenset(n["path"] for n in files if n["mode"] == SYMBOLIC_LINK),
            truncated=tree["truncated"],
        )

    @property
    def readmes(self) -> list[str]:
        """The READMEs at the root, `README.md` first."""
        found = [path for path in self.blobs if README.fullmatch(path)]
        return sorted(found, key=lambda path: (len(path), path))

    def url(self, path: str, kind: str = "blob") -> str:
        """Where a reader finds a file, or a folder (`kind` "tree"), on the default branch."""
        return f"https://github.com/{self.handle}/{kind}/{quote(self.branch)}/{quote(path)}"

    def raw(self, path: str) -> str:
        """Where a file is sent as it is."""
        return f"https://raw.githubusercontent.com/{self.handle}/HEAD/{quote(path)}"

    def version(self, path: str) -> str | None:
        """What changes when a file does: its blob sha.

        For a file that a truncated tree lacks, and for a symbolic link, it is the tree's sha: any
        change in the repository may be one of the file, and its own validator then tells.
        """
        if path in self.symbolic_links or (self.truncated and path not in self.blobs):
            return f"tree {self.tree}"
        return self.blobs.get(path)

    def target(self, href: str, file: str) -> Target:
        """Where `href` leads in `file`. A folder leads to its README; a fragment is dropped.

        A note that is not there is a target too: asking for it tells that it is gone.
        """
        root = href.startswith("/") and not href.startswith("//")
        try:
            url = urljoin(self.url("" if root else file), href.lstrip("/") if root else href)
            path = self.path(url)
        except ValueError:  # "http://[", which no parser of addresses takes
            return Target(href)
        if path is None:
            return Target(url)
        if path in self.blobs or MARKDOWN.fullmatch(path):
            found = path if MARKDOWN.fullmatch(path) else None
            return Target(self.url(path), found)
        readme = self.folder_readme(path)
        return Target(self.url(readme), readme) if readme else Target(self.url(path, "tree"))

    def path(self, url: str) -> str | None:
        """The path of an address in this repository, decoded, whatever its ref; else None."""
        address = urlsplit(url)
        place = PLACES.get(address.hostname or "")
        match = place.fullmatch(address.path) if place else None
        if not match or match["name"].lower() not in self.names:
            return None
        inside, branch = unquote(match["inside"]) + "/", f"{self.branch}/"
        path = inside[len(branch) :] if inside.startswith(branch) else inside.partition("/")[2]
        return posixpath.normpath("/" + path).lstrip("/")  # "%2e%2e" leads out of nothing

    def folder_readme(self, folder: str) -> str | None:
        """The README that GitHub shows below a folder's list of files."""
        prefix = f"{folder}/" if folder else ""
        inside = [
            p for p in self.blobs if p.startswith(prefix) and README.fullmatch(p[len(prefix) :])
        ]
        return min(inside, key=len, default=None)


def sent_file(url: str) -> tuple[str, str, str] | None:
    """Of an address from which a note is sent as it is: `owner/repo`, path, and where it is shown.

    That is empty for `HEAD`, which does not say what branch is meant. A README at the root is no note.
    """
    parts = urlsplit(url)
    sent = SENT.fullmatch(unquote(parts.path))
    if parts.hostname != "raw.githubusercontent.com" or not sent:
        return None
    handle, (ref, _, path) = sent["name"], sent["inside"].partition("/")
    if not MARKDOWN.fullmatch(path) or README.fullmatch(path):
        return None
    shown_at = f"https://github.com/{handle}/blob/{quote(ref)}/{quote(path)}"
    return handle, path, "" if ref == "HEAD" else shown_at
