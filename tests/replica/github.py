"""GitHub as far as a crawl asks it: `api.github.com` and `raw.githubusercontent.com`.

Answers have the keys and headers of GitHub's REST documentation (version 2022-11-28). github.com is
played to show that nobody asks it.
"""

import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from aiohttp import web

from tests.replica.prose import Block, article

SEEDS = Path(__file__).parent.parent / "fixtures/seeds/expected.json"
SECTIONS = ["RLHF System 开发笔记", "SGLang 学习笔记", "ML System 基本功"]


@dataclass
class Repository:
    """`files` is path → content; `symbolic_links` path → what it points to.

    `lost` are files that the tree leaves out, as GitHub does beyond 100,000.
    """

    handle: str
    files: dict[str, bytes]
    branch: str = "main"
    description: str | None = "My learning notes."
    symbolic_links: dict[str, str] = field(default_factory=dict)
    lost: set[str] = field(default_factory=set)

    @property
    def contents(self) -> dict[str, bytes]:
        """Every blob as Git keeps it."""
        return self.files | {path: to.encode() for path, to in self.symbolic_links.items()}


@dataclass
class GitHubSite:
    """All repositories. `remaining` is what is left of the quota; None: enough.

    `renamed` is old handle → new handle; `stale` are raw files that a cache still has older.
    """

    repositories: list[Repository]
    remaining: int | None = None
    renamed: dict[str, str] = field(default_factory=dict)
    stale: dict[str, bytes] = field(default_factory=dict)
    hosts = ("api.github.com", "raw.githubusercontent.com", "github.com")

    async def answer(self, request: web.Request) -> web.StreamResponse:
        path = unquote(request.raw_path.split("?")[0])
        if path == "/robots.txt":
            return web.Response(text="User-agent: *\nDisallow: /*/tree/\nDisallow: /*/raw/\n")
        if request.headers["Host"] == "api.github.com":
            return self.api(request, path)
        if request.headers["Host"] == "raw.githubusercontent.com":
            return self.raw(request, path)
        return web.Response(status=404)

    def found(self, handle: str) -> Repository | None:
        handle = self.renamed.get(handle, handle)
        return next((r for r in self.repositories if r.handle.lower() == handle.lower()), None)

    def api(self, request: web.Request, path: str) -> web.Response:
        limits = {"X-RateLimit-Limit": "60", "X-RateLimit-Remaining": "59"}
        if self.remaining is not None:
            limits["X-RateLimit-Remaining"] = str(max(self.remaining - 1, 0))
            if self.remaining == 0:
                return answered({"message": SPENT}, request, limits, status=403)
            self.remaining -= 1
        match = re.fullmatch(r"/(?:repos/([^/]+/[^/]+)|repositories/(\d+))(/git/trees/HEAD)?", path)
        if match and match[1] in self.renamed:
            number = [r.handle for r in self.repositories].index(self.renamed[match[1]])
            moved = request.raw_path.replace(f"/repos/{match[1]}", f"/repositories/{number}")
            return web.Response(
                status=301, headers={"Location": f"https://api.github.com{moved}", **limits}
            )
        repository = match and (
            self.repositories[int(match[2])] if match[2] else self.found(match[1])
        )
        if not match or not repository:
            return answered({"message": "Not Found", "status": "404"}, request, limits, status=404)
        return answered(tree(repository) if match[3] else card(repository), request, limits)

    def raw(self, request: web.Request, path: str) -> web.Response:
        _, owner, name, ref, inside = path.split("/", 4)
        repository = self.found(f"{owner}/{name}")
        if not repository or ref not in ("HEAD", repository.branch):
            return web.Response(status=404, text="404: Not Found")
        content = self.stale.get(inside, repository.contents.get(inside))
        if content is None:
            return web.Response(status=404, text="404: Not Found")
        kind = {"Content-Type": "text/plain; charset=utf-8", "Cache-Control": "max-age=300"}
        return with_etag(content, request, kind)


SPENT = (
    "API rate limit exceeded for 203.0.113.7. (But here's the good news: Authenticated requests get"
    " a higher rate limit. Check out the documentation for more details.)"
)


def answered(
    answer: dict[str, Any], request: web.Request, headers: dict[str, str], status: int = 200
) -> web.Response:
    body = json.dumps(answer, ensure_ascii=False).encode()
    kind = {"Content-Type": "application/json; charset=utf-8", **headers}
    return with_etag(body, request, kind, status)


def with_etag(
    body: bytes, request: web.Request, headers: dict[str, str], status: int = 200
) -> web.Response:
    """The body with its validator, or 304 where the request has it already."""
    headers["ETag"] = f'W/"{hashlib.sha256(body).hexdigest()}"'
    if request.headers.get("If-None-Match") == headers["ETag"]:
        return web.Response(status=304, headers={"ETag": headers["ETag"]})
    return web.Response(status=status, body=body, headers=headers)


def card(repository: Repository) -> dict[str, Any]:
    """`GET /repos/{owner}/{repo}`, a few of its hundred keys; the last two a token brings."""
    owner, name = repository.handle.split("/")
    return {
        "id": 1296269,
        "name": name,
        "full_name": repository.handle,
        "owner": {"login": owner, "avatar_url": f"https://avatars.githubusercontent.com/{owner}"},
        "html_url": f"https://github.com/{repository.handle}",
        "description": repository.description,
        "language": "Python",
        "default_branch": repository.branch,
        "stargazers_count": 4500,
        "forks_count": 310,
        "pushed_at": "2026-08-19T14:17:27Z",
        "permissions": {"admin": False, "push": False, "pull": True},
        "temp_clone_token": "AAAATEMPORARY",
    }


def tree(repository: Repository) -> dict[str, Any]:
    """`GET /repos/{owner}/{repo}/git/trees/HEAD?recursive=1`."""
    files = {p: c for p, c in repository.contents.items() if p not in repository.lost}
    folders = {p.rpartition("/")[0] for p in files if "/" in p}
    nodes = [{"path": path, "mode": "040000", "type": "tree", "sha": sha(b"")} for path in folders]
    for path, content in files.items():
        mode = "120000" if path in repository.symbolic_links else "100644"
        blob = {"path": path, "mode": mode, "type": "blob", "sha": sha(content)}
        nodes.append({**blob, "size": len(content)})
    everything = repr(sorted(repository.contents.items())).encode()
    nodes.sort(key=lambda node: str(node["path"]))
    return {"sha": sha(everything), "tree": nodes, "truncated": bool(repository.lost)}


def sha(content: bytes) -> str:
    """Git's name of a blob."""
    return hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()


def note(seed: int, title: str, characters: int = 2000) -> bytes:
    """An invented note in Markdown."""
    parts = [f"# {title}", *(markdown(block) for block in article(seed, characters))]
    return ("\n\n".join(parts) + "\n").encode()


def markdown(block: Block) -> str:
    """A block as authors on GitHub write it, addresses relative to the note."""
    match block.kind:
        case "heading":
            return f"## {block.text}"
        case "code":
            return f"```{block.language}\n{block.text}\n```"
        case "formula":
            return f"$$\n{block.text}\n$$"
        case "table":
            head, *rows = (" | ".join(line.split("\t")) for line in block.text.split("\n"))
            rule = " | ".join("---" for _ in head.split(" | "))
            return "\n".join(f"| {row} |" for row in (head, rule, *rows))
        case "image":
            return f"![{block.text}](./img/{len(block.text)}.png)"
        case "list":
            return "\n".join(f"- {line}" for line in block.text.split("\n"))
        case "quote":
            return f"> {block.text}"
        case _:
            return block.text


def seed_site() -> GitHubSite:
    """The repository that the project began with, in the older state of its Chinese README."""
    seed = json.loads(SEEDS.read_text(encoding="utf-8"))["github_readme"]
    posts = seed["posts"]
    files = {path(n): note(n, post["title"]) for n, post in enumerate(posts)}
    files["README-cn.md"] = "\n".join(readme(posts)).encode()
    return GitHubSite([Repository(seed["repo"], files)])


def path(number: int) -> str:
    return f"notes/{number + 1:02}/readme.md"


def readme(posts: list[dict[str, Any]]) -> Iterable[str]:
    """The lines of an index as the seed shows it rendered; sections and targets are invented."""
    yield "# Awesome-ML-SYS-Tutorial\n\n## [English README](./README.md) | [简体中文](./README-cn.md)"
    for number, post in enumerate(posts):
        if number % 25 == 0:
            yield f"\n## {SECTIONS[number // 25]}\n"
        yield line(post, path(number))


def line(post: dict[str, Any], target: str) -> str:
    status = {"pending_review": "[Pending Review] ", None: ""}[post["status"]]
    words = post["text"].removeprefix(post["title"]).replace("\n", "")
    return f"- {status}[{post['title']}](./{target}){words}"
