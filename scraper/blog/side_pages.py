"""Addresses that are no posts on any blog: listings, drafts, files, pages about the site itself.

Judged by the whole path below the blog's own, never by its beginning: a stop at `/archives/` would
lose all 311 posts of a Hexo site that keeps them there (seen: yousazoe).
"""

import re

Path = tuple[str, ...]

#: A path that starts in the site's second language: /en/about, /zh-cn/posts/x.
LANGUAGE = re.compile(r"(?:zh|en|ja|jp|ko|fr|de|es|ru|pt|it)(?:[-_][a-z]{2,4})?", re.IGNORECASE)
#: Listings by a property of posts, with the property behind: /tags/gpu, /category/a/b, /authors/me.
BY_PROPERTY = re.compile(
    "tags?|categor(?:y|ies)|authors?|topics?|series|labels?|标签|分类|专题|系列", re.IGNORECASE
)
#: Listings of all posts: /archives, /blog/archive/2024.
OF_ALL = re.compile("archives?|all|归档|存档|文章归档", re.IGNORECASE)
#: Sections, under which posts lie.
SECTION = re.compile("blogs?|posts?|articles?|notes?|writing|essays|p", re.IGNORECASE)
#: What else a site shows about itself, directly below its root.
ABOUT = re.compile(
    "about(?:-?me)?|me|author|bio|cv|resume|contact|now|uses|projects?|portfolio|works|friends?"
    "|f?links?|blogroll|guestbook|messages?|comments?|talks?|shuoshuo|moments|diary|timeline|search"
    "|404|500|index|home|feed|rss|atom|subscribe|newsletter|sitemap|sponsors?|donate|reward|support"
    "|gallery|photos?|albums?|anime|bangumi|bilibili|movies?|books?|music|videos|games|equipment"
    "|skills|publications|research|teaching|privacy(?:-policy)?|terms|license|copyright|disclaimer"
    "|faq|help|offline|login|admin|dashboard|stats|statistics|explore|bookmarks|tools|navigation"
    "|changelog|thanks|random|graph|关于|关于我|友链|友情链接|留言|留言板|搜索|说说|相册|项目|首页",
    re.IGNORECASE,
)
DRAFTS = re.compile("_?drafts?", re.IGNORECASE)
#: The number of a page of a listing: page/2, page2.
PAGE_NUMBER = re.compile(r"(?:^|/)page[-/]?[0-9]+(?=/|$)")
#: A year, and its month and day, as the end of a listing's address.
DATE = re.compile(r"(?:19|20)[0-9]{2}(?:/[0-9]{1,2}){0,2}")
#: What is no web page; and the marks of ownership that search engines ask for.
FILE = re.compile(
    r".*\.(?:xml|rss|atom|txt|pdf|png|jpe?g|gif|svg|webp|ico|zip|mp[34])"
    r"|(?:google[0-9a-f]{16}|baidu_verify_.+|yandex_[0-9a-f]+|BingSiteAuth)",
    re.IGNORECASE,
)


def segments(path: str) -> Path:
    """The parts of a path as `scraper.blog.addresses.path_of` gives it."""
    return tuple(part for part in path.split("/") if part)


def own_part(parts: Path) -> Path:
    """The parts without a language in front."""
    return parts[1:] if parts and LANGUAGE.fullmatch(parts[0]) else parts


def is_side_page(path: Path) -> bool:
    """Whether an address, in parts below the blog's own path, is certainly no post's."""
    parts = own_part(path)
    if not parts or FILE.fullmatch(parts[-1]) or parts[-1] == "404":
        return True
    top = len(parts) == 1 and any(
        kind.fullmatch(parts[0]) for kind in (ABOUT, SECTION, BY_PROPERTY)
    )
    return top or any(map(DRAFTS.fullmatch, parts[:-1])) or is_listing(parts)


def is_listing(parts: Path) -> bool:
    """Whether parts name a listing of posts: all, by time, or by a property."""
    inner = parts[1:] if SECTION.fullmatch(parts[0]) and len(parts) > 1 else parts
    if BY_PROPERTY.fullmatch(inner[0]):
        return True
    rest = PAGE_NUMBER.sub("", "/".join(inner))
    below = rest.partition("/")[2] if OF_ALL.fullmatch(inner[0]) else rest
    return not below or bool(DATE.fullmatch(below))


def is_index(path: Path) -> bool:
    """Whether an address lists all posts or a run of them, so that its links are worth following."""
    parts = own_part(path)
    if not parts or (len(parts) == 1 and SECTION.fullmatch(parts[0])):
        return True
    return is_listing(parts) and not any(map(BY_PROPERTY.fullmatch, parts))
