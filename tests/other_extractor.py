"""`python -m tests.other_extractor …` is `blog-archiver` with an extractor that makes another text."""

from dataclasses import replace

import scraper.body
from scraper.body import render as render_today
from scraper.items import Body, SourceFormat


def render(page: str, url: str, source_format: SourceFormat) -> Body:
    """Today's body with a last line that no page has."""
    body = render_today(page, url, source_format)
    return replace(body, markdown=f"{body.markdown}\n\n（完）", text=f"{body.text}\n（完）")


if __name__ == "__main__":
    # Before anything imports them by name.
    scraper.body.EXTRACTOR, scraper.body.render = "another", render

    from archive.cli import main

    main()
