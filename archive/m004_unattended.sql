-- What a crawl that nobody watches has to remember, and to tell.

ALTER TABLE crawls ADD COLUMN depth TEXT NOT NULL DEFAULT 'full';       -- newest: up to the first wholly known page
ALTER TABLE crawls ADD COLUMN statuses TEXT NOT NULL DEFAULT '{}';      -- HTTP status → answers with it
ALTER TABLE crawls ADD COLUMN media_requests INTEGER NOT NULL DEFAULT 0;
ALTER TABLE crawls ADD COLUMN media_bytes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE observations ADD COLUMN missing TEXT;  -- the selector or key that a changed page lacks
ALTER TABLE observations ADD COLUMN found TEXT;    -- what is there in its place
CREATE INDEX posts_next_check ON posts(profile_id, next_check_at);

CREATE TABLE incidents (                           -- what is broken, once for all profiles and crawls that meet it
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    platform TEXT NOT NULL,
    kind TEXT NOT NULL,                            -- a word of scraper.items.Seen
    subject TEXT NOT NULL,                         -- "listing: data.list"; a site; platform:handle
    reason TEXT NOT NULL,                          -- the newest, in one sentence
    since TEXT NOT NULL,
    last_seen_at TEXT NOT NULL,
    crawls INTEGER NOT NULL DEFAULT 1,             -- that met it
    over_at TEXT,                                  -- NULL: open
    told_at TEXT, told_over_at TEXT,               -- when the user's command took the message
    fetch_id INTEGER REFERENCES fetches(id)        -- the page to repair the program by
);
CREATE UNIQUE INDEX incidents_open ON incidents(platform, kind, subject) WHERE over_at IS NULL;
CREATE TABLE incident_profiles (                   -- who waits for the end of an open incident
    incident_id INTEGER NOT NULL REFERENCES incidents(id),
    profile_id INTEGER NOT NULL REFERENCES profiles(id),
    crawls INTEGER NOT NULL DEFAULT 1,             -- of this profile that met it: the second makes it worth telling
    PRIMARY KEY (incident_id, profile_id)
) WITHOUT ROWID;
