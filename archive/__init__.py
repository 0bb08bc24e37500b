"""Keeping posts: one SQLite file, `store.Archive` its only writer. Importing it loads no Scrapy.

The tables, what each keeps, and what never changes once it is there:

    profiles          one author on one platform, unique (platform, handle)
    profile_metrics   followers, likes, …: a row only when a counter has a new value
    crawls            one run over one profile: how it ended, its counts, what it cost the site
    listings          each listing that a crawl read: complete or broken off, declared, seen
    entries           (listing, position) → post: every line that a listing has now
    posts             one article, recorded when it is first seen: what is known of it, its state,
                      and which version and rendering are current. No body, only its length and verdict,
                      so that lists are fast.
                      An id is given once and never used again
    post_addresses    every address at which a post was found, and its id in a feed where that is another
    post_links        cross-posts, language variants, originals, columns, as listings or pages give them
    post_metrics      views, likes, …: a row only when a counter has a new value
    tags, post_tags   the tags of a post as they are now
    post_versions     each state of a post that the site showed, never equal to the one before; immutable
    renderings        what one extractor made of a version: Markdown, text, quality; immutable
    raw_pages         what was fetched, scrubbed and compressed, by the sha256 of its bytes; immutable
    dictionaries      the raw page against which others of its profile and kind are compressed
    fetches           each response: address, status, headers, validators → raw page
    observations      what was no content: blocked, gone, locked, changed, failed, shrunken; back, moved, unlocked
    media             a picture or file that posts show, one for all its variants: held, or why not and when to ask again
    post_media        what the current rendering of a post shows, in its order
    media_files       a file of the folder beside the archive, named by the sha256 of its bytes; immutable
    cooldowns         sites that are left alone until a time, since they refuse or ask for it
    incidents         what is broken, once for all crawls and profiles that meet it, from when until when;
                      incident_profiles says who waits for the end
    posts_fts         the words of titles, bodies and tags (contentless); index_state says of which
    articles, ledger  views: posts to read, and how many of a profile's posts are where

An archive grows by versions, renderings, pages and observations; only `purge` takes something away.
"""
