"""Pages of the replica's Tencent Cloud: the structure of the real ones, which its site fills."""

import json
from datetime import datetime
from html import escape
from typing import TYPE_CHECKING, Any

from scraper.dates import BEIJING
from tests.replica.tencent_content import content, html

if TYPE_CHECKING:
    from tests.replica.tencent_cloud import Article, TencentSite

CHALLENGE = (
    '<!DOCTYPE html><html><head><meta charset="utf-8"></head><body><script>var _0x1={a:1};'
    'document.cookie="__tst_status="+(1+2)+"#;";document.cookie="EO_Bot_Ssid="+3+";";'
    "location.reload()</script></body></html>"
)
HEADER = '<div class="cdc-header">腾讯云 开发者社区 登录/注册 文章/答案/技术大牛 搜索 发布</div>'
FOOTER = (
    '<div class="cdc-footer">社区 技术文章 Copyright © 2013 - 2026 Tencent Cloud. '
    "All Rights Reserved. 腾讯云 版权所有</div>"
)
UNFILLED = ["公司和职称", "个人简介", "技能专长", "学校和专业", "个人网址", "所在城市"]


def clock(seconds: int) -> str:
    return f"{datetime.fromtimestamp(seconds, BEIJING):%Y-%m-%d %H:%M:%S}"


def document(title: str, body: str, data: dict[str, Any] | None = None) -> str:
    script = ""
    if data is not None:
        text = json.dumps(data, ensure_ascii=False).replace("</", "<\\/")
        text = text.encode("utf-8", "backslashreplace").decode()  # a lone surrogate as \\ud83d
        script = f'<script id="__NEXT_DATA__" type="application/json">{text}</script>'
    head = f'<head><meta charset="utf-8"><title>{escape(title)}</title></head>'
    return f'<!DOCTYPE html><html lang="zh-CN">{head}<body>{body}{script}</body></html>'


def next_data(site: "TencentSite", fallback: dict[str, Any], page: str) -> dict[str, Any]:
    props = {"fallback": fallback, "clientIp": site.client, "isBot": False}
    request = {"reqId": f"-req{site.client}", "env": "production", "__N_SSP": True}
    return {"props": {**request, "pageProps": props}, "page": page}


def article_page(site: "TencentSite", article: "Article") -> str:
    """An article: all of it in the JSON; in the HTML too, unless the new editor wrote it."""
    title = f"{article.title}-腾讯云开发者社区-腾讯云"
    shown = "" if article.form == "markdown" else html(article.blocks, site.uid)
    column = (
        f'文章被收录于专栏：<a class="cdc-special-guide-name"'
        f' href="/developer/column/{site.column_id}">{site.column}</a>'
    )
    tags = "".join(f'<a class="cdc-tag" href="/developer/tag/1">{tag}</a>' for tag in article.tags)
    body = (
        f'{HEADER}<h1 class="title-text">{escape(article.title)}</h1><div class="mod-article-source">'
        f'<span class="mod-article-source__name">{site.name}</span>'
        f'<span class="mod-article-source__detail">发布于 {clock(article.published)}</span>'
        f"<span>{article.views}</span><span>0</span><span>举报</span></div><div>{column}</div>"
        '<div class="mod-content"><div class="mod-content__markdown"><div>'
        f'<div class="rno-markdown new-version rno-">{shown}</div></div></div></div>'
        f"<div>{NOTICES[article.source_type]}</div><div>{tags}</div>{RECOMMENDED}{FOOTER}"
    )
    return document(title, body, article_data(site, article) if site.payloads else None)


NOTICES = {
    1: "原创声明：本文系作者授权腾讯云开发者社区发表，未经许可，不得转载。",
    99: "本文参与 腾讯云自媒体同步曝光计划，分享自作者个人站点/博客。原始发表：2026-07-01，如有侵权请联系"
    " cloudcommunity@tencent.com 删除",
}
RECOMMENDED = (
    '<h3>推荐阅读</h3><div class="cdc-article-panel__list"><div class="cdc-article-panel">'
    '<a class="cdc-article-panel__link" href="/developer/article/1949999?policyId=1004"></a>'
    '<h4 class="cdc-article-panel__title">别人的文章</h4>'
    '<div class="cdc-article-panel__desc">与本文无关的摘要。</div>'
    '<span class="cdc-article-panel__user-name">别人</span>'
    '<span class="cdc-article-panel__date">2022/03/02</span></div></div>'
)


def article_data(site: "TencentSite", article: "Article") -> dict[str, Any]:
    """The page's `__NEXT_DATA__`, with every key that was seen and means something."""
    number = int(article.id)
    info = {
        "articleId": number,
        "commentNum": 0,
        "content": content(article.blocks, article.form, article.title, site.uid),
        "createTime": article.published,
        "favNum": 1,
        "html": "",
        "isOriginal": 0,
        "likeNum": article.likes,
        "showReadNum": article.views,
        "sourceDetail": None,
        "sourceType": article.source_type,
        "status": article.status,
        "summary": article.summary,
        "title": article.title,
        "uid": int(site.uid),
        "updateTime": article.updated or article.published,
        "userSummary": "",
        "isNewArticle": article.form in ("markdown", "prosemirror"),
    }
    detail = {
        "articleInfo": info,
        "authorInfo": {"uid": int(site.uid), "nickname": site.name, "articleNum": 0},
        "columnList": [{"columnId": site.column_id, "columnName": site.column}],
        "publishTime": article.published,
        "sourceDetail": {"originalTime": "2026-07-012026-07-01", "sourceLink": article.original},
        "tags": [{"tagId": 1, "tagName": tag} for tag in article.tags],
        "longtailTags": [],
    }
    key = f'#url:"/api/article/detail",params:#articleId:{article.payload_id or article.id},,'
    if article.payload_id:
        info["articleId"] = int(article.payload_id)
    return next_data(site, {key: detail}, "/article/[articleId]")


def profile_page(site: "TencentSite", number: int) -> str:
    """A page of the profile, in one of three eras: `old`, `new`, and `json` with no list in its HTML."""
    rows = site.page_of(site.articles, number)
    pages = -(-len(site.articles) // site.page_size)
    if site.era == "json":
        listed = {"total": len(site.articles), "rows": [api_row(site, article) for article in rows]}
        data = next_data(site, {'#url:"/api/user/some-list",,': {"data": listed}}, "/user/[uid]")
        return document(site.name, card(site), data)
    panels = "".join((old_panel if site.era == "old" else new_panel)(site, row) for row in rows)
    body = f'<div id="react-root"><div class="com-log-list">{site.activities}{panels}</div>'
    links = [f'<a class="c-pages-item" href="?page={n}">{n}</a>' for n in range(1, pages + 1)]
    if number < pages:
        links.append(f'<a class="c-pages-item" href="?page={number + 1}">下一页</a>')
    pager = f'<div class="c-pages">{"".join(links)}</div>' if pages > 1 else ""
    return document(f"{site.name} - 个人中心", f"{HEADER}{body}{pager}{card(site)}</div>{FOOTER}")


def api_row(site: "TencentSite", article: "Article") -> dict[str, Any]:
    """A row of FetchUserArticles."""
    return {
        "articleId": int(article.id),
        "title": article.title,
        "writeTime": article.published,
        "tags": [{"name": tag} for tag in article.tags],
        "column": {"name": site.column},
    }


def time(site: "TencentSite", relative: str, seconds: int) -> str:
    days = relative.removesuffix("天前")
    absolute = clock(seconds)
    return (
        f'<time dateTime="{absolute}" title="{absolute}"> <span>{days}</span> 天前'
        f'<span class="com-v-box">{absolute}</span></time>'
    )


def old_panel(site: "TencentSite", article: "Article") -> str:
    tags = "、".join(f'<a href="/developer/tag/1">{tag}</a>' for tag in article.tags)
    author = (
        f'<a class="com-article-panel-author" href="/developer/user/{site.uid}">{site.name}</a>'
    )
    return (
        '<section class="com-log-panel"><div class="com-log-panel-hd"><span>发表了文章</span>'
        f'{time(site, article.relative, article.listed)}</div><div class="com-article-panel">'
        f'<h3 class="com-article-panel-title"><a href="/developer/article/{article.id}"'
        f' target="_blank">{escape(article.title)}</a></h3>'
        f'<p class="com-article-panel-desc">{escape(article.summary)}</p>'
        f'<div class="com-article-panel-ft">{author}{time(site, article.relative, article.published)}</div>'
        f'<div class="com-article-panel-tags">{tags}</div>'
        f'<i class="com-i-view"></i><span>{article.views}</span>'
        f'<i class="com-i-like"></i><span>{article.likes}</span></div></section>'
    )


def new_panel(site: "TencentSite", article: "Article") -> str:
    tags = "".join(f'<a href="/developer/tag/1">{tag}</a>' for tag in article.tags)
    return (
        '<div class="cdc-article-panel"><a class="cdc-article-panel__link"'
        f' href="/developer/article/{article.id}?policyId=1003"></a>'
        f'<h4 class="cdc-article-panel__title">{escape(article.title)}</h4>'
        f'<div class="cdc-article-panel__desc">{escape(article.summary)}</div>'
        f'<span class="cdc-article-panel__user-name">{site.name}</span>'
        f'<span class="cdc-article-panel__date">{clock(article.published)[:10].replace("-", "/")}</span>'
        f'<span class="cdc-icon__number">{article.views}</span><span class="cdc-icon__number">0</span>'
        f'<span class="cdc-icon__number">{article.likes}</span>'
        f'<div class="cdc-tag-links__item">{tags}</div></div>'
    )


def card(site: "TencentSite") -> str:
    """The profile's side card."""
    lines = "".join(f"<li>暂未填写{what}</li>" for what in UNFILLED)
    counters = (
        f"<p>获得 {site.likes} 次赞同</p><p>文章被阅读 {site.reads} 次</p>"
        f"<p>关注了：{site.following}</p><p>关注者：{site.followers}</p>"
    )
    return (
        f'<a href="/developer/user/{site.uid}">{site.name}</a><span>{site.level}</span>'
        f"<h4>个人简介</h4><ul>{lines}<li>加入社区时间：{site.joined}</li></ul>"
        f"<h4>个人成就</h4>{counters}"
    )
