"""The hand-over from crawl to store."""

from scrapy.exceptions import NotConfigured


class ArchivePipeline:
    """Records every item."""

    def __init__(self) -> None:
        raise NotConfigured
