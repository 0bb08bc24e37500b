"""`blog-archiver` with a defect: CSDN's spider fails for one profile before it asks for anything.

python -m tests.crashing HANDLE crawl --due …
"""

import sys
from collections.abc import Iterator
from typing import Any

from archive.cli import main
from scraper.items import Profile
from scraper.spiders.csdn import CsdnSpider

sound = CsdnSpider.listings


def listings(spider: CsdnSpider, profile: Profile) -> Iterator[Any]:
    if profile.handle == sys.argv[1]:
        raise ValueError("a name that\nnobody has")
    yield from sound(spider, profile)


if __name__ == "__main__":
    CsdnSpider.listings = listings  # type: ignore[method-assign]
    main(sys.argv[2:])
