-- What posts show besides text, and the sites that are left alone for a while.

CREATE TABLE media_files (                     -- a file of archive.media/, whose name is its sha256; immutable
    sha256 TEXT PRIMARY KEY,                   -- of the file as it is kept
    type TEXT NOT NULL,                        -- MIME, by its first bytes and never by its name
    bytes INTEGER NOT NULL,
    width INTEGER, height INTEGER              -- pixels, of pictures
);
CREATE TABLE media (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    url TEXT NOT NULL UNIQUE,                  -- one for all variants of size and watermark
    host TEXT NOT NULL,                        -- of the address
    kind TEXT NOT NULL CHECK (kind IN ('image', 'file')),
    state TEXT NOT NULL DEFAULT 'wanted',      -- or a word of scraper.items.MediaState
    reason TEXT,                               -- why it is not held
    sha256 TEXT REFERENCES media_files(sha256),
    referer TEXT,                              -- the Referer that brought it: none, platform, article
    status INTEGER,                            -- of the last answer
    attempts INTEGER NOT NULL DEFAULT 0,       -- crawls that asked in vain; 0 and not held: due
    first_seen_at TEXT NOT NULL,
    last_attempt_at TEXT,
    next_attempt_at TEXT                       -- after attempts in vain; NULL: only on request
);
CREATE INDEX media_sha256 ON media(sha256);
CREATE TABLE post_media (                      -- what the current rendering of a post shows, in its order
    post_id INTEGER NOT NULL REFERENCES posts(id),
    position INTEGER NOT NULL,
    media_id INTEGER NOT NULL REFERENCES media(id),
    url TEXT NOT NULL,                         -- as the body has it
    alt TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (post_id, position)
) WITHOUT ROWID;
CREATE INDEX post_media_media ON post_media(media_id);
CREATE TABLE cooldowns (                       -- sites that refuse us, or ask us to come back later
    site TEXT PRIMARY KEY,                     -- a platform, or the host of a blog or of pictures
    since TEXT NOT NULL,                       -- when it began to refuse
    until TEXT NOT NULL,                       -- not asked before; then once, to see
    refusals INTEGER NOT NULL,                 -- how often the site was tried in vain
    reason TEXT NOT NULL
);

ALTER TABLE renderings ADD COLUMN markdown_sha256 TEXT;  -- what content_hash leaves out, for `verify`
