"""A spider that asks for media alone: `scrapy runspider tests/asking.py -a wanted_file=FILE -O media.jsonl`.

`known` is the sha256 of a picture that stands for many. FILE holds a list of `Wanted` as JSON objects. It is CSDN in all else: its Referer, its settings.
"""

import json
from collections.abc import AsyncIterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from scraper.media import Wanted
from scraper.media.requests import MediaRequests
from scraper.spiders.csdn import CsdnSpider


class AskingSpider(CsdnSpider):
    name = "csdn"

    async def start(self) -> AsyncIterator[Any]:
        requests = MediaRequests(self.crawler)
        if known := getattr(self, "known", ""):
            requests.placeholder = lambda url, content: sha256(content).hexdigest() == known
        for wanted in json.loads(Path(self.wanted_file).read_text(encoding="utf-8")):
            yield requests.media_request(Wanted(**wanted))
