"""What an answer of CSDN is: a page of a list, or one of the two walls that no status and no title tells."""

from collections.abc import Collection
from urllib.parse import urlsplit

from scrapy.http import Response, TextResponse

from scraper.csdn.article import tombstone
from scraper.csdn.frame import Frame, variables
from scraper.csdn.html_list import html_list
from scraper.csdn.json_list import json_data, json_list
from scraper.csdn.links import Link
from scraper.csdn.lists import ListPage
from scraper.csdn.walk import by_json
from scraper.items import Profile
from scraper.pages import Blocked, Gone, Login, text_of


def list_page(response: TextResponse, profile: Profile, known: Collection[str]) -> ListPage:
    """The page of a list, as JSON or as HTML; `known` are ids of posts that are the profile's.

    Raises a PageError for what is none.
    """
    not_walled(response)
    if by_json(response.url):
        data = json_data(response.text, response.url)
        return json_list(data, profile, response.url, known)
    if is_tombstone(response):
        raise Gone(f"{response.url} is CSDN's 404 page")
    return html_list(response.selector, profile, response.url)


def is_tombstone(response: TextResponse) -> bool:
    """Whether a page is CSDN's own 404 page, whatever its status."""
    return tombstone(Frame(text_of(response)))


def user_of(link: Link, page: str) -> str | None:
    """Whose a post is: the page says so, since an address with another user's name leads to it, too.

    None where neither says it; capitals, which pages mix, are as in the address.
    """
    stated = next((value for name, value in variables(page) if name == "username"), None)
    if stated and stated.lower() != (link.user or "").lower():
        return stated
    return link.user


def not_walled(response: Response) -> None:
    """Raise Blocked for an answer without a word, Login for one that a redirect to the login brought."""
    if not response.body.strip():
        raise Blocked(f"{response.url} answered with nothing")
    if urlsplit(response.url).hostname == "passport.csdn.net":
        raise Login(f"CSDN asks for a login: {response.url}")
