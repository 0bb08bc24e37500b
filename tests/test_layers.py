"""The house: imports run one way, and what must not be loaded is not."""

import ast
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.conftest import ROOT

FORBIDDEN_NAMES = {"utils", "util", "helpers", "common", "core", "base", "constants", "misc"}
SOURCES = sorted([*ROOT.glob("scraper/**/*.py"), *ROOT.glob("archive/**/*.py")])


def imported(file: Path) -> set[str]:
    """The absolute module names that a file imports, at its top or inside functions."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


def test_scraper_imports_nothing_of_archive():
    guilty = [f for f in SOURCES if f.is_relative_to(ROOT / "scraper")]
    assert not [f for f in guilty if any(n.split(".")[0] == "archive" for n in imported(f))]


def test_no_spider_imports_another():
    spiders = [f for f in SOURCES if f.parent.name == "spiders" and f.stem != "__init__"]
    assert len(spiders) >= 4
    assert not [f for f in spiders if any(n.startswith("scraper.spiders") for n in imported(f))]


def test_no_file_has_a_name_that_says_nothing():
    assert not [f for f in SOURCES if f.stem in FORBIDDEN_NAMES or f.parent.name in FORBIDDEN_NAMES]


def test_the_archive_meets_scrapy_where_a_crawl_runs_and_nowhere_else():
    ours = [f for f in SOURCES if f.is_relative_to(ROOT / "archive")]
    meeting = {f.stem for f in ours if any(n.split(".")[0] == "scrapy" for n in imported(f))}
    assert meeting == {"crawl", "extensions", "middlewares", "pipelines", "progress"}


@pytest.mark.parametrize("file", SOURCES, ids=lambda f: str(f.relative_to(ROOT)))
def test_a_file_is_small_enough_for_one_subject(file):
    assert len(file.read_text(encoding="utf-8").splitlines()) <= 250


@pytest.mark.parametrize(
    "module",
    ["archive", "archive.store", "archive.search", "archive.browse", "archive.cli", "scraper.body"],
)
def test_importing_it_loads_no_scrapy(module):
    code = f"import sys, {module}; sys.exit(any(m.split('.')[0] in ('scrapy', 'twisted') for m in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT).returncode == 0


def test_no_imports_go_in_a_circle():
    modules = {
        ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file
        for file in SOURCES
    }
    ties = {name: imported(file) & modules.keys() - {name} for name, file in modules.items()}
    for name, others in ties.items():  # what a package is for may stand in its face
        others -= {other for other in others if name.startswith(f"{other}.")}
    assert list(TopologicalSorter(ties).static_order())
