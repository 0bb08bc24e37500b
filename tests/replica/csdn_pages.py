"""CSDN's pages as the replica sends them: the markup as saved pages of 2020, 2024 and 2025 have it."""

import hashlib
import json
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import quote

from tests.replica.prose import Block

if TYPE_CHECKING:
    from tests.replica.csdn import CsdnPost, CsdnSite

KINDS = {1: "原创", 2: "转载", 4: "翻译"}
#: The wall's script, and a coupon that has the words of a locked article: both hang on every good page.
WALL_SCRIPTS = """<script src="/cdn_cgi_bs_bot/static/bot-score-v1.js"></script>
<script src="/cdn_cgi_bs_captcha/static/js/waf_captcha_embedded_bs.js"></script>"""
COUPON = """<div class="vip-limited-time-offer-box-new" id="vip-limited-time-offer-box-new">
<img class="limited-img" src="https://csdnimg.cn/release/blogv2/dist/pc/img/vip-limited-close-newWhite.png">
<div class="vip-limited-time-top">确定要放弃本次机会？</div><span class="vip-limited-time-text">福利倒计时</span>
</div>"""
LOCK = """<div class="hide-article-box"><img src="https://csdnimg.cn/release/blogv2/dist/pc/img/lock.png">
<span>最低0.47元/天 解锁文章</span><span>200万优质内容无限畅学</span></div>"""
TOMBSTONE = """<!DOCTYPE html><html><head><meta name="report" content='{"pid":"404"}'><title>404</title></head>
<body><div class="new_404">您访问的页面找不到了</div></body></html>"""
CHALLENGE = """<html><script>
var arg1='7AF5707D454D70667AFAC07D0083B51ABAD57D4F';
var _0x4818=['\\x63\\x73\\x4b\\x48'];
</script></html>"""


def entities(text: str) -> str:
    """Text as the site's editor stores it: Chinese punctuation and some signs as numbers."""
    numbers = {ord(c): f"&#x{ord(c):x};" for c in "，；：（）！？"} | {ord("="): "&#61;"}
    return escape(text, quote=False).translate(numbers)


def markdown_block(block: Block) -> str:
    """A block as the Markdown editor leaves it."""
    lines, text = block.text.split("\n"), entities(block.text)
    if block.kind == "code":
        code = text.replace("{", "{<!-- -->")
        return f'<pre><code class="prism language-{block.language}">{code}\n</code></pre>'
    if block.kind == "formula":
        seen = escape(block.text.replace("\\", "").replace("{", "").replace("}", ""))
        mathml = f'<span class="katex-mathml">\n    \n     {seen}\n    \n\n    {text}\n   </span>'
        katex = f'<span class="katex">{mathml}<span class="katex-html">{seen}</span></span>'
        return (
            f'<p><span class="katex--display"><span class="katex-display">{katex}</span></span></p>'
        )
    if block.kind == "table":
        head, *rows = [
            "".join(f'<{tag} align="left">{entities(cell)}</{tag}>' for cell in line.split("\t"))
            for tag, line in zip(["th", *["td"] * len(lines)], lines, strict=False)
        ]
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    if block.kind == "image":
        name = hashlib.md5(block.text.encode()).hexdigest()
        return f'<p><img src="https://i-blog.csdnimg.cn/direct/{name}.png#pic_center" alt="{text}" /></p>'
    if block.kind == "list":
        return "<ul>" + "".join(f"<li>{entities(line)}</li>" for line in lines) + "</ul>"
    if block.kind == "heading":
        return f'<h3><a id="{quote(block.text)}_11"></a>{text}</h3>'
    return f"<blockquote><p>{text}</p></blockquote>" if block.kind == "quote" else f"<p>{text}</p>"


def htmledit_block(block: Block) -> str:
    """A block as the rich text editor leaves it; in a browser of 2020 code has its lines in a list."""
    if block.kind == "code":
        code = "".join(
            f'<li><div class="hljs-ln-numbers"><div class="hljs-ln-line hljs-ln-n" data-line-number="{n}"></div></div>'
            f'<div class="hljs-ln-code"><div class="hljs-ln-line">{entities(line)}</div></div></li>'
            for n, line in enumerate(block.text.split("\n"), 1)
        )
        button = '<div class="hljs-button signin" data-title="登录后复制"></div>'
        return f'<pre class="has"><code class="language-{block.language} hljs"><ol class="hljs-ln">{code}</ol></code>{button}</pre>'
    if block.kind == "formula":
        tex = escape(block.text)
        return f'<p><img alt="{tex}" class="mathcode" src="https://latex.csdn.net/eq?{quote(block.text)}"></p>'
    return markdown_block(block)


def body(post: "CsdnPost") -> str:
    """The container of a post's content, of either editor."""
    if post.era == 2025:
        marker = '<svg style="display: none;"><path id="raphael-marker-block"></path></svg>'
        blocks = "\n".join(map(markdown_block, post.blocks))
        return f'<div id="content_views" class="markdown_views prism-atom-one-dark">{marker}{blocks}</div>'
    blocks = "\n".join(map(htmledit_block, post.blocks))
    return f'<div id="content_views" class="htmledit_views">{blocks}</div>'


def article(site: "CsdnSite", post: "CsdnPost") -> str:
    """The page of a post, in the template of its era."""
    stated = article_2020 if post.era == 2020 else article_now
    head, header = stated(site, post)
    address = f"https://blog.csdn.net/{site.user}/article/details/{post.id}"
    times = json.dumps(
        {"pubDate": post.published.replace(" ", "T"), "upDate": post.published.replace(" ", "T")}
    )
    fold = ' style="height: 2594px; overflow: hidden;"' if post.era == 2020 else ""
    return f"""    <!DOCTYPE html>
<html lang="zh-CN">
<head>
    <meta charset="utf-8">
    <link rel="canonical" href="{address}"/>
    <meta name="report" content='{{"pid": "blog", "spm":"1001.2101"}}'>
    <title>{escape(post.title)}_搜索词-CSDN博客</title>
    <meta name="keywords" content="搜索词">
    <meta name="description" content="文章浏览阅读2.6w次，点赞22次，收藏63次。{escape(post.summary)}_搜索词">
    <script type="application/ld+json">{times}</script>
    {head}
    {WALL_SCRIPTS}
</head>
<body class="nodata ">
<main><div class="blog-content-box"><div class="article-header-box"><div class="article-header">
{header}
</div></div>
<article class="baidu_pl"><div id="article_content" class="article_content clearfix"{fold}>
{body(post)}
</div></article>{LOCK if post.locked else ""}</div></main>
{COUPON}
</body></html>"""


def article_now(site: "CsdnSite", post: "CsdnPost") -> tuple[str, str]:
    """The scripts and the header of the templates of 2024 and 2025."""
    updated = f'"{post.updated}"' if post.updated else "0"
    head = f"""<script type="text/javascript">
        var username =  "{site.user}";
        var articleTitle = "{escape(post.title)}";
        var nickName = "{site.name}";
          var payColumn = false
    </script>
    <script>
      var articleId = {post.id};
      var commentscount = {post.comments};
      var isVipArticle = {"true" if post.locked else "false"};
        var viewCountFormat = {post.views};
      var articleType = {post.type};
      var canRead = true;
        var lastTime = {updated}
        var postTime = "{post.published}"
    </script>"""
    tags = "".join(
        f'<a rel="nofollow" class="tag-link-new" href="https://so.csdn.net/so/search/s.do?q={quote(tag)}">#{tag}</a>'
        for tag in post.tags
    )
    columns = "".join(
        f'<div class="column-group-item"><div class="item-l"><a class="item-target" '
        f'href="https://blog.csdn.net/{site.user}/category_{9000 + n}.html" title="{column}">'
        f'<span class="title item-target"><span class="tit">{column}</span></span></a></div>'
        f'<div class="item-r"><a class="item-target articleColumnFreeBt" data-id="{9000 + n}">订阅专栏</a></div></div>'
        for n, column in enumerate(post.columns)
    )
    source = f'<div class="article-source-link">原文链接：<a href="{post.source}">{post.source}</a></div>'
    header = f"""<h1 class="title-article" id="articleContentId">{escape(post.title)}</h1>
<div class="article-info-box"><div class="up-time">最新推荐文章于&nbsp;2026-11-01 13:39:13&nbsp;发布</div>
<div class="article-bar-top"><div class="bar-content active">
<span class="article-type-text original">{KINDS[post.type]}</span>
<span class="time blog-postTime" data-time="{post.published}">最新推荐文章于&nbsp;2026-11-01 13:39:13&nbsp;发布</span>
<span class="read-count">2.6w 阅读</span>
<div class="read-count-box is-like"><span class="read-count" id="blog-digg-num">
    {post.likes}
</span></div>
<span class="get-collection">
    {post.collects}
</span>
<span class="href-article-edit-click">CC 4.0 BY-SA版权</span><div class="slide-content-box-new">
版权声明：本文为博主原创文章，遵循<a href="http://creativecommons.org/licenses/by-sa/4.0/"> CC 4.0 BY-SA </a>版权协议。
{source if post.source else ""}</div></div></div>
<div class="blog-tags-box"><span class="label">文章标签：</span>{tags}</div></div>
<div id="blogColumnPayAdvert"><div class="column-group">{columns}</div></div>"""
    return head, header


def article_2020(site: "CsdnSite", post: "CsdnPost") -> tuple[str, str]:
    """The scripts and the header of the phoenix template of 2020."""
    head = f"""<script>
    var username = "{site.user}";
    var nickName = "{site.name}";
    var canRead = true;
    var articleId = "{post.id}";
    var commentscount = {post.comments};
	var articleType = {post.type};
    </script>"""
    last = post.updated or post.published
    columns = "".join(
        f'<a class="tag-link" href="https://blog.csdn.net/{site.user}/category_{9000 + n}.html"> {column} </a>'
        for n, column in enumerate(post.columns)
    )
    tags = "".join(
        f'<a class="tag-link" href="https://so.csdn.net/so/search/s.do?q={quote(t)}">{t}</a>'
        for t in post.tags
    )
    header = f"""<h1 class="title-article">{escape(post.title)}</h1>
<div class="article-info-box"><div class="article-bar-top">
<span class="article-type type-{post.type} float-left">{KINDS[post.type]}</span>
<span class="time">最后发布于{last}                    </span>
<span class="read-count">阅读数 {post.views}</span>
<span class="get-collection">  {post.collects}  </span></div>
<div class="up-time"><span>最后发布:{last}</span><span>首发:{post.published}</span></div>
<div class="tags-box artic-tag-box"><span class="label">分类专栏：</span>{columns}</div>
<div class="tags-box"><span class="label">文章标签：</span>{tags}</div>
<div class="article-copyright"><span class="creativecommons"><a rel="license" href="http://creativecommons.org/licenses/by-sa/4.0/"></a>
版权声明：遵循<a href="http://creativecommons.org/licenses/by-sa/4.0/"> CC 4.0 BY-SA </a>版权协议。
<div class="article-source-link2222">本文链接：<a href="https://blog.csdn.net/{site.user}/article/details/{post.id}">链接</a></div>
</span></div></div><span id="spanCount" class="count">{post.likes}</span>"""
    return head, header
