"""Addresses that are no posts on any blog: listings, drafts, files, pages about the site itself.

Judged by the whole path below the blog's own, never by its beginning: a stop at `/archives/` would
lose all 311 posts of a Hexo site that keeps them there (seen: yousazoe).
"""

import re

#: A path that starts in the site's second language: /en/about, /zh-cn/posts/x.
LANGUAGE = re.compile(r"(?:zh|en|ja|jp|ko|fr|de|es|ru|pt|it)(?:[-_][a-z]{2,4})?", re.IGNORECASE)
#: Listings by a property of posts, with the property behind: /tags/gpu, /category/a/b, /authors/me.
BY_PROPERTY = frozenset(
    [
        "tag",
        "tags",
        "category",
        "categories",
        "author",
        "authors",
        "topic",
        "topics",
        "series",
        "label",
        "labels",
        "标签",
        "分类",
        "专题",
        "系列",
    ]
)
#: Listings of all posts: /archives, /blog/archive/2024, /posts/page/2.
OF_ALL = frozenset(["archive", "archives", "all", "归档", "存档", "文章归档"])
#: Sections, under which posts lie.
SECTIONS = frozenset(
    [
        "blog",
        "blogs",
        "post",
        "posts",
        "article",
        "articles",
        "note",
        "notes",
        "writing",
        "essays",
        "p",
    ]
)
#: What else a site shows about itself, directly below its root.
ABOUT = frozenset(
    [
        "about",
        "about-me",
        "aboutme",
        "me",
        "author",
        "bio",
        "cv",
        "resume",
        "contact",
        "now",
        "uses",
        "projects",
        "project",
        "portfolio",
        "works",
        "friends",
        "friend",
        "links",
        "link",
        "flinks",
        "blogroll",
        "guestbook",
        "message",
        "messages",
        "comments",
        "talk",
        "talks",
        "shuoshuo",
        "moments",
        "diary",
        "timeline",
        "search",
        "404",
        "500",
        "index",
        "home",
        "feed",
        "rss",
        "atom",
        "subscribe",
        "newsletter",
        "sitemap",
        "sponsor",
        "sponsors",
        "donate",
        "reward",
        "support",
        "gallery",
        "photos",
        "photo",
        "album",
        "albums",
        "anime",
        "bangumi",
        "bilibili",
        "movies",
        "movie",
        "books",
        "book",
        "music",
        "videos",
        "games",
        "equipment",
        "skills",
        "publications",
        "research",
        "teaching",
        "privacy",
        "privacy-policy",
        "terms",
        "license",
        "copyright",
        "disclaimer",
        "faq",
        "help",
        "offline",
        "login",
        "admin",
        "dashboard",
        "stats",
        "statistics",
        "explore",
        "bookmarks",
        "tools",
        "navigation",
        "changelog",
        "thanks",
        "random",
        "graph",
        "关于",
        "关于我",
        "友链",
        "友情链接",
        "留言",
        "留言板",
        "搜索",
        "说说",
        "相册",
        "项目",
        "首页",
    ]
)
DRAFTS = frozenset(["draft", "drafts", "_drafts"])
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


def segments(path: str) -> tuple[str, ...]:
    """The parts of a path as `scraper.blog.addresses.path_of` gives it."""
    return tuple(part for part in path.split("/") if part)


def own_part(parts: tuple[str, ...]) -> tuple[str, ...]:
    """The parts without a language in front."""
    return parts[1:] if parts and LANGUAGE.fullmatch(parts[0]) else parts


def is_side_page(path: tuple[str, ...]) -> bool:
    """Whether an address, in parts below the blog's own path, is certainly no post's."""
    parts = tuple(part.lower() for part in own_part(path))
    return not parts or bool(
        FILE.fullmatch(path[-1])
        or parts[-1] == "404"
        or (len(parts) == 1 and parts[0] in ABOUT | SECTIONS | BY_PROPERTY)
        or DRAFTS & set(parts[:-1])
        or is_listing(parts)
    )


def is_listing(parts: tuple[str, ...]) -> bool:
    """Whether lower-case parts name a listing of posts: all, by time, or by a property."""
    inner = parts[1:] if parts[0] in SECTIONS and len(parts) > 1 else parts
    if inner[0] in BY_PROPERTY:
        return True
    rest = PAGE_NUMBER.sub("", "/".join(inner))
    below = rest.partition("/")[2] if inner[0] in OF_ALL else rest
    return not below or bool(DATE.fullmatch(below))


def is_index(path: tuple[str, ...]) -> bool:
    """Whether an address lists all posts or a run of them, so that its links are worth following."""
    parts = tuple(part.lower() for part in own_part(path))
    if not parts or (len(parts) == 1 and parts[0] in SECTIONS | {"timeline"}):
        return True
    return is_listing(parts) and not BY_PROPERTY & set(parts)
