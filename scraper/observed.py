"""What is recorded of a page that is no content."""

from scraper.items import Observation, Page
from scraper.pages import PageError


def observed(
    known: PageError,
    *,
    platform: str,
    handle: str,
    url: str,
    source_id: str | None = None,
    page: Page | None = None,
) -> Observation:
    """The observation of a trouble at an address, of a post's page with its `source_id`."""
    return Observation(
        platform=platform,
        handle=handle,
        url=url,
        seen=known.seen,
        reason=str(known),
        source_id=source_id,
        transient=known.transient,
        missing=known.missing or None,
        found=known.found or None,
        page=page,
    )
