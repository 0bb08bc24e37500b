"""CSDN's lists and profile in HTML, as saved pages of 2019, 2021 and 2024 have them."""

import json
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.replica.csdn import CsdnPost, CsdnSite

KINDS = {1: "原创", 2: "转载", 4: "翻译"}
#: The first item of some lists leads to somebody else's post.
ADVERT = """<div class="article-item-box csdn-tracking-statistics" style="display: none;" data-articleid="82762601">
<h4 class=""><a href="https://blog.csdn.net/somebody_else/article/details/82762601" target="_blank">
<span class="article-type type-1">原创</span>别人的文章</a></h4>
<p class="content"><a href="https://blog.csdn.net/somebody_else/article/details/82762601">广告</a></p>
<div class="info-box"><p><span class="date">2018-09-18 14:00:00</span></p></div></div>"""


def list_page(site: "CsdnSite", posts: list["CsdnPost"], number: int) -> str:
    """`/<user>/article/list/<n>`: absolute times, summaries escaped twice over."""
    items = "\n".join(list_item(site, post) for post in posts)
    return f"""<!DOCTYPE html><html lang="zh-CN"><head><meta charset="utf-8"><title>{site.name}的博客</title></head>
<body><main><div class="article-list">{ADVERT}
{items}</div></main>
<script>
    var currentPage = {number};
    var pageSize = 20;
    var listTotal = {len(site.posts)};
</script></body></html>"""


def list_item(site: "CsdnSite", post: "CsdnPost") -> str:
    address = site.address(post)
    summary = escape(escape(escape(post.summary, quote=False), quote=False), quote=False)
    return f"""<div class="article-item-box csdn-tracking-statistics" data-articleid="{post.id}">
  <h4 class=""><a href="{address}" target="_blank">
    <span class="article-type type-{post.type}">
            {KINDS[post.type][0]}        </span>
        {escape(post.title)}      </a></h4>
  <p class="content"><a href="{address}" target="_blank">
        {summary}      </a></p>
  <div class="info-box d-flex align-content-center"><p><span class="date">{post.published}</span></p><p class="point"></p>
   <p><span class="read-num">阅读数 <span class="num">{post.views}</span> </span></p><p class="point"></p>
   <p><span class="read-num">评论数 <span class="num">{post.comments}</span> </span></p></div></div>"""


def profile_page(site: "CsdnSite") -> str:
    """`/<user>?type=blog`: the card in the page's state, and the first posts as cards."""
    user = {
        "username": site.user,
        "nickname": site.name,
        "avatar": "https://profile-avatar.csdnimg.cn/0_default.jpg!1",
        "level": 6,
        "introduction": "写一点推理框架",
        "registrationTime": "2016-09-01",
        "gender": 1,
        "codeAge": {"desc": "码龄10年"},
        "region": {"ip": "203.0.113.9", "region": "IP 属地：河南省", "msg": "x"},
    }
    achieved = {
        "originalCount": f"{len(site.posts):,}",
        "rank": "12,345",
        "fansCount": "1,569",
        "followCount": "21",
        "wholeSiteViewCount": {"total": "57,241"},
    }
    base = {"userModule": user, "achievementModule": achieved}
    state = json.dumps({"pageData": {"data": {"baseInfo": base}}}, ensure_ascii=False)
    cards = "\n".join(card(site, post) for post in site.posts[: min(20, site.page_limit)])
    return f"""<!DOCTYPE html><html><head><meta charset="utf-8"><title>{site.name}-CSDN博客</title></head><body>
<div class="user-profile-head"><div class="person-code-age"><span>码龄10年</span></div><span>IP 属地：河南省</span>
<ul><li><div class="user-profile-statistics-num">57,241</div><div class="user-profile-statistics-name">总访问量</div></li>
<li><div class="user-profile-statistics-num">{len(site.posts)}</div><div class="user-profile-statistics-name">原创</div></li></ul>
<div class="aside-common-box-content-text">获得 <span>1,550</span> 次点赞</div></div>
<div class="mainContent">{cards}</div>
<script>window.__INITIAL_STATE__={state};(function(){{var s;}}());</script></body></html>"""


def card(site: "CsdnSite", post: "CsdnPost") -> str:
    return f"""<article data-v-6fe2b6a7="" class="blog-list-box"><a href="{site.address(post)}" target="_blank">
<div class="list-box-cont"><div class="blog-list-box-top"><h4> {escape(post.title)} </h4></div>
<div class="blog-list-content">{escape(post.summary)}</div>
<div class="blog-list-footer-left"><div class="article-type article-type-yc"> {KINDS[post.type]} </div>
<div class="view-time-box"> 发布博客&nbsp;21 小时前&nbsp;· </div>
<span class="view-num">{post.views}<span class="two-px">&nbsp;阅读&nbsp;·</span></span>
<span class="give-like-num">{post.likes}<span class="two-px">&nbsp;点赞&nbsp;·</span></span>
<span class="comment-num">{post.comments}<span class="two-px">&nbsp;评论&nbsp;·</span></span>
<span class="comment-num">{post.collects}<span class="two-px">&nbsp;收藏</span></span></div></div></a></article>"""
