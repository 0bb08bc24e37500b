"""`python -m tests.portraits`: the pictures of the READMEs, taken of demo.db as `make demo` makes it."""

import sys
from io import BytesIO
from pathlib import Path

from PIL import Image

from tests.chromium import launched
from tests.datasette import serving
from tests.demo import ARCHIVE

DOCS = Path(__file__).parent.parent / "docs"
HEIGHT = 960
#: The picture, what it shows, how wide it is and in which light.
PORTRAITS = [
    ("search", "/demo/-/search?q=显存&year=2026", 1000, "light"),
    ("post", "/demo/-/post/23#part-1", 800, "dark"),
]


def main() -> None:
    """Take each picture, in few colours: a hundred KB or so."""
    with serving(sys.executable, ARCHIVE) as client, launched() as browser:
        for name, address, width, scheme in PORTRAITS:
            size = {"width": width, "height": HEIGHT}
            page = browser.new_page(viewport=size, color_scheme=scheme, device_scale_factor=1.5)
            page.goto(f"{client.base_url}{address}")
            shot = Image.open(BytesIO(page.screenshot()))
            shot.convert("RGB").quantize(128).save(DOCS / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
