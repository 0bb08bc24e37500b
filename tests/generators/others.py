"""Blogs as Go, Ruby and Rust build them: Hugo, Jekyll, Zola."""

from pathlib import Path

from tests.generators.folder import (
    ATOM,
    HOME,
    PARAGRAPH,
    POSTS,
    Built,
    Folder,
    links,
)


def hugo(root: Path) -> Built:
    """Hugo: the home feed has pages that are no posts, dated 0001 or by their front matter."""
    site = Folder(root)
    posts = {}
    for post in POSTS:
        head = (
            f'<title>{post.title} | 手记</title><meta property="og:type" content="article">'
            f'<meta property="article:published_time" content="{post.iso}T09:10:11+08:00">'
        )
        body = (
            f'<article class="post-single"><header><h1>{post.title}</h1><div class="post-meta">'
            f"{post.english}</div></header><p>{PARAGRAPH}</p></article>"
        )
        posts[site.page(f"posts/{post.slug}/", head, body)] = post
    for path in ("", "posts/", "posts/page/2/", "tags/", "tags/gpu/", "categories/", "series/",
                 "search/", "archives/", "about/", "guides/"):  # fmt: skip
        site.page(path, '<title>手记</title><link rel="alternate" type="application/rss+xml"'
                  ' href="/index.xml"><link rel="alternate" type="application/json"'
                  ' href="/index.json">', links(posts))  # fmt: skip
    site.file("index.json", '[{"title": "x", "permalink": "https://someone.github.io/posts/x/"}]')
    site.sitemap("zh/sitemap.xml")
    site.sitemap_index("sitemap.xml", "zh/sitemap.xml")
    undated = ("指南", f"{HOME}/guides/", "Mon, 01 Jan 0001 00:00:00 +0000")
    about = ("关于", f"{HOME}/about/", "Sun, 05 Mar 2023 09:10:11 +0800")
    dated = ((p.title, url, f"{p.day:%a, %d %b %Y} 09:10:11 +0800") for url, p in posts.items())
    site.rss("index.xml", [about, undated, *dated])
    return Built(site.home, posts)


def jekyll_chirpy(root: Path) -> Built:
    """Jekyll with Chirpy below a project's path: /posts/x/, a feed of five, many tabs."""
    site = Folder(root, "notes/")
    posts = {}
    for post in POSTS:
        data = f'{{"@type":"BlogPosting","headline":"{post.title}","datePublished":"{post.iso}T00:00:00+08:00"}}'
        head = (
            f'<title>{post.title} | 手记</title><script type="application/ld+json">{data}</script>'
        )
        body = (
            f'<article><header><h1 data-toc-skip>{post.title}</h1></header><div class="content">'
            f"<p>{PARAGRAPH}</p></div></article>"
        )
        posts[site.page(f"posts/{post.slug}/", head, body)] = post
    site.page(
        "posts/unlinked-draft/",
        "<title>x</title><meta http-equiv='refresh' content='0; url=/'>",
        "",
    )
    for path in ("", "tags/", "tags/gpu/", "categories/", "archives/", "about/", "page2/"):
        site.page(path, '<title>手记</title><link rel="alternate" type="application/atom+xml"'
                  ' href="/notes/feed.xml">', links(posts))  # fmt: skip
    site.sitemap()
    entries = "".join(
        f'<entry><title>{p.title}</title><link href="{url}" rel="alternate"/><id>{url}</id>'
        f"<published>{p.iso}T00:00:00+08:00</published><updated>{p.iso}T00:00:00+08:00</updated></entry>"
        for url, p in list(posts.items())[-5:]
    )
    site.file("feed.xml", f'<feed xmlns="{ATOM}"><title>手记</title>{entries}</feed>')
    return Built(site.home, posts)


def jekyll_categories(root: Path) -> Built:
    """Jekyll's own default, /category/year/month/day/x.html, whose last ten know half the categories."""
    site = Folder(root)
    posts = {}
    for number, post in enumerate(POSTS):
        head = f'<title>{post.title}</title><meta property="og:type" content="article">'
        body = (
            f'<article class="post h-entry"><header><h1 class="post-title p-name">{post.title}</h1>'
            f'<p class="post-meta"><time class="dt-published" datetime="{post.iso}T00:00:00+08:00">'
            f"{post.english}</time></p></header><p>{PARAGRAPH}</p></article>"
        )
        category = ("systems", "models", "life")[number % 3]
        posts[site.page(f"{category}/{post.path}/{post.slug}.html", head, body)] = post
    for path in ("", "about/", "404.html"):
        site.page(path, "<title>手记</title>", links(posts))
    site.sitemap(addresses=[url.replace(HOME, "http://localhost:4000") for url in site.addresses])
    few = [item for item in posts.items() if "/life/" not in item[0]][-4:]
    site.rss("feed.xml", ((p.title, url, p.rfc) for url, p in few))
    return Built(site.home, posts)


def zola(root: Path) -> Built:
    """Zola with a blog section that pages its list, and pages beside the section."""
    site = Folder(root)
    posts = {}
    for post in POSTS:
        body = f'<h1 class="title">{post.title}</h1><p class="subtitle"><strong>{post.iso}</strong></p>'
        head = f"<title>{post.title}</title>"
        posts[site.page(f"blog/{post.slug}/", head, body + f"<p>{PARAGRAPH}</p>")] = post
    for path in ("", "blog/", "blog/page/2/", "tags/", "tags/gpu/", "projects/"):
        site.page(path, "<title>手记</title>", links(posts))
    site.page("colophon/", "<title>Colophon</title>", "<h1>Colophon</h1>")
    site.sitemap()
    entries = "".join(
        f'<entry><title>{p.title}</title><link rel="alternate" href="{url}"/>'
        f"<published>{p.iso}T00:00:00+00:00</published><updated>{p.iso}T00:00:00+00:00</updated>"
        f"<id>{url}</id></entry>"
        for url, p in list(posts.items())[-2:]
    )
    site.file("atom.xml", f'<feed xmlns="{ATOM}"><title>手记</title>{entries}</feed>')
    return Built(site.home, posts)
