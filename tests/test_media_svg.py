import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scraper.media.css import inert_css
from scraper.media.svg import NotSvg, inert, size_of

OPEN = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">'
XHTML = "http://www.w3.org/1999/xhtml"


def drawing(inside: str, before: str = "") -> str:
    return inert(f"{before}{OPEN}{inside}</svg>".encode()).decode()


@pytest.mark.parametrize(
    "inside",
    [
        "<script>alert(1)</script>",
        "<SCRIPT>alert(1)</SCRIPT>",
        f'<x:script xmlns:x="{XHTML}">alert(1)</x:script>',
        '<script xlink:href="http://evil.example/x.js"/>',
        '<rect onclick="alert(1)" ONLOAD="alert(1)" oNfocus="alert(1)"/>',
        f'<foreignObject><body xmlns="{XHTML}" onload="alert(1)"/></foreignObject>',
        '<a href="javascript:alert(1)"><text>x</text></a>',
        '<a xlink:href=" java\tscript:alert(1)"><text>x</text></a>',
        '<a href="http://evil.example/"><text>x</text></a>',
        '<use href="http://evil.example/x.svg#a"/>',
        '<use xlink:href="data:image/svg+xml;base64,PHN2Zz4="/>',
        '<image href="//evil.example/x.png"/>',
        '<image href="data:image/svg+xml,&lt;svg onload=alert(1)>"/>',
        '<feImage xlink:href="http://evil.example/x.png"/>',
        '<set attributeName="href" to="javascript:alert(1)"/>',
        '<animate attributeName=" XLINK:href" values="javascript:alert(1)"/>',
        '<animate attributeName="onclick" to="alert(1)"/>',
        '<rect fill="url(http://evil.example/x)"/>',
        '<rect style="fill:u\\72l(//evil.example)"/>',
        '<rect style="fill:u\\00072l(//evil.example)"/>',
        '<rect style="background:image-set(&quot;http://evil.example&quot; 1x)"/>',
        '<rect filter="url( &apos;http://evil.example#a&apos; )"/>',
        '<style>@import "http://evil.example/x.css";</style>',
        "<style>@im/**/port url(http://evil.example)</style>",
        "<style><![CDATA[@\\69mport 'http://evil.example';]]></style>",
        "<style>@font-face{font-family:x;src:url(http://evil.example/f.woff)}</style>",
        "<style>a{b:calc(url(http://evil.example))}</style>",
        "<style>a{b:\\5c 75rl(http://evil.example)}</style>",
        "<style>a{b:ur<g/>l(http://evil.example)}</style>",
        '<g xml:base="http://evil.example/"><use href="#a"/></g>',
        "<?xml-stylesheet href='http://evil.example/x.css'?>",
        "<!-- <script>alert(1)</script> -->",
        "<metadata><x>alert(1)</x></metadata>",
        '<iframe src="http://evil.example"/><video src="http://evil.example"/>',
        "<handler type='text/ecmascript'>alert(1)</handler>",
    ],
)
def test_nothing_in_a_drawing_runs_asks_or_leads_elsewhere(inside):
    made = drawing(inside)
    for sign in ("script", "alert", "url(", "import", "onclick", "href", "base", "font-face", "<?"):
        assert sign not in made.lower().replace('xlink:href="#', "").replace('href="#a"', "")
    assert "evil" not in made or "none(" in made


def test_the_document_type_goes_with_its_entities_and_its_default_attributes():
    before = (
        "<?xml version='1.0'?><?xml-stylesheet href='http://evil.example'?><!DOCTYPE svg ["
        "<!ENTITY s '&#60;script>alert(1)&#60;/script>'><!ENTITY f SYSTEM 'file:///etc/passwd'>"
        "<!ATTLIST svg onload CDATA 'alert(1)'>]>"
    )
    made = drawing("<text>a&s;&f;b</text>", before)
    assert made.startswith("<svg ")
    assert "<text>ab</text>" in made
    assert "alert" not in made


def test_what_draws_stays_as_it_is():
    inside = (
        '<title>图 &amp; 表</title><defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/>'
        "</linearGradient></defs><style>.a{fill:url(#g);transform:rotate(3deg)}@media print{.a{fill:red}}"
        '</style><g class="a" transform="translate(1,2) scale(3)" clip-path="url(#c)"><path d="M0 0L1,1z"/>'
        '<use xlink:href="#p"/><text xml:space="preserve"> a <tspan dx="1">b</tspan> c</text></g>'
        '<image href="data:image/png;base64,iVBORw0KGgo=" width="3"/>'
        '<animate attributeName="x" from="0" to="9" dur="2s"/>'
    )
    assert drawing(inside) == f"{OPEN}{inside}</svg>"


def test_a_prefix_is_as_good_as_none():
    prefixed = (
        '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:g><s:script/><s:path d="M0"/></s:g></s:svg>'
    )
    assert inert(prefixed.encode()).decode() == f'{OPEN}<g><path d="M0"/></g></svg>'


@example("a(\\5c b)")
@example("/\\*")
@given(st.text(alphabet="url(){}#:;@import\\/*\"'75c \n-é", max_size=60))
def test_a_style_sheet_is_made_harmless_once_and_for_all(text):
    once = inert_css(text)
    assert inert_css(once) == once
    assert "\\" not in once
    for rest in once.lower().split("url(")[1:]:
        assert rest.lstrip().lstrip("'\"").startswith("#")


@pytest.mark.parametrize(
    "content",
    [
        b"<svg/>",
        f'<html xmlns="{XHTML}"/>'.encode(),
        f"{OPEN}<g></svg>".encode(),
        f"{OPEN}{'<g>' * 1000}".encode(),
        b"",
        b"<svg \xff\xfe",
    ],
)
def test_what_is_no_drawing_is_named(content):
    with pytest.raises(NotSvg):
        inert(content)


LAUGHS = "".join(f"<!ENTITY a{n} '{f'&a{n - 1};' * 10}'>" for n in range(1, 10))
EXPANDING = {
    "in text": (f"<!DOCTYPE svg [<!ENTITY a0 'ha'>{LAUGHS}]>", "<text>&a9;</text>"),
    "in an attribute": (f"<!DOCTYPE svg [<!ENTITY a0 'ha'>{LAUGHS}]>", '<text x="&a9;"/>'),
    "all at once": (
        f"<!DOCTYPE svg [<!ENTITY a '{'x' * 50_000}'>]>",
        f'<text x="{"&a;" * 50_000}"/>',
    ),
    "in elements": ("", "<g/>" * 200_001),
}


@pytest.mark.parametrize("name", EXPANDING)
def test_a_drawing_that_expands_is_refused(name):
    before, inside = EXPANDING[name]
    with pytest.raises(NotSvg):
        drawing(inside, before)


@pytest.mark.parametrize(
    ("attributes", "size"),
    [
        ('width="120" height="80px"', (120, 80)),
        ('width="3in" height="72pt"', (288, 96)),
        ('width="100%" viewBox="0 0 20.4 10"', (20, 10)),
        ('viewBox="0,0,20,10"', (20, 10)),
        ('width="9e9" height="-3"', (None, None)),
        ("", (None, None)),
    ],
)
def test_the_size_of_a_drawing_is_its_own_word_or_its_view_box(attributes, size):
    made = inert(f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}/>'.encode())
    assert size_of(made) == size
