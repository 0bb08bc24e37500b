"""What Hugo would run, or stop at, in what an author wrote: text, that it shows as it was written.

- Hugo looks for shortcodes, `{{<` and `{{%`, before it reads Markdown, in code as well, and one post with a
  shortcode that the site does not have, or with one that does not end, stops the build of the whole site. Its
  own escape is a comment: of `{{</* ref */>}}` it shows `{{< ref >}}` (`pagelexer_shortcode.go` of Hugo).
  Other readers, Obsidian among them, show the comment. Where nothing ends that it could stand in, as in
  `"{{%d}}"` of a program, a character that is not seen parts the brackets from the sign.
- What follows the language of a code block in brackets are attributes to Hugo. It stops at those of others
  (```` ```{r} ````, ```` ```js {1,3-5} ````), but not at a bracket that is written as a character reference.

Both were tried with Hugo 0.168.
"""

import re

from archive.export.destinations import READER

#: Two brackets and a sign, and what follows to the end of the shortcode, if it ends in its paragraph.
SHORTCODE = re.compile(
    r"\{\{(?P<sign>(?P<angle><)|%)"
    r"(?:(?P<call>(?:(?!\{\{[<%]|\n\s*\n).)*?)(?P<end>(?(angle)>|%)\}\}))?",
    re.DOTALL,
)
#: U+2060: it has no width, and no line breaks at it.
WORD_JOINER = "\u2060"
#: How a code block with attributes begins; most bodies have none, and need not be parsed.
ATTRIBUTES = re.compile(r"(?:```|~~~)[^\n{]*\{")
LINE = re.compile(rb"[^\n]*")


def as_text(markdown: str) -> str:
    """Markdown of which Hugo takes nothing for a shortcode or an attribute."""
    return SHORTCODE.sub(_commented, _without_attributes(markdown))


def _commented(found: "re.Match[str]") -> str:
    if found["end"]:
        return f"{{{{{found['sign']}/*{found['call']}*/{found['end']}"
    return f"{{{{{WORD_JOINER}{found['sign']}"


def _without_attributes(markdown: str) -> str:
    if not ATTRIBUTES.search(markdown):
        return markdown
    source, parts, end = markdown.encode(), list[bytes](), 0
    for event, place in READER.events_with_range(markdown, merge_text=True):
        match event:
            case {"Start": {"CodeBlock": {"Fenced": _}}} if line := LINE.match(
                source, place["start"]
            ):
                parts += [source[end : line.start()], line[0].replace(b"{", b"&#123;")]
                end = line.end()
    return b"".join([*parts, source[end:]]).decode()
