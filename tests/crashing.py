"""`blog-archiver` with a defect: CSDN's spider fails for one profile, or for all, before it asks.

python -m tests.crashing listings HANDLE crawl --due …
python -m tests.crashing start "" crawl --due …
"""

import sys
from collections.abc import Iterator
from typing import Any

from archive.cli import main
from scraper.items import Profile
from scraper.spiders.csdn import CsdnSpider

where, broken = sys.argv[1:3]
sound = CsdnSpider.listings


def listings(spider: CsdnSpider, profile: Profile) -> Iterator[Any]:
    if profile.handle == broken:
        raise ValueError("a name that\nnobody has")
    yield from sound(spider, profile)


def no_spider(*args: Any, **kwargs: Any) -> None:
    raise ValueError("a name that\nnobody has")


async def no_start(spider: CsdnSpider) -> Any:
    no_spider()
    yield


DEFECTS = {"listings": listings, "__init__": no_spider, "start": no_start}

if __name__ == "__main__":
    setattr(CsdnSpider, where, DEFECTS[where])
    main(sys.argv[3:])
