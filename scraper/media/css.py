"""Style sheets of drawings, without whatever could ask for something or run."""

import re

LONGEST = 500_000  # characters; of what is longer, fonts are the most
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:([0-9a-f]{1,6})\s?|(.?))", re.IGNORECASE | re.DOTALL)
# Rules that bring something from elsewhere, be it a font
_RULES = re.compile(
    r"@(?:import|charset|namespace)\b[^;{}]*;?|@font-face\s*\{[^{}]*\}?", re.IGNORECASE
)
#: Functions that ask for nothing. Others are made unknown ones: `image-set`, `src`, whatever is new.
_FUNCTIONS = """
rgb rgba hsl hsla hwb lab lch oklab oklch calc min max clamp var not is where has nth-child nth-of-type
nth-last-child matrix matrix3d translate translatex translatey translate3d scale scalex scaley rotate skew
skewx skewy cubic-bezier steps blur brightness contrast drop-shadow grayscale hue-rotate invert opacity
saturate sepia circle ellipse polygon inset path linear-gradient radial-gradient and or
"""
_HARMLESS = frozenset(_FUNCTIONS.split())
_CALL = re.compile(r"""(?<![\w-])([\w-]*+)\((\s*(["']?)#[\w.:-]+\3\s*\))?""")


def inert_css(text: str) -> str:
    """`text`, a style sheet or a value of one, with its escapes resolved and no call left that asks.

    What stays is harmless as text, wherever a browser takes a string or a comment to end: every name
    before a bracket is looked at, and no backslash is left.
    """
    if not any(sign in text for sign in ("(", "\\", "@", "/*")):
        return text
    if len(text) > LONGEST:
        return ""
    plain = _COMMENT.sub(" ", _ESCAPE.sub(_character, text))
    return _CALL.sub(_harmless, _RULES.sub(" ", plain))


def _character(escape: re.Match[str]) -> str:
    code = int(escape[1], 16) if escape[1] else ord(escape[2] or " ")
    return chr(code) if 31 < code < 0xD800 and code != ord("\\") else " "


def _harmless(call: re.Match[str]) -> str:
    name = call[1].lower()
    kept = bool(call[2]) if name == "url" else not name or name in _HARMLESS
    return call[0] if kept else f"none({call[2] or ''}"
