"""Whether a page is a post. A blog has pages about itself, lists, and addresses that only send on."""

import re
from datetime import datetime

from scraper.blog.metadata import PageFacts
from scraper.blog.shapes import Fit
from scraper.dates import moment
from scraper.items import Moment

#: A day, or a month, in an address: /2018/01/06/x, /2024-07-23-x, /articles/2018.04.05.x, /2019/05/x.
DATE = re.compile(
    r"(?:^|/)((?:19|20)[0-9]{2})([-/.])(0?[1-9]|1[0-2])(?:\2(0?[1-9]|[12][0-9]|3[01]))?(?=[-/._]|$)"
)
#: A page with more `<article>`s than this shows teasers of others, not one post with its neighbours.
NEIGHBOURS = 2


def why_no_post(facts: PageFacts, path: str, fit: Fit, in_feed: bool) -> str | None:
    """Why a page is no post, or None where it is one. A feed's are posts by their author's word.

    `fit` is how well an address that only the sitemap names, of which `path` is the path, fits those
    of the feed's posts: of one that fits surely the page must deny it, of another prove it, by a date.
    """
    if facts.redirects:
        return "only sends on to another page"
    if in_feed:
        return None
    if facts.published or facts.is_article or DATE.search(path):
        return "hides from search engines" if fit < Fit.SURE and facts.hidden else None
    if fit < Fit.SURE:
        return "has no date of its own"
    listing = facts.about_site or facts.teasers > NEIGHBOURS
    return "shows the site or other posts, and no date of its own" if listing else None


def date_in(path: str, now: datetime) -> Moment | None:
    """The day that an address names, for a post that names none itself."""
    found = DATE.search(path)
    if not found or not found[4]:
        return None
    return moment(f"{found[1]}-{found[3]}-{found[4]}", now=now)
