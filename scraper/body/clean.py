"""What lies in the container and is not the post: scripts, buttons, share bars, tables of contents.

Only whole elements go, by tag or by the class names that themes give to furniture, and never one
that holds much of the text: what the author wrote stays, even where it looks like boilerplate.
"""

import re
from functools import lru_cache

from scraper.body.tree import Element, doom, select, sweep, text_length, unwrap

_TAGS = [
    "script",
    "style",
    "link",
    "meta",
    "noscript",
    "template",
    "button",
    "nav",
    "select",
    "option",
    "textarea",
    "svg",
    "canvas",
    "dialog",
    "base",
    "head",
    "title",
    "object",
    "map",
    "frame",
    "frameset",
    "rp",
    "menu",
]
# Wrappers whose content is the author's; `form` wraps whole pages on ASP.NET blogs.
_TRANSPARENT = ("form", "astro-island", "slot", "font", "center", "wbr", "nobr", "label")

_FURNITURE = re.compile(
    r"""(?:^|[_-])toc(?:$|[_-]) | table-of-contents | ^catalog | article-directory
      | ^(?:post|article|entry|page|blog)[_-]{1,2}(?:meta|info|copyright|footer|nav|navigation|share|tags|tag
          |author|pagination|license|actions|tools|header|comments?|related|edit|reward|statement|end|credit)
      | ^(?:meta|pagination|pager|paginator|breadcrumbs?|copyright|license|licence|license-wrapper|share|shares
          |sharing|social|social-share|share-wrapper|reward|donate|related|related-posts|recommend|recommends
          |recommended|comments?|comment-list|disqus_thread|giscus|utterances|gitalk|waline|twikoo|valine
          |author-card|prev-next|prevnext|nav-links|post-tail-wrapper|edit-this-page|page-edit|page-nav
          |last-updated|theme-last-updated|md-source-file|md-tags|mod-statement-m|opt-box|btn-code-notes
          |hide-article-box|hide-preCode-box|recommend-item-box|readmore|read-more|sr-only|visually-hidden
          |screen-reader-text|screenreader|skip-link|no-print|noprint|copy-btn|copy-button|hljs-button
          |pre-numbering|line-numbers-wrapper|hash-link|headerlink|header-anchor|heading-anchor|anchorjs-link
          |adsbygoogle|advertisement|ads?-wrapper|wp-block-buttons|jp-relatedposts|sharedaddy|addtoany
          |code-copy|rno-markdown-code-toolbar|figure-toolbar|lightbox-caption|words-blog-icon|link-card-icon
          |MathJax_Message|subscribe|subscription-widget|newsletter|post-list|tag_share|post-copyright)$
      | ^(?:share|social|comment|recommend|related|copyright|reward)[_-]
      | (?:^|[_-])(?:share|copyright|recommend|related|comments?)(?:box|bar|list|wrap|wrapper|area|container|section)?$
    """,
    re.VERBOSE | re.IGNORECASE,
)
_ROLES = frozenset(
    ("navigation", "button", "search", "complementary", "doc-toc", "dialog", "tooltip")
)
_NAMED = select(".//*[@class or @id or @role][not(self::pre or self::tex)]")
_KEPT = frozenset(("body", "html", "h1", "h2", "h3", "h4", "h5", "h6", "img", "code", "blockquote"))
_LARGEST = 0.3  # share of the container's text that furniture may have


def clean(root: Element, base: str) -> None:
    """Remove furniture below `root`."""
    sweep(root, _TAGS)
    total = text_length(root)
    for element in _NAMED(root):
        if (
            element.tag not in _KEPT
            and _is_furniture(element)
            and text_length(element) <= _LARGEST * total
        ):
            doom(element)
    for element in root.iter(*_TRANSPARENT):
        if element is not root:
            unwrap(element)
    sweep(root)


def _is_furniture(element: Element) -> bool:
    return element.get("role") in _ROLES or _names_furniture(
        f"{element.get('class') or ''} {element.get('id') or ''}"
    )


@lru_cache(maxsize=8192)
def _names_furniture(names: str) -> bool:
    return any(_FURNITURE.search(name) for name in names.split())
