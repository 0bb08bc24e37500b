"""Small blogs as other site generators build them: addresses, feeds, heads and side pages of each.

Each generator writes a folder that `tests.replica.static` serves. The structure follows the default
theme or starter of each; the prose is invented. `POSTS` is what every one of them holds.
"""

from collections.abc import Callable
from pathlib import Path

from tests.generators.folder import Built
from tests.generators.javascript import eleventy, gatsby, hexo, hexo_with_ids, next_js, vuepress
from tests.generators.others import hugo, jekyll_categories, jekyll_chirpy, zola

GENERATORS: list[Callable[[Path], Built]] = [
    eleventy,
    gatsby,
    hexo,
    hexo_with_ids,
    hugo,
    jekyll_categories,
    jekyll_chirpy,
    next_js,
    vuepress,
    zola,
]
