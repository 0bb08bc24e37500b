"""The schema, as the steps that made it. New steps go at the end; a shipped step never changes."""

from sqlite_utils import Database, Migrations

#: "BlgA": marks a file as ours, for `file`, for Datasette plugins and for people.
APPLICATION_ID = 0x426C6741

migrations = Migrations("blog-archiver")

PROFILES = """
CREATE TABLE profiles (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    platform TEXT NOT NULL,
    handle TEXT NOT NULL,
    url TEXT NOT NULL,
    name TEXT, bio TEXT, language TEXT, level TEXT, code_age TEXT, avatar TEXT,
    joined_at TEXT, joined_on TEXT, joined_text TEXT,
    declared_posts INTEGER,
    declared TEXT NOT NULL DEFAULT '{}',
    first_seen_crawl INTEGER REFERENCES crawls(id),
    last_seen_crawl INTEGER REFERENCES crawls(id),
    UNIQUE (platform, handle)
);
CREATE TABLE profile_metrics (
    profile_id INTEGER NOT NULL REFERENCES profiles(id),
    observed_at TEXT NOT NULL,
    name TEXT NOT NULL,
    value INTEGER NOT NULL,
    PRIMARY KEY (profile_id, name, observed_at)
) WITHOUT ROWID;
CREATE TABLE crawls (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    platform TEXT NOT NULL,
    profile_id INTEGER REFERENCES profiles(id),
    started_at TEXT NOT NULL,
    finished_at TEXT,
    outcome TEXT,
    listed INTEGER NOT NULL DEFAULT 0,
    new INTEGER NOT NULL DEFAULT 0,
    revised INTEGER NOT NULL DEFAULT 0,
    unchanged INTEGER NOT NULL DEFAULT 0,
    failed INTEGER NOT NULL DEFAULT 0,
    requests INTEGER NOT NULL DEFAULT 0,
    bytes INTEGER NOT NULL DEFAULT 0,
    reasons TEXT NOT NULL DEFAULT '{}',
    program TEXT NOT NULL,
    extractor TEXT NOT NULL
);
"""

POSTS = """
CREATE TABLE posts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    profile_id INTEGER NOT NULL REFERENCES profiles(id),
    platform TEXT NOT NULL,
    source_id TEXT NOT NULL,
    url TEXT NOT NULL,
    title TEXT NOT NULL,
    summary TEXT, kind TEXT, language TEXT, author TEXT, licence TEXT,
    tags TEXT NOT NULL DEFAULT '[]',
    published_at TEXT, published_on TEXT, published_precision TEXT, published_text TEXT,
    updated_at TEXT, updated_on TEXT, updated_precision TEXT, updated_text TEXT,
    state TEXT NOT NULL DEFAULT 'listed'
        CHECK (state IN ('listed', 'archived', 'gone', 'external', 'purged')),
    locked_at TEXT,
    missing_since TEXT,
    listed_hash TEXT,
    archived_hash TEXT,
    version_id INTEGER REFERENCES post_versions(id),
    rendering_id INTEGER REFERENCES renderings(id),
    first_seen_crawl INTEGER REFERENCES crawls(id),
    last_seen_crawl INTEGER REFERENCES crawls(id),
    next_check_at TEXT,
    UNIQUE (profile_id, source_id)
);
CREATE TABLE post_addresses (
    url TEXT NOT NULL,
    post_id INTEGER NOT NULL REFERENCES posts(id),
    first_seen_at TEXT NOT NULL,
    PRIMARY KEY (url, post_id)
) WITHOUT ROWID;
CREATE TABLE entries (
    id INTEGER PRIMARY KEY,
    profile_id INTEGER NOT NULL REFERENCES profiles(id),
    listing TEXT NOT NULL,
    position INTEGER NOT NULL,
    post_id INTEGER NOT NULL REFERENCES posts(id),
    title TEXT NOT NULL,
    section TEXT NOT NULL DEFAULT '[]',
    review_status TEXT,
    description TEXT,
    last_seen_crawl INTEGER REFERENCES crawls(id),
    UNIQUE (profile_id, listing, position)
);
CREATE TABLE post_links (
    post_id INTEGER NOT NULL REFERENCES posts(id),
    role TEXT NOT NULL,
    url TEXT NOT NULL,
    label TEXT NOT NULL DEFAULT '',
    language TEXT,
    PRIMARY KEY (post_id, role, url)
) WITHOUT ROWID;
CREATE TABLE post_metrics (
    post_id INTEGER NOT NULL REFERENCES posts(id),
    observed_at TEXT NOT NULL,
    name TEXT NOT NULL,
    value INTEGER NOT NULL,
    PRIMARY KEY (post_id, name, observed_at)
) WITHOUT ROWID;
CREATE TABLE tags (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE post_tags (
    post_id INTEGER NOT NULL REFERENCES posts(id),
    tag_id INTEGER NOT NULL REFERENCES tags(id),
    PRIMARY KEY (post_id, tag_id)
) WITHOUT ROWID;
"""

CONTENT = """
CREATE TABLE post_versions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    post_id INTEGER NOT NULL REFERENCES posts(id),
    title TEXT NOT NULL,
    tags TEXT NOT NULL DEFAULT '[]',
    published_at TEXT, updated_at TEXT,
    seen_at TEXT NOT NULL,
    crawl_id INTEGER REFERENCES crawls(id),
    source_format TEXT NOT NULL,
    raw_sha256 BLOB NOT NULL REFERENCES raw_pages(sha256)
);
CREATE TABLE renderings (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    version_id INTEGER NOT NULL REFERENCES post_versions(id),
    extractor TEXT NOT NULL,
    body_markdown TEXT NOT NULL,
    body_text TEXT NOT NULL,
    content_hash TEXT NOT NULL,
    images TEXT NOT NULL DEFAULT '[]',
    verdict TEXT NOT NULL,
    score REAL NOT NULL,
    quality TEXT NOT NULL,
    rendered_at TEXT NOT NULL,
    UNIQUE (version_id, extractor)
);
CREATE TABLE dictionaries (
    id INTEGER PRIMARY KEY,
    platform TEXT NOT NULL,
    kind TEXT NOT NULL,
    bytes BLOB NOT NULL
);
CREATE TABLE raw_pages (
    sha256 BLOB PRIMARY KEY,
    encoding TEXT NOT NULL,
    length INTEGER NOT NULL,
    dictionary_id INTEGER REFERENCES dictionaries(id),
    zstd BLOB NOT NULL
);
"""

LEDGER = """
CREATE TABLE listings (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    profile_id INTEGER NOT NULL REFERENCES profiles(id),
    crawl_id INTEGER REFERENCES crawls(id),
    name TEXT NOT NULL,
    url TEXT NOT NULL,
    source TEXT NOT NULL,
    declared INTEGER,
    seen INTEGER NOT NULL,
    complete INTEGER NOT NULL,
    reason TEXT,
    ended_at TEXT NOT NULL
);
CREATE TABLE fetches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    profile_id INTEGER NOT NULL REFERENCES profiles(id),
    post_id INTEGER REFERENCES posts(id),
    crawl_id INTEGER REFERENCES crawls(id),
    url TEXT NOT NULL,
    kind TEXT NOT NULL,
    status INTEGER NOT NULL,
    fetched_at TEXT NOT NULL,
    etag TEXT,
    last_modified TEXT,
    request_headers TEXT NOT NULL,
    headers TEXT NOT NULL,
    raw_sha256 BLOB REFERENCES raw_pages(sha256)
);
CREATE INDEX fetches_url ON fetches(url);
CREATE TABLE observations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    profile_id INTEGER NOT NULL REFERENCES profiles(id),
    post_id INTEGER REFERENCES posts(id),
    crawl_id INTEGER REFERENCES crawls(id),
    url TEXT NOT NULL,
    seen TEXT NOT NULL,
    reason TEXT NOT NULL,
    observed_at TEXT NOT NULL,
    fetch_id INTEGER REFERENCES fetches(id)
);
"""

SEARCH = """
CREATE VIRTUAL TABLE posts_fts USING fts5 /* content="posts": read by Datasette and sqlite-utils, the table is contentless */
    (title, body, tags, aux, content='', tokenize='porter unicode61 remove_diacritics 2');
CREATE TABLE index_state (
    post_id INTEGER PRIMARY KEY REFERENCES posts(id),
    title TEXT NOT NULL,
    tags TEXT NOT NULL,
    rendering_id INTEGER NOT NULL REFERENCES renderings(id),
    segmentation INTEGER NOT NULL
);
"""

VIEWS = """
CREATE VIEW articles AS
SELECT posts.id, profiles.name AS author_name, posts.platform, profiles.handle AS profile,
    posts.title, posts.url, posts.summary, posts.kind, posts.language, posts.tags,
    substr(posts.published_on, 1, 4) AS year, posts.published_on, posts.published_at,
    posts.updated_at, posts.state, posts.locked_at, length(renderings.body_text) AS characters,
    renderings.verdict
FROM posts JOIN profiles ON profiles.id = posts.profile_id
LEFT JOIN renderings ON renderings.id = posts.rendering_id;
CREATE VIEW ledger AS
SELECT profiles.platform, profiles.handle, profiles.declared_posts AS declared,
    count(posts.id) AS listed,
    sum(posts.state = 'archived') AS archived,
    sum(posts.state = 'archived' AND posts.locked_at IS NOT NULL) AS locked,
    sum(posts.state = 'gone') AS gone,
    sum(posts.state = 'external') AS external,
    sum(posts.state = 'purged') AS purged,
    sum(posts.state = 'listed') AS missing
FROM profiles LEFT JOIN posts ON posts.profile_id = profiles.id
GROUP BY profiles.id;
"""


@migrations()
def m001_archive(db: Database) -> None:
    for script in (PROFILES, POSTS, CONTENT, LEDGER, SEARCH, VIEWS):
        for statement in script.split(";\n"):
            if statement.strip():
                db.execute(statement)
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
