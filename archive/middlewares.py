"""What a crawl asks the archive before it asks the site."""

from scrapy.exceptions import NotConfigured


class SkipArchived:
    """Spider middleware: do not ask for what is archived and unchanged."""

    def __init__(self) -> None:
        raise NotConfigured


class Conditional:
    """Downloader middleware: validators."""

    def __init__(self) -> None:
        raise NotConfigured
