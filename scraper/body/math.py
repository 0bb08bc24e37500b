"""Formulas → `<tex display="block|inline">TeX</tex>`, each once, whatever drew it.

A formula on a page is a picture made of hundreds of elements, and somewhere in or beside it its TeX:
an annotation, an attribute, a script, the file name of an image. Where several are there, the
nearest to what the author wrote wins. Where none is, MathML is read back; where there is none either
the element says `missing`, and the quality of the body says so.
"""

import re
from html import unescape

from scraper.body.drawing import tex_of_drawing
from scraper.body.glyphs import mathml_of_svg
from scraper.body.mathml import tex_of_mathml
from scraper.body.texsources import SOURCES, is_tex_script, script_follows, undelimited
from scraper.body.tree import Element, classes, doom, new, replace, select, sweep, text_of, words

# KaTeX, MathJax 2 and 3, Pandoc, Python-Markdown, Zhihu, GitHub, GitLab, Notion, texmath
_ROOTS = words(
    "MathJax_Preview MathJax_Error math-inline math-display "
    "katex-error katex--inline katex--display katex-display katex MathJax MathJax_Display MathJax_SVG "
    "MathJax_SVG_Display MathJax_CHTML MathJax_MathML MJXc-display mjx-chtml math arithmatex "
    "ztext-math notion-equation tex2jax_process js-render-math mwe-math-element"
)
_DISPLAY = words(
    "katex--display katex-display MathJax_Display MathJax_SVG_Display MJXc-display display "
    "js-display-math math-display notion-equation-block"
)
_WITH_SOURCE = select(
    ".//*[@data-formula or @data-tex or @data-latex or @data-equation or @data-math]"
)
_PREVIEWS = frozenset(("MathJax_Preview", "MathJax_Error"))
_TAGS = frozenset(
    ("math", "mjx-container", "math-renderer", "tex-math", "eq", "eqn", "mjx-assistive-mml")
)

_OPAQUE = frozenset(("pre", "code", "textarea", "svg"))  # no formula of the author's lies in these
_WEAK = frozenset(
    ("math", "tex2jax_process", "arithmatex")
)  # names that sections of prose bear too

_VISIBLE = select(".//*[contains(concat(' ',@class,' '),' katex-html ')]")
_MATHML = select("descendant-or-self::*[local-name()='math']")

_IMAGE_HOSTS = re.compile(
    r"latex\.csdn\.net|latex\.codecogs\.com|private\.codecogs\.com|math\.jianshu\.com/math"
    r"|zhihu\.com/equation|chart\.googleapis\.com/chart|render\.githubusercontent\.com/render/math"
    r"|s0\.wp\.com/latex\.php|latex\.php|/mathurl|mimetex|mathtex|i\.upmath\.me"
)
# What KaTeX writes in place of a formula it cannot read; the marked piece of TeX follows
_PARSE_ERROR = re.compile(r"\s*KaTeX parse error:.*?(?:position \d+|end of input): ", re.DOTALL)
_DOUBLY_ESCAPED = re.compile(r"&(?:amp|lt|gt|quot|#\d+);")


def math(root: Element, base: str) -> None:
    """Replace every formula that the page drew; raw `$…$` in the text is `rawtex`' matter.

    From the outside in: the hundreds of elements that draw one formula are never visited.
    """
    sources = set(_WITH_SOURCE(root))
    stack = [root]
    while stack:
        element = stack.pop()
        drawn = element in sources or _is_formula(element)
        formula = _formula(element) if drawn else None
        if formula is not None:
            replace(element, formula)
        elif element.tag not in _OPAQUE:
            stack.extend(reversed(element))
    sweep(root)


def _is_formula(element: Element) -> bool:
    tag = element.tag
    if tag == "script":
        return is_tex_script(element)
    if tag == "img":
        return _is_image(element)
    return tag in _TAGS or not classes(element).isdisjoint(_ROOTS)


def _is_image(element: Element) -> bool:
    names = classes(element)
    return "mathcode" in names or bool(
        _IMAGE_HOSTS.search(element.get("src") or element.get("data-src") or "")
    )


def _formula(element: Element) -> Element | None:
    """The formula that stands for an element, or None where the element is to be left as it is."""
    if not classes(element).isdisjoint(_PREVIEWS):
        if not text_of(element).strip() or _drawing_follows(element):
            doom(element)
        return None  # with text and nothing drawn behind it, it is prose in an unclosed element
    for source in SOURCES:
        if tex := source(element).strip():
            tex, display = undelimited(tex)
            display = display or _is_display(element)
            return new("tex", _clean(tex), display="block" if display else "inline")
    if script_follows(element):
        doom(element)
    if element.tag == "x-doomed" or not _drawn(element):
        return None
    if tex := _read_back(element):
        return new(
            "tex", tex, display="block" if _is_display(element) else "inline", read="drawing"
        )
    return new("tex", _visible(element), missing="missing")


def _read_back(element: Element) -> str:
    """The TeX of a drawing: boxes of KaTeX, or glyphs of MathJax."""
    if boxes := _VISIBLE(element):
        return tex_of_drawing(boxes[0])
    shown = mathml_of_svg(element)
    return "" if shown is None else tex_of_mathml(shown)


def _drawn(element: Element) -> bool:
    """Whether this is certainly a formula, with or without its TeX."""
    return element.tag in _TAGS or bool((classes(element) & _ROOTS) - _WEAK)


def _drawing_follows(element: Element) -> bool:
    following = element.getnext()
    return following is not None and (_is_formula(following) or following.tag == "script")


def _is_display(element: Element) -> bool:
    if element.tag == "script":
        return "display" in (element.get("type") or "")
    if element.get("display") in ("true", "block") or element.get("data-display") == "true":
        return True
    names = classes(element)
    if "inline" in names or "js-inline-math" in names:
        return False
    return (
        not names.isdisjoint(_DISPLAY)
        or any(found.get("display") == "block" for found in _MATHML(element)[:1])
        or _alone(element)
    )


def _alone(element: Element) -> bool:
    """A formula image that is a whole centred paragraph is a displayed one."""
    parent = element.getparent()
    return (
        element.tag == "img"
        and parent is not None
        and parent.tag in ("p", "div", "center")
        and len(parent) == 1
        and not (parent.text or "").strip()
        and not (element.tail or "").strip()
    )


def _clean(tex: str) -> str:
    """TeX as the author wrote it: pages escape it once too often, and TeX knows no blank lines."""
    if _DOUBLY_ESCAPED.search(tex):
        tex = unescape(tex)
    lines = (line.rstrip() for line in tex.replace("\xa0", " ").split("\n"))
    return "\n".join(line for line in lines if line.strip()).strip()


def _visible(element: Element) -> str:
    """What a reader sees of a formula whose TeX the page does not hold."""
    label = element.get("aria-label") or element.get("alt") or element.get("title")
    text = label or text_of(element)
    return " ".join(_PARSE_ERROR.sub("", text).replace("\u0332", "").split())
