"""Where the TeX of a drawn formula is: one function a place, in the order of nearness to the author."""

import re
from collections.abc import Callable
from urllib.parse import parse_qs, unquote, urlsplit

from lxml import etree

from scraper.body.katex import tex_after_glyphs
from scraper.body.mathml import tex_of_mathml
from scraper.body.tree import Element, classes, new, select, text_of, words

_ATTRIBUTES = ("data-formula", "data-tex", "data-latex", "data-equation", "data-math", "alttext")
_FLAGS = frozenset(("true", "false", "inline", "block", "display", "1", "0"))  # modes, not TeX
_BARE_TAGS = frozenset(("eq", "eqn", "tex-math"))  # TeX without delimiters: texmath, JATS
_BARE = words("js-render-math math-inline math-display katex-error")  # GitLab, remark-math, KaTeX

_ANNOTATION = select(".//*[local-name()='annotation'][contains(@encoding,'tex')]")
_GLYPHS = select(".//*[contains(concat(' ',@class,' '),' katex-mathml ')]")
_VISIBLE = select(".//*[contains(concat(' ',@class,' '),' katex-html ')]")
_NODES = select(".//*[@data-latex]")
_MATHML = select("descendant-or-self::*[local-name()='math']")
_SCRIPT = select(".//script[starts-with(@type,'math/')]")

_DELIMITED = re.compile(r"\s*(\$\$|\\\[|\\\(|\$)(.*?)(\$\$|\\\]|\\\)|\$)\s*", re.DOTALL)
_CDATA = re.compile(r"\A\s*%?\s*<!\[CDATA\[\s*|\s*%?\s*\]\]>\s*\Z")
# MathML in a script is XML of strangers: no entities, no network
_XML = etree.XMLParser(recover=True, resolve_entities=False, no_network=True)


def _from_annotation(element: Element) -> str:
    """KaTeX, and MathML that carries its source."""
    return "".join(text_of(found) for found in _ANNOTATION(element)[:1])


def _from_attribute(element: Element) -> str:
    """Zhihu, WeChat, Notion, LaTeXML's alttext, MathJax 4."""
    return _attribute(element) or next(map(_attribute, _NODES(element)), "")


def _attribute(element: Element) -> str:
    """The TeX in an attribute of this very element."""
    values = (element.get(name) or "" for name in _ATTRIBUTES)
    return next((value for value in values if value and value not in _FLAGS), "")


def _from_script(element: Element) -> str:
    """MathJax 2: the script is the formula itself, or the drawing holds it."""
    scripts = [element] if element.tag == "script" else _SCRIPT(element)
    if scripts and "mml" in (scripts[0].get("type") or ""):
        return tex_of_mathml(_mathml_in(scripts[0].text or ""))
    return _CDATA.sub("", scripts[0].text or "") if scripts else ""


def _mathml_in(text: str) -> Element:
    found = etree.fromstring(text.encode(), _XML) if text.strip() else None
    return new("math") if found is None else found


def _from_image(element: Element) -> str:
    """The alternative text if the editor put TeX there, else the query of the image's address."""
    if element.tag != "img":
        return ""
    alt = (element.get("alt") or "").strip()
    query = urlsplit(element.get("src") or element.get("data-src") or "").query
    named = parse_qs(query)
    for name in ("tex", "math", "chl", "latex", "formula"):
        if name in named:
            return named[name][0]
    return alt or unquote(query)


def _from_delimiters(element: Element) -> str:
    """Pandoc, Arithmatex and GitHub: TeX between dollars or `\\(…\\)` for a script to find."""
    if len(element) > 3 or element.tag in ("mjx-container", "math"):
        return ""
    text = text_of(element)
    bare = element.tag in _BARE_TAGS or not classes(element).isdisjoint(_BARE)
    return text if bare or _DELIMITED.fullmatch(text) else ""


def _from_glyphs(element: Element) -> str:
    """CSDN strips KaTeX' MathML to its text: the visible characters, then the TeX."""
    glyphs = _GLYPHS(element)
    if not glyphs or _MATHML(glyphs[0]):
        return ""
    return tex_after_glyphs(
        text_of(glyphs[0]), "".join(text_of(node) for node in _VISIBLE(element))
    )


def _from_mathml(element: Element) -> str:
    """MathJax 3 keeps MathML for screen readers, and nothing else."""
    if script_follows(element):
        return ""
    found = _MATHML(element)
    return tex_of_mathml(found[0]) if found else ""


SOURCES: tuple[Callable[[Element], str], ...] = (
    _from_annotation,
    _from_script,
    _from_attribute,
    _from_image,
    _from_delimiters,
    _from_glyphs,
    _from_mathml,
)


def script_follows(element: Element) -> bool:
    """MathJax 2 draws in front of the script that holds the TeX, which then is the formula."""
    following, parent = element.getnext(), element.getparent()
    if following is None and parent is not None and "MathJax" in (parent.get("class") or ""):
        following = parent.getnext()
    return following is not None and following.tag == "script" and is_tex_script(following)


def is_tex_script(element: Element) -> bool:
    """Whether a script holds a formula."""
    return (element.get("type") or "").startswith("math/")


def undelimited(tex: str) -> tuple[str, bool]:
    """TeX without the delimiters around it, and whether they were those of a displayed formula."""
    match = _DELIMITED.fullmatch(tex)
    if not match:
        return tex, False
    return match[2], match[1] in ("$$", "\\[")
