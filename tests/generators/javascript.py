"""Blogs as JavaScript builds them: Gatsby, Eleventy, VuePress, Next.js, Hexo."""

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

RSS_LINK = '<title>手记</title><link rel="alternate" type="application/rss+xml" href="/rss.xml">'


def gatsby(root: Path) -> Built:
    """gatsby-starter-blog: posts right below the root, a feed of all, the sitemap in a folder."""
    site = Folder(root)
    posts = {}
    for post in POSTS:
        body = (
            '<main><article class="blog-post" itemscope itemtype="http://schema.org/Article"><header>'
            f'<h1 itemprop="headline">{post.title}</h1><p>{post.english}</p></header>'
            f'<section itemprop="articleBody"><p>{PARAGRAPH}</p></section></article></main>'
        )
        posts[site.page(f"{post.slug}/", f"<title>{post.title} | 手记</title>", body)] = post
    site.page("", RSS_LINK, f"<h1>手记</h1>{links(posts)}")
    site.page("uses-i-like/", "<title>Uses | 手记</title>", f"<h1>Uses</h1><p>{PARAGRAPH}</p>")
    site.page("about/", "<title>About</title>", "<h1>About</h1>")
    site.sitemap("sitemap/sitemap-0.xml")
    site.sitemap_index("sitemap/sitemap-index.xml", "sitemap/sitemap-0.xml")
    newest = list(posts.items())[-3:]
    site.rss("rss.xml", ((f"\n{p.title}\n", url, p.rfc) for url, p in newest))
    return Built(site.home, posts)


def eleventy(root: Path) -> Built:
    """eleventy-base-blog: /blog/x/, an Atom feed in a folder, the date in a list below the title."""
    site = Folder(root)
    posts = {}
    for post in POSTS:
        body = (
            f'<main><h1>{post.title}</h1><ul class="post-metadata"><li><time datetime="{post.iso}">'
            f'{post.day:%d %B %Y}</time></li><li><a href="/tags/gpu/" class="post-tag">gpu</a>, </li>'
            f"</ul><p>{PARAGRAPH}</p><ul class=\"links-nextprev\"><li>Previous: <a href='/blog/'>x</a>"
            "</li></ul></main>"
        )
        posts[site.page(f"blog/{post.slug}/", f"<title>{post.title}</title>", body)] = post
    for path in ("", "blog/", "about/", "tags/", "tags/gpu/"):
        site.page(path, "<title>手记</title>", links(posts))
    site.sitemap()
    entries = "".join(
        f'<entry><title>{p.title}</title><link href="{url}"/><updated>{p.iso}T00:00:00Z</updated>'
        f"<id>{url}</id></entry>"
        for url, p in list(posts.items())[-10:]
    )
    site.file("feed/feed.xml", f'<feed xmlns="{ATOM}"><title>手记</title>{entries}</feed>')
    return Built(site.home, posts)


def vuepress(root: Path) -> Built:
    """VuePress with the Hope theme: /posts/x.html, no feed, lists by many properties."""
    site = Folder(root)
    posts = {}
    for post in POSTS:
        head = (
            f'<title>{post.title} | 手记</title><meta property="og:type" content="article">'
            f'<meta property="article:published_time" content="{post.iso}T00:00:00.000Z">'
            f'<script type="application/ld+json">{{"@type":"Article","headline":"{post.title}",'
            f'"datePublished":"{post.iso}T00:00:00.000Z"}}</script>'
        )
        body = (
            f'<main><h1>{post.title}</h1><div class="theme-hope-content">{PARAGRAPH}</div></main>'
        )
        posts[site.page(f"posts/{post.slug}.html", head, body)] = post
    for path in ("", "posts/", "category/", "category/gpu/", "tag/", "tag/gpu/", "article/",
                 "star/", "timeline/", "intro.html"):  # fmt: skip
        head = '<title>手记</title><meta property="og:type" content="website">'
        site.page(path, head, links(posts))
    site.sitemap()
    return Built(site.home, posts)


def next_js(root: Path) -> Built:
    """A hand-made Next.js blog: no suffix, no feed, og:type website everywhere, a <time> each."""
    site = Folder(root)
    posts = {}
    for post in POSTS:
        head = f'<title>{post.title}</title><meta property="og:type" content="website">'
        body = (
            f'<main><article><h1>{post.title}</h1><div><time datetime="{post.iso}">{post.english}'
            f"</time></div><div><p>{PARAGRAPH}</p></div></article></main>"
        )
        posts[site.page(f"posts/{post.slug}", head, body)] = post
    for path in ("", "posts", "playground", "now"):
        site.page(path, "<title>手记</title>", f"<h1>手记</h1>{links(posts)}")
    site.sitemap()
    return Built(site.home, posts)


def hexo(root: Path) -> Built:
    """Hexo as installed: /year/month/day/x/, neither feed nor sitemap, archives in pages."""
    site = Folder(root)
    posts = {}
    for post in POSTS:
        head = (
            f'<title>{post.title} | 手记</title><meta name="generator" content="Hexo 7.3.0">'
            '<meta property="og:type" content="article">'
            f'<meta property="article:published_time" content="{post.iso}T02:30:00.000Z">'
        )
        body = (
            f'<article><h1 class="p-name article-title">{post.title}</h1>'
            f'<div class="article-entry"><p>{PARAGRAPH}</p></div></article>'
        )
        posts[site.page(f"{post.path}/{post.slug}/", head, body)] = post
    addresses = list(posts)
    site.page("", "<title>手记</title>", links([*addresses[:3], f"{HOME}/archives/"]))
    site.page("archives/", "<title>手记</title>", links([*addresses[:6], "/archives/page/2/"]))
    site.page("archives/page/2/", "<title>手记</title>", links([*addresses[6:], "/archives/2023/"]))
    return Built(site.home, posts, complete=False)


def hexo_with_ids(root: Path) -> Built:
    """Hexo with /archives/HASH.html for posts, which a stop at /archives/ would lose."""
    site = Folder(root)
    posts = {}
    for number, post in enumerate(POSTS):
        head = (
            f'<title>{post.title}</title><meta name="generator" content="Hexo 6.2.0">'
            '<meta property="article:published_time"'
            f' content="{post.iso}T08:{number:02}:30.000Z">'
        )
        body = f"<article><h1>{post.title}</h1><p>{PARAGRAPH}</p></article>"
        path = f"archives/{number + 77_777_777 if number == 3 else f'{number}a5f{number}c'}.html"
        posts[site.page(path, head, body)] = post
    for path in ("", "archives/", "archives/2023/", "archives/page/2/", "tags/", "link/"):
        site.page(path, "<title>手记</title>", links(posts))
    site.sitemap()
    entries = "".join(
        f'<entry><title>{p.title}</title><link href="{url}"/><id>{url}</id>'
        f"<published>{p.iso}T08:{n:02}:30.000Z</published><updated>2026-10-01T08:00:0{n}.000Z</updated>"
        f"<summary>{PARAGRAPH}</summary></entry>"
        for n, (url, p) in enumerate(list(posts.items())[:3])
    )
    generator = '<generator uri="https://hexo.io/">Hexo</generator>'
    site.file("atom.xml", f'<feed xmlns="{ATOM}"><title>手记</title>{generator}{entries}</feed>')
    return Built(site.home, posts)
