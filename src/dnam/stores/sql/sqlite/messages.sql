-- name: add_place
-- Assign a channel its slot when it is first seen.
INSERT INTO places (guild, channel, name, visibility, invite_only, guild_name, slot, seq, last_at)
VALUES (:guild, :channel, '', :visibility, 0, '', (SELECT coalesce(max(slot), 0) + 1 FROM places), 0, :last_at)
ON CONFLICT (guild, channel) DO NOTHING

-- name: add_terms
-- Index a message under its terms.
INSERT INTO message_terms (rowid, terms) VALUES (:spot, :terms)

-- name: drop_terms
-- Take a message out of the index.
DELETE FROM message_terms WHERE rowid = :spot

-- name: purge_terms
-- Rewrite the index without what was taken out of it, which until then is only marked as gone.
INSERT INTO message_terms (message_terms) VALUES ('optimize')

-- name: check_message_terms
-- Fail when the index is damaged.
INSERT INTO message_terms (message_terms) VALUES ('integrity-check')

-- name: find_terms
-- Join the latest spots of the messages that match, between two of them.
SELECT group_concat(rowid, ',') FROM (
    SELECT rowid FROM message_terms WHERE message_terms MATCH :match AND rowid BETWEEN :first AND :last
    ORDER BY rowid DESC LIMIT :limit)

-- name: slots_of
-- Return the upper half of a channel's spots.
SELECT slot FROM places WHERE channel = :channel

-- name: written_by
-- Return the spots of the latest messages of some people: as many of each origin are looked at, not all they wrote.
WITH heard (author, origin) AS (
    SELECT p.value, o.value FROM json_each(:ids) p, json_each(:origins) o
    UNION SELECT person, origin FROM voices WHERE person = :alone AND person {among_ids}
)
SELECT spot FROM (
    SELECT w.spot, ROW_NUMBER() OVER (PARTITION BY w.author ORDER BY w.sent_at DESC, w.id DESC) AS nth
    FROM heard h CROSS JOIN messages w ON w.spot IN (
        SELECT m.spot FROM messages m
        WHERE m.author = h.author AND m.origin = h.origin AND NOT {is_hidden}
        ORDER BY m.sent_at DESC, m.id DESC LIMIT :limit)
) AS latest WHERE nth <= :limit ORDER BY spot

-- name: read_candidates
-- Return what ranking needs of the messages at some spots.
SELECT m.spot, m.author, m.sent_at, m.length, m.cues, v.vector FROM messages m
    LEFT JOIN message_vectors v ON v.spot = m.spot AND v.model = :model
WHERE m.spot {among_spots} AND {audible_message} AND NOT {is_hidden} ORDER BY m.spot

-- name: message_keys
-- Read what an edit or a deletion must undo.
SELECT m.spot, m.channel, m.author, m.origin, v.page FROM messages m
    LEFT JOIN message_vectors v ON v.spot = m.spot
WHERE m.guild = :guild AND m.id = :id

-- name: edit_message
-- Replace what a message says, unless that is older than what is kept.
UPDATE messages
SET text = :text, words = :words, length = :length, cues = :cues, read_level = 0, edited_at = :edited_at, vector_model = ''
WHERE guild = :guild AND id = :id AND (edited_at IS NULL OR edited_at < :edited_at)

-- name: drop_message
-- Remove a message; its vector goes with it.
DELETE FROM messages WHERE spot = :spot

-- name: drop_vector
-- Remove a message's vector.
DELETE FROM message_vectors WHERE spot = :spot

-- name: vector_page_of
-- Find the page that holds a message's bits.
SELECT page FROM message_vectors WHERE spot = :spot

-- name: vector_targets
-- Find the messages that are still as they were read, to keep their vectors, and the page of the bits they have.
SELECT q.key, m.spot, m.origin, m.author, v.page FROM json_each(:messages) q
    JOIN messages m ON m.guild = q.value ->> 0 AND m.id = q.value ->> 1 AND m.edited_at IS NOT DISTINCT FROM q.value ->> 2
    LEFT JOIN message_vectors v ON v.spot = m.spot ORDER BY q.key

-- name: set_vector_model
-- Note which model the vectors of some messages are of.
UPDATE messages SET vector_model = :model WHERE guild = :guild AND spot {among_spots}

-- name: put_vector
-- Store a message's vector.
INSERT INTO message_vectors (spot, guild, model, page, vector) VALUES (:spot, :guild, :model, :page, :vector)

-- name: last_page
-- Return the page that new bits of an origin go to.
SELECT page, count, bits, spots, authors FROM vector_pages
WHERE origin = :origin AND model = :model AND dims = :dims ORDER BY page DESC LIMIT 1

-- name: get_page
-- Return a page of bits.
SELECT dims, bits, spots, authors FROM vector_pages WHERE page = :page

-- name: add_page
-- Add a page of bits.
INSERT INTO vector_pages (guild, origin, model, dims, count, bits, spots, authors)
VALUES (:guild, :origin, :model, :dims, :count, :bits, :spots, :authors) RETURNING page

-- name: save_page
-- Replace a page of bits.
UPDATE vector_pages SET count = :count, bits = :bits, spots = :spots, authors = :authors WHERE page = :page

-- name: drop_page
-- Remove a page that has become empty.
DELETE FROM vector_pages WHERE page = :page

-- name: pages_of
-- Return the latest bits of an origin.
SELECT bits, spots, authors FROM vector_pages WHERE origin = :origin AND model = :model AND dims = :dims
ORDER BY page DESC LIMIT :pages

-- name: index_disagreements
-- Count, for each index, what it lacks or has too much.
SELECT 'messages differ in number from what the word index holds',
    abs((SELECT count(*) FROM messages) - (SELECT count(*) FROM message_terms_docsize))
UNION ALL SELECT 'message vectors differ in number from what the pages hold',
    abs((SELECT count(*) FROM message_vectors)
        - (SELECT coalesce(sum(count), 0) FROM vector_pages WHERE origin NOT LIKE 'fact %'))
UNION ALL SELECT 'active facts differ in number from what the word index holds',
    abs((SELECT count(*) FROM facts WHERE status = 'active') - (SELECT count(*) FROM fact_terms_docsize))
UNION ALL SELECT 'fact vectors differ in number from what the pages hold',
    abs((SELECT count(*) FROM fact_bits)
        - (SELECT coalesce(sum(count), 0) FROM vector_pages WHERE origin LIKE 'fact %'))
    + (SELECT count(*) FROM facts f WHERE f.status = 'active' AND f.vector_model <> ''
        AND NOT EXISTS (SELECT 1 FROM fact_bits b WHERE b.number = f.number))
