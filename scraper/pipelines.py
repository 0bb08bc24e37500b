"""A post's page becomes its body."""

from scraper.body import NoBody, render
from scraper.items import Item, Observation, Post


class RenderBody:
    """Give every post its Markdown and text; a page without any is a page of another shape."""

    def process_item(self, item: Item) -> Item:
        if not isinstance(item, Post) or item.page is None:
            return item
        try:
            item.body = render(item.page.text, item.url, item.source_format)
        except NoBody as error:
            return no_body(item, str(error))
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
        page=post.page,
    )
