"""The addresses in a note's Markdown, made absolute: what reads well in its repository reads well here.

A link of a GitHub note leads to where GitHub shows the file, `github.com/…/blob/…`; an image comes
from where GitHub sends it, `raw.githubusercontent.com/…`. Code and TeX may look like links (`f[i](x)`)
and stay as they are; so do links within the note (`#…`).
"""

import re
from collections.abc import Callable
from itertools import groupby
from urllib.parse import quote, urljoin

from markdown_it import MarkdownIt

#: Only the blocks are wanted: which lines are code, and which HTML.
BLOCKS = MarkdownIt("commonmark").enable("table").disable("inline")
KINDS = {"fence": "code", "code_block": "code", "html_block": "html"}

#: A character that Markdown takes literally after a backslash.
ESCAPED = r"\\([!-/:-@\[-`{-~])"
#: Where a link leads: in `<>`, or without blanks and with its parentheses in pairs.
TARGET = (
    r"<[^<>\n]*>|(?:\\.|[^\s()\\<]|\((?:\\.|[^\s()\\])*\))(?:\\.|[^\s()\\]|\((?:\\.|[^\s()\\])*\))*"
)
TAG = r"<(?:a|img|source|video|audio)\s[^<>]*>"
#: What is kept comes first: an escaped character, code, TeX ("$5 and $6" is none), a comment. The
#: lengths bound the search for an end that is missing.
MARKDOWN = re.compile(
    rf"""(?P<kept>{ESCAPED}
        | (?<!`)(?P<ticks>`+)(?!`)(?s:.{{1,2000}}?)(?<!`)(?P=ticks)(?!`)
        | \$\$(?s:.{{1,9000}}?)\$\$
        | \$(?![\s$])(?:\\.|[^$\\\n]){{1,2000}}(?<!\s)\$(?![0-9])
        | <!--(?s:.{{0,9000}}?)-->)
    | ^[ ]{{0,3}}\[(?!\^)[^\]\n]{{1,999}}\]:\s*(?P<defined>{TARGET})(?=\s|\Z)
    | (?P<open>!?\[)
    | \](?:\(\s*(?P<target>{TARGET})(?=\s*\)|\s+["'(]))?
    | (?P<tag>{TAG})""",
    re.VERBOSE | re.MULTILINE | re.IGNORECASE,
)
ATTRIBUTE = re.compile(
    r"""(\b(href|src|srcset|poster)\s*=\s*)(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE
)
PICTURE = re.compile(r"[^?#]+\.(?:png|jpe?g|gif|svg|webp|bmp|avif)(?:[?#].*)?", re.IGNORECASE)
SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
SHOWN = re.compile(r"https?://(?:www\.)?github\.com/([^/]+/[^/]+)/(?:blob|raw)/([^?#]+)")
#: What may stand in an address as it is; "%" too, for what is encoded already.
SAFE = "%/:?#[]@!$&'*+,;=~"


def absolute(markdown: str, url: str) -> str:
    """The Markdown of the note at `url` with every address in it absolute; lines end in `\\n`."""
    lines = re.sub(r"\r\n?", "\n", markdown).split("\n")
    kinds = ["text"] * len(lines)
    for token in BLOCKS.parse("\n".join(lines)):
        if token.map and token.type in KINDS:
            kinds[slice(*token.map)] = [KINDS[token.type]] * (token.map[1] - token.map[0])
    parts = groupby(zip(kinds, lines, strict=True), key=lambda line: line[0])
    return "\n".join(
        REWRITE[kind]("\n".join(line for _, line in part), url) for kind, part in parts
    )


def rewrite_text(text: str, url: str) -> str:
    """Links, images, definitions and tags, outside of code, TeX and comments."""
    images: list[bool] = []  # for each bracket that is open, whether it began as `![`

    def rewritten(match: re.Match[str]) -> str:
        whole = match[0]
        if match["kept"]:
            return whole
        if match["tag"]:
            return rewrite_tags(whole, url)
        if match["open"]:
            images.append(whole == "![")
            return whole
        if match["defined"]:
            image, name = bool(PICTURE.fullmatch(match["defined"].strip("<>"))), "defined"
        elif images:
            image, name = images.pop(), "target"
        else:
            return whole
        target = match[name]
        return whole[: -len(target)] + written(target, url, image) if target else whole

    return MARKDOWN.sub(rewritten, text)


def written(target: str, url: str, image: bool) -> str:
    """A Markdown target, absolute; without backslashes, `<>` or parentheses where it is changed."""
    href = re.sub(ESCAPED, r"\1", target.strip("<>"))
    address = address_of(href, url, image)
    return target if address == href else address


def rewrite_tags(html: str, url: str) -> str:
    """The addresses in the attributes of HTML tags."""
    return re.sub(TAG, lambda tag: ATTRIBUTE.sub(attribute(url), tag[0]), html, flags=re.IGNORECASE)


def attribute(url: str) -> Callable[[re.Match[str]], str]:
    def rewritten(match: re.Match[str]) -> str:
        before, name, value = match[1], match[2].lower(), match[3] or match[4] or ""
        if name == "srcset":
            sources = (one.strip().partition(" ") for one in value.split(","))
            value = ", ".join(address_of(s, url, True) + blank + size for s, blank, size in sources)
        else:
            value = address_of(value, url, name != "href")
        return f'{before}"{value}"'

    return rewritten


def address_of(href: str, url: str, image: bool) -> str:
    """`href` as seen from `url`; what is no address, or leads nowhere else, as it stands."""
    elsewhere = SCHEME.match(href)
    if not href.strip() or href.startswith("#") or (elsewhere and not image):
        return href
    repository = re.match(r"https://github\.com/[^/]+/[^/]+/blob/[^/]+", url)
    if repository and href.startswith("/") and not href.startswith("//"):
        href = repository[0] + href
    try:
        joined = href if elsewhere else quote(urljoin(url, href.strip()), safe=SAFE)
    except ValueError:  # an unclosed bracket in the host
        return href
    return SHOWN.sub(r"https://raw.githubusercontent.com/\1/\2", joined) if image else joined


REWRITE = {"code": lambda text, url: text, "html": rewrite_tags, "text": rewrite_text}
