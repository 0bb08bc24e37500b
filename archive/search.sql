-- Search an archive with nothing but SQLite 3.40 or later; finds what `blog-archiver search` finds.
--
--   sqlite3 archive.db -cmd ".parameter set :q '显存优化 vLLM'" < search.sql
--
-- Every word typed must be found, in any order; there are no operators here. The words of the index
-- are pairs of characters, so 显存优化 has to be asked for as "显存 存优 优化", one character as a
-- prefix, and C++ as C with the mark that the index keeps for ++ (see archive/segment.py).

WITH RECURSIVE
cjk(first, last) AS (VALUES
    (0x3005, 0x3007), (0x3041, 0x3096), (0x309d, 0x309f), (0x30a1, 0x30fa), (0x30fc, 0x30ff),
    (0x3105, 0x312f), (0x31a0, 0x31bf), (0x31f0, 0x31ff), (0x3400, 0x4dbf), (0x4e00, 0x9fff),
    (0xac00, 0xd7a3), (0xf900, 0xfaff), (0x20000, 0x3ffff)
),
-- Words, in order, from what was typed.
typed(number, word, rest) AS (
    SELECT 0, '', replace(replace(replace(:q, '"', ' '), char(0x3000), ' '), char(10), ' ') || ' '
    UNION ALL
    SELECT number + 1, substr(rest, 1, instr(rest, ' ') - 1), substr(rest, instr(rest, ' ') + 1)
    FROM typed WHERE rest <> ''
),
-- The characters of each word.
letters(number, place, letter, word) AS (
    SELECT number, 1, lower(substr(word, 1, 1)), word FROM typed WHERE word <> ''
    UNION ALL
    SELECT number, place + 1, lower(substr(word, place + 1, 1)), word
    FROM letters WHERE place < length(word)
),
-- What each is: 2 for one of a script without spaces, 1 for another letter or digit, 0 for neither.
kinds AS (
    SELECT number, place, letter, CASE
        WHEN EXISTS (SELECT 1 FROM cjk WHERE unicode(letter) BETWEEN first AND last) THEN 2
        WHEN letter GLOB '[a-z0-9]' OR unicode(letter) BETWEEN 0xc0 AND 0x1fff THEN 1
        ELSE 0 END AS kind
    FROM letters
),
-- What stands around each.
around AS (
    SELECT *,
        lag(kind, 1, 0) OVER along AS kind_before,
        lag(kind, 2, 0) OVER along AS kind_before_that,
        lag(letter, 1, '') OVER along AS letter_before,
        lead(letter, 1, '') OVER along AS letter_after,
        lead(kind, 1, 0) OVER along AS kind_after,
        lead(letter, 2, '') OVER along AS letter_after_that,
        max(kind) OVER (
            PARTITION BY number ORDER BY place ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING
        ) AS kind_later
    FROM kinds WINDOW along AS (PARTITION BY number ORDER BY place)
),
-- The words of the index that each stands for, and whether the last one is only a beginning.
pieces AS (
    SELECT number, place, kind, CASE
        WHEN kind = 2 AND kind_after = 2 THEN ' ' || letter || letter_after || ' '
        WHEN kind = 2 AND kind_before = 2 AND coalesce(kind_later, 0) = 0 THEN ' '
        WHEN kind = 2 THEN ' ' || letter || ' '
        WHEN letter_before GLOB '[a-z]' AND kind_before_that <> 1
            AND letter || letter_after = '++' AND letter_after_that NOT GLOB '[a-z0-9+#]'
            THEN ' ' || char(0xe02b) || ' '
        WHEN letter_before GLOB '[a-z]' AND kind_before_that <> 1
            AND letter = '#' AND letter_after NOT GLOB '[a-z0-9+#]'
            THEN ' ' || char(0xe023) || ' '
        WHEN kind = 0 THEN ' '
        ELSE letter END AS piece,
        kind = 2 AND kind_before <> 2 AND coalesce(kind_later, 0) = 0 AS begins
    FROM around
),
phrases AS (
    SELECT group_concat(piece, '') AS phrase, max(begins) AS begins
    FROM (SELECT * FROM pieces ORDER BY number, place)
    GROUP BY number HAVING max(kind) > 0
),
query(expression) AS (
    SELECT coalesce(
        group_concat('(- aux : ("' || phrase || '"' || iif(begins, '*', '') || '))', ' AND '), '""'
    )
    FROM phrases
)
SELECT posts.id, posts.title, posts.url, round(-bm25(posts_fts, 10.0, 1.0, 5.0, 1.0), 3) AS score
FROM query JOIN posts_fts ON posts_fts MATCH query.expression JOIN posts ON posts.id = posts_fts.rowid
ORDER BY bm25(posts_fts, 10.0, 1.0, 5.0, 1.0), posts.id DESC
LIMIT 20;
