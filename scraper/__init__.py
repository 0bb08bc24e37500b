"""Getting posts: spiders, one a platform, and what turns a page into a post. Imports nothing of `archive`."""
