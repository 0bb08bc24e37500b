"""Any static blog: where its posts are listed, which pages are posts, and what a page says of itself.

    addresses   many spellings, one key                      decoding   bytes → text → sound XML
    discovery   where feeds and sitemaps are                 feeds      a feed → entries
    sitemap     a sitemap → pages                            shapes     what post addresses look like
    side_pages  addresses that are no posts                  metadata   a page → facts, post or not
    post_dates  feed and page agree on a time                site       all of it for one crawl

Pure but for `scraper.spiders.github_pages`, which asks and yields.
"""
