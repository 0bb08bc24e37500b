"""What lies in the container and is not the post: scripts, buttons, share bars, tables of contents.

Only whole elements go, by tag or by the class names that themes give to furniture, and never one
that holds much of the text: what the author wrote stays, even where it looks like boilerplate.
"""

import re
from functools import lru_cache
from itertools import islice, pairwise

from scraper.body.tree import Element, doom, select, sweep, text_length, text_of, unwrap, words

_TAGS = words(
    "script style link meta noscript template button nav select option textarea svg canvas dialog "
    "base head title object map frame frameset rp menu"
)
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
# Labels of such a box, and sentences that only Tencent Cloud writes under the posts it shows
_SIGNED = re.compile(
    r"(本文作者|文章作者|本文链接|文章链接|本文标题|版权声明|许可协议|版权所有|转载请注明|署名-非商业|发布时间|最后更新)\s*[:：》]?"
)
_MACHINE = re.compile(
    r"本文参与\s*腾讯云自媒体|本文分享自.{0,80}(?:公众号|个人站点|博客).{0,20}前往查看|cloudcommunity@tencent\.com"
    r"|原创声明：本文系作者授权腾讯云开发者社区发表"
)
_LAST = 4  # elements at the end of the container
_BOXES = frozenset(("div", "p", "ul", "section", "blockquote", "aside"))
_LONGEST = 400  # characters
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
    _undouble(root)
    _unsign(root)
    for element in root.iter(*_TRANSPARENT):
        if element is not root:
            unwrap(element)
    sweep(root)


def _undouble(root: Element) -> None:
    """Remove the theme's title where the author's own heading follows it at once with the same words."""
    for first, second in pairwise(islice(root.iter("h1"), 2)):
        title = text_of(first).strip()
        beside = first.getnext() is second and not (first.tail or "").strip()
        if beside and title and title == text_of(second).strip():
            doom(first)


def _unsign(root: Element) -> None:
    """Remove the box that a theme or platform writes under a post without a name: whose it is, where it
    was published, under which licence. It says so twice or more; an author's own closing words do not."""
    for element in list(root)[-_LAST:]:
        text = text_of(element) if element.tag in _BOXES else ""
        signed = _MACHINE.search(text) or len(set(_SIGNED.findall(text))) > 1
        if signed and len(text) <= _LONGEST:
            doom(element)


def _is_furniture(element: Element) -> bool:
    return element.get("role") in _ROLES or _names_furniture(
        f"{element.get('class') or ''} {element.get('id') or ''}"
    )


@lru_cache(maxsize=8192)
def _names_furniture(names: str) -> bool:
    return any(_FURNITURE.search(name) for name in names.split())
