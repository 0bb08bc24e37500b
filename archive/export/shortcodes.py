"""Hugo's shortcodes in what an author wrote about Hugo: text, and never a call.

Hugo looks for `{{<` and `{{%` before it reads Markdown, in code as well, and one post with a shortcode that
the site does not have, or with one that does not end, stops the build of the whole site. Its own escape is
a comment: of `{{</* ref */>}}` it shows `{{< ref >}}` (`pagelexer_shortcode.go`; tried with Hugo 0.168).

Other readers, Obsidian among them, show the comment. Where nothing ends that it could stand in, as in
`"{{%d}}"` of a program, a character that is not seen parts the brackets from the sign.
"""

import re

#: Two brackets and a sign, and what follows to the end of the shortcode, if it ends in its paragraph.
SHORTCODE = re.compile(
    r"\{\{(?P<sign>(?P<angle><)|%)"
    r"(?:(?P<call>(?:(?!\{\{[<%]|\n\s*\n).)*?)(?P<end>(?(angle)>|%)\}\}))?",
    re.DOTALL,
)
#: U+2060: it has no width, and no line breaks at it.
WORD_JOINER = "\u2060"


def as_text(markdown: str) -> str:
    """Markdown of which Hugo takes nothing for a shortcode, and shows what it was."""
    return SHORTCODE.sub(_as_text, markdown)


def _as_text(found: "re.Match[str]") -> str:
    if found["end"]:
        return f"{{{{{found['sign']}/*{found['call']}*/{found['end']}"
    return f"{{{{{WORD_JOINER}{found['sign']}"
