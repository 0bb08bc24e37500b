"""What an answer to a request for a picture or a file amounts to."""

from scrapy.http import Response

from scraper.media import Media, Wanted


def judge(wanted: Wanted, response: Response) -> Media:
    """What a response brought."""
    raise NotImplementedError


def media_error(wanted: Wanted, error: BaseException, url: str) -> Media | None:
    """What a request without a response amounts to; None where it was only put off."""
    raise NotImplementedError
