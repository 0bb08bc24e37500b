"""Keeping posts: one SQLite file, `store.Archive` its only writer. Importing it loads no Scrapy."""
