"""A post's page becomes its body."""

from scrapy.crawler import Crawler

from scraper.body import NoBody, render
from scraper.items import Item, Observation, Post


class RenderBody:
    """Give every post its Markdown and text; a page without any is a page of another shape."""

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "RenderBody":
        return cls(crawler)

    def process_item(self, item: Item) -> Item:
        if not isinstance(item, Post) or item.page is None:
            return item
        try:
            item.body = render(item.page.text, item.url, item.source_format)
        except NoBody as error:
            seen = no_body(item, str(error))
            assert self.crawler.stats
            self.crawler.stats.inc_value(f"pages/{seen.seen}")
            return seen
        return item


def no_body(post: Post, reason: str) -> Observation:
    """What is recorded of a post whose page has no text: the page itself, as evidence."""
    return Observation(
        platform=post.platform,
        handle=post.handle,
        url=post.url,
        seen="locked" if post.locked else "changed",
        reason=f"{post.url} has no body: {reason}",
        source_id=post.source_id,
        missing=None if post.locked else f"body as {post.source_format}",
        page=post.page,
    )
