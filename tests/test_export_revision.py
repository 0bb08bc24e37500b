"""What the number of the program stands for: nothing that shows in an export is left out."""

import re
from importlib.metadata import packages_distributions, requires

import archive
from archive.export.revision import LIBRARIES, files
from tests.conftest import ROOT
from tests.test_layers import imported

#: What lays posts out, for a site and for a book.
FOLDERS = ("archive/export/site", "archive/export/epub")
FILES = ("archive/browse/markup.py", "archive/browse/renderer.py", "archive/export/destinations.py")


def sources():
    for name in FOLDERS:
        yield from (ROOT / name).rglob("*.py")
    yield from (ROOT / name for name in FILES)


def test_every_library_that_lays_posts_out_is_counted_and_what_it_needs():
    known = packages_distributions()
    tops = {name.partition(".")[0] for path in sources() for name in imported(path)}
    used = {made for top in tops for made in known.get(top, ())} - {"blog-archiver"}
    needed = {re.match(r"[\w.-]+", one)[0] for name in used for one in plain_needs(name)}
    needed -= {"typing-extensions"}  # nothing that it does is seen
    assert {name.lower() for name in used | needed} <= {name.lower() for name in LIBRARIES}


def plain_needs(name):
    return [one for one in requires(name) or () if "extra ==" not in one]


def test_templates_styles_and_programs_are_counted_and_nothing_that_python_makes():
    found = {name for name, _ in files(archive)}
    assert {
        "archive/export/site/templates/post.html",
        "archive/export/site/static/find.js",
        "archive/export/epub/book.css",
        "archive/export/epub/templates/chapter.xhtml",
        "archive/browse/static/blog-archiver.css",
        "archive/browse/static/katex/katex.min.js",
        "archive/browse/renderer.py",
        "archive/search/segment.py",
    } <= found
    assert not [name for name in found if name.endswith(".pyc")]
