-- name: get_place
-- Read where a channel's conversation stands, and hold it: its next message waits for this one.
SELECT slot, seq, last_at FROM places WHERE guild = :guild AND channel = :channel FOR UPDATE

-- name: add_place
-- Assign a channel its slot on its first message.
INSERT INTO places (guild, channel, name, visibility, invite_only, guild_name, seq, last_at)
VALUES (:guild, :channel, '', :visibility, false, '', 0, :last_at)
ON CONFLICT (guild, channel) DO NOTHING

-- name: add_message
-- Store a message and index it under its terms, unless another process has done so just now.
INSERT INTO messages (spot, guild, id, channel, author, origin, sent_at, edited_at, source, reply_to, mentions,
    addressed, cues, length, text, words, terms)
VALUES (:spot, :guild, :id, :channel, :author, :origin, :sent_at, :edited_at, :source, :reply_to, :mentions,
    :addressed, :cues, :length, :text, :words, array_to_tsvector(:terms::text[]))
ON CONFLICT (guild, id) DO NOTHING RETURNING spot

-- name: find_terms
-- Return for each query the latest spots of the messages that match.
SELECT q.word, array(
    SELECT m.spot FROM messages m WHERE m.terms @@ q.match::tsquery ORDER BY m.spot DESC LIMIT :limit)
FROM unnest(:words::text[], :matches::text[]) AS q (word, match)

-- name: find_near
-- Return the spots of the nearest among the latest messages that an audience could have heard, of each place.
SELECT m.spot FROM (
    SELECT v.spot, v.vector FROM unnest(:origins::text[]) AS o (origin) CROSS JOIN LATERAL (
        SELECT spot, vector FROM message_vectors
        WHERE origin = o.origin AND model = :model ORDER BY number DESC LIMIT :recent) v
    UNION ALL (
        SELECT spot, vector FROM message_vectors
        WHERE author = :alone::bigint AND origin <> ALL(:origins::text[]) AND model = :model
        ORDER BY number DESC LIMIT :recent)
) m WHERE vector_dims(m.vector) = :dims ORDER BY m.vector <=> :vector LIMIT :limit

-- name: message_keys
-- Read what an edit needs to index a message anew, and hold it.
SELECT spot, channel, author, origin FROM messages WHERE guild = :guild AND id = :id FOR UPDATE

-- name: edit_message
-- Replace what a message says, unless that is older than what is kept.
UPDATE messages
SET text = :text, words = :words, length = :length, cues = :cues, read_level = 0, edited_at = :edited_at, vector_model = '',
    terms = array_to_tsvector(:terms::text[])
WHERE guild = :guild AND id = :id AND (edited_at IS NULL OR edited_at < :edited_at)

-- name: drop_vector
-- Remove a message's vector.
DELETE FROM message_vectors WHERE guild = :guild AND spot = :spot

-- name: drop_messages
-- Remove messages with their vectors; say whose they were.
DELETE FROM messages WHERE guild = :guild AND id {among_ids} RETURNING author, origin

-- name: vector_target
-- Find a message that is still as it was read, to keep its vector, and hold it.
SELECT m.spot, m.origin, m.author FROM messages m
WHERE m.guild = :guild AND m.id = :id AND m.edited_at IS NOT DISTINCT FROM :edited_at FOR UPDATE

-- name: put_vector
-- Store a message's vector.
INSERT INTO message_vectors (guild, spot, model, origin, author, vector)
VALUES (:guild, :spot, :model, :origin, :author, :vector)
ON CONFLICT (guild, spot) DO UPDATE SET model = excluded.model, vector = excluded.vector
