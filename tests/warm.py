"""What a program of the project reads before it starts, read: the forks of this process need not."""

import sys
from importlib import import_module
from pkgutil import walk_packages

import scrapy.cmdline  # noqa: F401

import archive
import scraper

for package in (archive, scraper):
    for module in walk_packages(package.__path__, f"{package.__name__}."):
        import_module(module.name)

assert "twisted.internet.reactor" not in sys.modules, "each program chooses its own"
#: It reads the environment, and each program has its own.
del sys.modules["scraper.settings"]
