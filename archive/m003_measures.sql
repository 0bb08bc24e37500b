-- What lists and counts of posts tell, kept where neither bodies nor whole rows have to be read for it.

ALTER TABLE posts ADD COLUMN characters INTEGER;  -- of the current body's text; NULL: there is none
ALTER TABLE posts ADD COLUMN verdict TEXT;        -- of the current rendering: ok, partial or suspect
CREATE INDEX posts_profile ON posts(profile_id, published_at, published_on, state, locked_at);

DROP VIEW IF EXISTS articles;
CREATE VIEW articles AS
SELECT posts.id, profiles.name AS author_name, posts.platform, profiles.handle AS profile,
    posts.title, posts.url, posts.summary, posts.kind, posts.language, posts.tags,
    substr(posts.published_on, 1, 4) AS year, posts.published_on, posts.published_at,
    posts.updated_at, posts.state, posts.locked_at, posts.characters, posts.verdict
FROM posts JOIN profiles ON profiles.id = posts.profile_id;
