"""A thousand kinds of damage to the lines of an export, each with a word of what is to be said of it."""

import base64
import hashlib
import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

#: Of no field any of these is the type, but for those named.
WRONG = {
    "number": 7.5,
    "deep": [[[1]]],
    "object": {"a": {"b": 1}},
    "true": True,
    "text": "no such",
    "huge": 10**30,
    "negative": -1,
}
#: Fields in which true or false is as it should be.
FLAGS = {"locked", "missing", "cut", "current"}
#: Fields in which not every text is.
WORDS = {"state", "verdict", "source_format", "origin", "precision", "at", "on"}

Damage = tuple[str, bytes, str]


def damaged(lines: list[bytes]) -> Iterator[Damage]:
    """What the damage is, the damaged line, and what is to be in the reason for which it is refused."""
    for line in lines:
        yield from broken(line)
        yield from wrong(json.loads(line))
    posts = [json.loads(line) for line in lines if b'"type":"post"' in line]
    yield from hostile(posts[0])
    yield from forged(lines)
    yield from times(posts)


def broken(line: bytes) -> Iterator[Damage]:
    """Bytes that are no JSON, or no text."""
    for part in range(1, 20):
        cut = line[: len(line) * part // 20].decode(errors="ignore").encode()
        yield f"cut after {part} of 20", cut, "no JSON"
    yield (
        "cut in a character",
        line[: line.index("显".encode()) + 1] if "显".encode() in line else b"\xe6",
        "UTF-8",
    )
    yield "GBK", '{"type":"post","title":"显存"}'.encode("gbk"), "UTF-8"
    yield "UTF-16", line.decode().encode("utf-16-le").replace(b"\n", b""), "no "
    yield "a NUL byte", line[:-1] + b"\0}", "no JSON"
    yield "twice in a line", line + line, "no JSON"
    yield "a comma", line + b",", "no JSON"
    yield "in a list", b"[" + line + b"]", "no object"
    yield "a name twice", line[:-1] + b',"type":"post"}', "twice"
    yield "not a number", line[:-1] + b',"x":NaN}', "no number"
    yield "infinity", line[:-1] + b',"x":1e999}', "too large"
    yield "single quotes", line.replace(b'"', b"'"), "no JSON"


def wrong(line: dict[str, Any]) -> Iterator[Damage]:
    """A field of another type, one too many, one that is missing."""
    for path, name, value in fields(line):
        where = f"`$.{path}`"
        for kind, other in WRONG.items():
            if not fits(name, other, value):
                yield (
                    f"{line['type']} {path} {kind}",
                    changed(line, path, other),
                    where.split("[")[0].strip("`"),
                )
    yield "unknown type", changed(line, "type", "no such"), "$.type"
    yield "no type", dumped({k: v for k, v in line.items() if k != "type"}), "type"
    yield "unknown field", dumped(line | {"x": 1}), "x"
    for name in (
        "platform",
        "handle",
        "source_id",
        "url",
        "title",
        "sha256",
        "state",
        "page",
    ):
        if name in line:
            yield f"no {name}", dumped({k: v for k, v in line.items() if k != name}), name


def fields(value: Any, path: str = "") -> Iterator[tuple[str, str, Any]]:
    """The path, the name and the value of every field but `type`."""
    if isinstance(value, list):
        for place, item in enumerate(value[:1]):
            yield from fields(item, f"{path}[{place}]")
    for name, item in value.items() if isinstance(value, dict) else ():
        if (path, name) != ("", "type") and item is not None:
            inner = f"{path}.{name}".lstrip(".")
            yield inner, name, item
            yield from fields(item, inner)


def fits(name: str, other: Any, value: Any) -> bool:
    """Whether a value is one that a field may have."""
    if isinstance(other, bool):
        return name in FLAGS
    if isinstance(other, str):
        return isinstance(value, str) and name not in WORDS
    return isinstance(other, dict) and name in ("declared", "counts")


def changed(line: dict[str, Any], path: str, other: Any) -> bytes:
    """The line with another value somewhere."""
    made = deepcopy(line)
    *outer, last = path.replace("[0]", ".0").split(".")
    target: Any = made
    for part in outer:
        target = target[int(part)] if part.isdecimal() else target[part]
    target[last] = other
    return dumped(made)


def hostile(post: dict[str, Any]) -> Iterator[Damage]:
    """Names that are paths, addresses that run, characters that are none, bombs."""
    media = {"type": "media", "url": "https://img.example/x.png", "kind": "image", "state": "held"}
    file = {"sha256": "a" * 64, "type": "image/png", "bytes": 1}
    author = {name: post[name] for name in ("platform", "handle", "url")} | {"type": "profile"}
    for name in (
        "../../etc/passwd",
        "/etc/passwd",
        "C:\\x",
        "con",
        "A" * 64,
        "a" * 63,
        "a" * 64 + "\n",
        "",
    ):
        yield f"path {name!r}", dumped(media | {"file": file | {"sha256": name}}), "sha256"
    for url in (
        "javascript:alert(1)",
        "file:///etc/passwd",
        "data:text/html,x",
        "",
        " ",
        "//x",
        "https:// x",
    ):
        yield (
            f"address {url!r}",
            changed(post, "url", url),
            "$.url" if url != "file:///etc/passwd" else "url",
        )
        yield f"avatar {url!r}", dumped(author | {"avatar": url}), "$.avatar"
    for handle in ("../x", "", "a b", "x" * 3000, "someone/else", "\n"):
        yield (
            f"handle {handle!r}",
            changed(post, "handle", handle),
            "handle" if len(handle) in (0, 3000) else "no ",
        )
    for half in ("\ud800", "\udfff", "x\udc00y", "\ud800\ud800"):
        yield f"surrogate {half!r}", json.dumps(post | {"title": half}).encode(), "half a character"
    yield "a NUL", changed(post, "title", "a\0b"), "NUL"
    yield "a bomb of lists", b"[" * 1_000_000, "deep"
    yield "a bomb of objects", b'{"a":' * 200_000 + b"1" + b"}" * 200_000, "deep"
    yield "a bomb of digits", b'{"type":"post","title":' + b"9" * 100_000 + b"}", "no JSON"
    yield "held without a file", dumped(media), "without a file"
    yield (
        "a size too many",
        dumped(media | {"url": "https://img.example/x.png?x-oss-process=1#a", "file": file}),
        "known",
    )


def forged(lines: list[bytes]) -> Iterator[Damage]:
    """Pages and versions that do not belong together."""
    page = next(json.loads(line) for line in lines if b'"type":"page"' in line)
    version = next(json.loads(line) for line in lines if b'"type":"version"' in line)
    yield "another text", dumped(page | {"text": "x"}), "sha256"
    yield "both", dumped(page | {"base64": "AAAA"}), "either"
    yield "neither", dumped(page | {"text": None}), "either"
    for encoding in ("no-such", "zlib", "hex", "rot13", "punycode", "idna", "../x", "\u663e"):
        yield (
            f"encoding {encoding}",
            dumped(page | {"encoding": encoding}),
            "encoding" if encoding in ("punycode", "idna") else "not in",
        )
    bomb = b"0" * (8 * 1024 * 1024 + 1)
    large = {
        "sha256": hashlib.sha256(bomb).hexdigest(),
        "text": None,
        "base64": base64.b64encode(bomb).decode(),
    }
    yield "a page of 8 MB", dumped(page | large), "more than"
    yield "no such post", dumped(version | {"source_id": "404"}), "no good line"
    yield "no renderings", dumped(version | {"renderings": []}), "renderings"


def times(posts: list[dict[str, Any]]) -> Iterator[Damage]:
    """Moments that cannot be."""
    post = next(post for post in posts if post["published"])
    for name in ("published", "updated"):
        for at in (
            "2999-01-01T00:00:00Z",
            "1970-01-01T00:00:00Z",
            "0001-01-01T00:00:00Z",
            "1989-12-31T23:59:59Z",
        ):
            yield (
                f"{name} {at}",
                changed(post, name, dict(at=at, on=at[:10], precision="second", text="")),
                "future",
            )
        for at in (
            "2026-13-01T00:00:00Z",
            "2026-02-30T00:00:00Z",
            "yesterday",
            "2026-01-05",
            "",
            "9999-99-99",
        ):
            yield (
                f"{name} {at!r}",
                changed(post, name, dict(at=at, on="2026-01-05", precision="second", text="")),
                "at",
            )
        moment = dict(at="2026-01-05T00:00:00", on="2026-01-05", precision="second", text="")
        yield f"{name} without a zone", changed(post, name, moment), "zone"
        other_day = moment | {"at": "2026-01-05T00:00:00Z", "on": "2026-02-01"}
        yield f"{name} of another day", changed(post, name, other_day), "not the day"


def dumped(line: dict[str, Any]) -> bytes:
    return json.dumps(line, ensure_ascii=False).encode()
