-- The tables of an archive; what each keeps is told in archive/__init__.py.
-- Times are UTC, YYYY-MM-DDTHH:MM:SSZ; *_on is the site's own local date; lists and mappings are JSON.

CREATE TABLE profiles (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    platform TEXT NOT NULL,
    handle TEXT NOT NULL,
    url TEXT NOT NULL,
    name TEXT, bio TEXT, language TEXT, level TEXT, code_age TEXT, avatar TEXT,
    joined_at TEXT, joined_on TEXT, joined_precision TEXT, joined_text TEXT,
    declared_posts INTEGER,
    declared TEXT NOT NULL DEFAULT '{}',       -- kind → count, in the site's words
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
    profile_id INTEGER NOT NULL REFERENCES profiles(id),
    started_at TEXT NOT NULL,
    finished_at TEXT,
    outcome TEXT,                              -- NULL while it runs
    listed INTEGER NOT NULL DEFAULT 0,
    new INTEGER NOT NULL DEFAULT 0,
    revised INTEGER NOT NULL DEFAULT 0,
    unchanged INTEGER NOT NULL DEFAULT 0,
    failed INTEGER NOT NULL DEFAULT 0,
    requests INTEGER NOT NULL DEFAULT 0,
    bytes INTEGER NOT NULL DEFAULT 0,          -- as they came over the wire
    reasons TEXT NOT NULL DEFAULT '{}',        -- observed → how often
    program TEXT NOT NULL,
    extractor TEXT NOT NULL,
    process INTEGER NOT NULL                   -- its number on the machine, to say who holds a lock
);
CREATE INDEX crawls_profile ON crawls(profile_id);

CREATE TABLE posts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    profile_id INTEGER NOT NULL REFERENCES profiles(id),
    platform TEXT NOT NULL,
    source_id TEXT NOT NULL,
    url TEXT NOT NULL,
    title TEXT NOT NULL,
    summary TEXT, kind TEXT, language TEXT, author TEXT, licence TEXT,
    tags TEXT NOT NULL DEFAULT '[]',
    columns TEXT NOT NULL DEFAULT '[]',
    published_at TEXT, published_on TEXT, published_precision TEXT, published_text TEXT,
    updated_at TEXT, updated_on TEXT, updated_precision TEXT, updated_text TEXT,
    state TEXT NOT NULL DEFAULT 'listed'
        CHECK (state IN ('listed', 'archived', 'gone', 'external', 'purged')),
    locked_at TEXT,
    missing_since TEXT,
    version_id INTEGER REFERENCES post_versions(id),
    rendering_id INTEGER REFERENCES renderings(id),
    from_page TEXT NOT NULL DEFAULT '[]',      -- the columns that its page gave; listings fill the rest
    got_hashes TEXT NOT NULL DEFAULT '[]',     -- what listings showed when its page was last got
    got_crawl INTEGER REFERENCES crawls(id),   -- the crawl that last got it
    first_seen_crawl INTEGER REFERENCES crawls(id),
    last_seen_crawl INTEGER REFERENCES crawls(id),
    next_check_at TEXT,
    UNIQUE (profile_id, source_id)
);
CREATE INDEX posts_published ON posts(published_at);
CREATE TABLE post_addresses (
    url TEXT NOT NULL,
    post_id INTEGER NOT NULL REFERENCES posts(id),
    first_seen_at TEXT NOT NULL,
    PRIMARY KEY (url, post_id)
) WITHOUT ROWID;
CREATE INDEX post_addresses_post ON post_addresses(post_id);
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
    listed_at TEXT, listed_on TEXT, listed_precision TEXT, listed_text TEXT,
    listed_hash TEXT NOT NULL,                 -- of title, times, description, version; of no counter
    last_seen_crawl INTEGER NOT NULL REFERENCES crawls(id),
    UNIQUE (profile_id, listing, position)
);
CREATE INDEX entries_post ON entries(post_id);
CREATE TABLE post_links (
    post_id INTEGER NOT NULL REFERENCES posts(id),
    origin TEXT NOT NULL CHECK (origin IN ('listing', 'page')),
    role TEXT NOT NULL,
    url TEXT NOT NULL,
    label TEXT NOT NULL DEFAULT '',
    language TEXT,
    last_seen_crawl INTEGER NOT NULL REFERENCES crawls(id),
    PRIMARY KEY (post_id, origin, role, url)
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
CREATE INDEX post_tags_tag ON post_tags(tag_id);

CREATE TABLE post_versions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    post_id INTEGER NOT NULL REFERENCES posts(id),
    title TEXT NOT NULL,
    tags TEXT NOT NULL DEFAULT '[]',
    published_at TEXT, updated_at TEXT,
    seen_at TEXT NOT NULL,
    crawl_id INTEGER NOT NULL REFERENCES crawls(id),
    cut INTEGER NOT NULL DEFAULT 0,            -- 1: the page was locked or showed a part of the post
    url TEXT NOT NULL,                         -- to which the page's relative addresses are relative
    source_format TEXT NOT NULL,
    raw_sha256 TEXT NOT NULL REFERENCES raw_pages(sha256)
);
CREATE INDEX post_versions_post ON post_versions(post_id);
CREATE TABLE renderings (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    version_id INTEGER NOT NULL REFERENCES post_versions(id),
    extractor TEXT NOT NULL,
    body_markdown TEXT NOT NULL,
    body_text TEXT NOT NULL,
    content_hash TEXT NOT NULL,                -- of the text and the addresses of its images
    images TEXT NOT NULL DEFAULT '[]',
    verdict TEXT NOT NULL,
    score REAL NOT NULL,
    quality TEXT NOT NULL,
    rendered_at TEXT NOT NULL,
    UNIQUE (version_id, extractor)
);
CREATE TABLE raw_pages (
    sha256 TEXT PRIMARY KEY,                   -- of the page as it is given back
    encoding TEXT NOT NULL,
    length INTEGER NOT NULL,
    dictionary TEXT REFERENCES raw_pages(sha256),
    zstd BLOB NOT NULL
);
CREATE INDEX raw_pages_dictionary ON raw_pages(dictionary);
CREATE TABLE dictionaries (
    profile_id INTEGER NOT NULL REFERENCES profiles(id),
    kind TEXT NOT NULL,
    raw_sha256 TEXT NOT NULL REFERENCES raw_pages(sha256),
    PRIMARY KEY (profile_id, kind)
) WITHOUT ROWID;

CREATE TABLE listings (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    profile_id INTEGER NOT NULL REFERENCES profiles(id),
    crawl_id INTEGER NOT NULL REFERENCES crawls(id),
    name TEXT NOT NULL,
    url TEXT NOT NULL,
    source TEXT NOT NULL,
    declared INTEGER,
    seen INTEGER NOT NULL,
    complete INTEGER NOT NULL,
    reason TEXT,
    ended_at TEXT NOT NULL
);
CREATE INDEX listings_crawl ON listings(crawl_id);
CREATE TABLE fetches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    profile_id INTEGER NOT NULL REFERENCES profiles(id),
    post_id INTEGER REFERENCES posts(id),
    crawl_id INTEGER NOT NULL REFERENCES crawls(id),
    url TEXT NOT NULL,
    kind TEXT NOT NULL,
    status INTEGER NOT NULL,
    fetched_at TEXT NOT NULL,
    etag TEXT,
    last_modified TEXT,
    request_headers TEXT NOT NULL,
    headers TEXT NOT NULL,
    raw_sha256 TEXT NOT NULL REFERENCES raw_pages(sha256)
);
CREATE INDEX fetches_url ON fetches(url);
CREATE INDEX fetches_post ON fetches(post_id);
CREATE INDEX fetches_raw ON fetches(raw_sha256);
CREATE TABLE observations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    profile_id INTEGER NOT NULL REFERENCES profiles(id),
    post_id INTEGER REFERENCES posts(id),
    crawl_id INTEGER NOT NULL REFERENCES crawls(id),
    url TEXT NOT NULL,
    seen TEXT NOT NULL,                        -- a word of scraper.items.Seen, or shrunken
    reason TEXT NOT NULL,
    transient INTEGER NOT NULL DEFAULT 0,
    content_hash TEXT,                         -- of a body that was not taken
    observed_at TEXT NOT NULL,
    fetch_id INTEGER REFERENCES fetches(id)    -- the evidence
);
CREATE INDEX observations_post ON observations(post_id);
CREATE INDEX observations_url ON observations(url);
CREATE INDEX observations_crawl ON observations(crawl_id);

CREATE VIRTUAL TABLE posts_fts USING fts5 /* content="posts": read by Datasette and sqlite-utils, the table is contentless */
    (title, body, tags, aux, content='', tokenize='porter unicode61 remove_diacritics 2');
CREATE TABLE index_state (
    post_id INTEGER PRIMARY KEY REFERENCES posts(id),
    title TEXT NOT NULL,
    tags TEXT NOT NULL,
    rendering_id INTEGER REFERENCES renderings(id),
    segmentation INTEGER NOT NULL
);

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
    count(*) FILTER (WHERE posts.state = 'archived' AND posts.locked_at IS NULL) AS archived,
    count(*) FILTER (WHERE posts.state IN ('archived', 'listed') AND posts.locked_at IS NOT NULL)
        AS locked,
    count(*) FILTER (WHERE posts.state = 'gone') AS gone,
    count(*) FILTER (WHERE posts.state = 'external') AS external,
    count(*) FILTER (WHERE posts.state = 'purged') AS purged,
    count(*) FILTER (WHERE posts.state = 'listed' AND posts.locked_at IS NULL) AS missing
FROM profiles LEFT JOIN posts ON posts.profile_id = profiles.id
GROUP BY profiles.id;
