-- name: get_place
-- Read where a channel's conversation stands, and hold it: its next message waits for this one.
SELECT slot, seq, last_at FROM places WHERE guild = :guild AND channel = :channel FOR UPDATE

-- name: add_place
-- Assign a channel its slot when it is first seen.
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

-- name: stored_keys
-- Return which messages are stored.
SELECT guild, id FROM messages JOIN unnest(:guilds::bigint[], :ids::bigint[]) AS k (guild, id) USING (guild, id)

-- name: stored_before
-- Find what was said in their channel just before each of some messages, and the next spot in use after that.
SELECT l.guild, l.id, b.sent_at, b.id, b.spot, (SELECT min(spot) FROM messages WHERE spot > b.spot AND spot <= l.last)
FROM unnest(:guilds::bigint[], :channels::bigint[], :ids::bigint[], :times::bigint[], :firsts::bigint[], :lasts::bigint[])
    AS l (guild, channel, id, sent_at, first, last)
    LEFT JOIN LATERAL (
        SELECT sent_at, id, spot FROM messages
        WHERE channel = l.channel AND (sent_at, id) < (l.sent_at, l.id) AND spot BETWEEN l.first AND l.last
        ORDER BY sent_at DESC, id DESC LIMIT 1) b ON true

-- name: take_message
-- Store the latest message of a known channel with its names and counts, in one step.
-- Tell whether it was held or erased, and whether it is stored. Neither: the channel is new, or has a later message.
WITH known AS (
    SELECT 1 FROM messages WHERE guild = :guild AND id = :id
    UNION ALL SELECT 1 FROM tombstones WHERE hash {among_hashes} AND at >= :sent_at
), moved AS (
    UPDATE places
    SET name = coalesce(nullif(:name, ''), name), visibility = :visibility, parent = :parent,
        invite_only = :invite_only, person = :person, guild_name = coalesce(nullif(:guild_name, ''), guild_name),
        seq = seq + CASE WHEN :sent_at - last_at <= :hour THEN 1 ELSE :gap END, last_at = :sent_at
    WHERE guild = :guild AND channel = :channel AND last_at <= :sent_at AND NOT EXISTS (SELECT 1 FROM known)
    RETURNING (slot << 32) | seq AS spot
), added AS (
    INSERT INTO messages (spot, guild, id, channel, author, origin, sent_at, edited_at, source, reply_to, mentions,
        addressed, cues, length, text, words, terms)
    SELECT spot, :guild, :id, :channel, :author, :origin, :sent_at, :edited_at, :source, :reply_to, :mentions,
        :addressed, :cues, :length, :text, :words, array_to_tsvector(:terms::text[]) FROM moved
    ON CONFLICT (guild, id) DO NOTHING RETURNING guild, author, origin
), seen AS (
    INSERT INTO people (guild, person, name, bot, seen_at)
    SELECT a.guild, p.person, p.name, p.bot, :sent_at
    FROM added a, unnest(:people::bigint[], :names::text[], :bots::boolean[]) AS p (person, name, bot)
    ON CONFLICT (guild, person) DO UPDATE
    SET name = coalesce(nullif(excluded.name, ''), people.name), bot = excluded.bot,
        seen_at = greatest(excluded.seen_at, people.seen_at)
    WHERE people.name <> excluded.name OR people.bot <> excluded.bot OR people.seen_at < excluded.seen_at - 3600000000
), heard AS (
    INSERT INTO voices (person, guild, origin, messages) SELECT author, guild, origin, 1 FROM added
    ON CONFLICT (person, guild, origin) DO UPDATE SET messages = voices.messages + 1
)
SELECT EXISTS (SELECT 1 FROM known), EXISTS (SELECT 1 FROM added), EXISTS (SELECT 1 FROM moved)

-- name: find_terms
-- Return for each query the latest spots of the messages that match, as bytes: thousands are read in no time.
SELECT q.word, (SELECT string_agg(int8send(spot), '') FROM (
    SELECT m.spot FROM messages m WHERE m.terms @@ q.match::tsquery ORDER BY m.spot DESC LIMIT :limit) AS latest)
FROM unnest(:words::text[], :matches::text[]) AS q (word, match)

-- name: find_some_terms
-- Return for each query the spots of any messages that match: their index is in no order, and no more are looked at.
SELECT q.word, (
    WITH matching AS MATERIALIZED (SELECT m.spot FROM messages m WHERE m.terms @@ q.match::tsquery)
    SELECT string_agg(int8send(spot), '') FROM (SELECT spot FROM matching LIMIT :limit) AS chosen)
FROM unnest(:words::text[], :matches::text[]) AS q (word, match)

-- name: find_recent_terms
-- Return for each query the spots of those of the latest messages of a channel's guild that match.
WITH latest AS MATERIALIZED (
    SELECT m.spot, m.terms FROM messages m WHERE m.guild = (SELECT guild FROM places WHERE channel = :channel LIMIT 1)
    ORDER BY m.sent_at DESC LIMIT :limit)
SELECT q.word, (SELECT string_agg(int8send(m.spot), '') FROM latest m WHERE m.terms @@ q.match::tsquery)
FROM unnest(:words::text[], :matches::text[]) AS q (word, match)

-- name: written_by
-- Return the spots of the latest messages of some people: as many of each origin are looked at, not all they wrote.
-- Everything it reads is in one index, in this order. With "=" the server expects few messages, and sorts all of them.
WITH heard (author, origin) AS (
    SELECT p, o FROM unnest(:ids::bigint[]) p, unnest(:origins::text[]) o
    UNION SELECT person, origin FROM voices WHERE person = :alone::bigint AND person {among_ids}
)
SELECT spot FROM (
    SELECT w.spot, ROW_NUMBER() OVER (PARTITION BY w.author ORDER BY w.sent_at DESC, w.id DESC) AS nth
    FROM heard h CROSS JOIN LATERAL (
        SELECT m.spot, m.author, m.sent_at, m.id FROM messages m
        WHERE (m.author, m.origin) >= (h.author, h.origin) AND (m.author, m.origin) <= (h.author, h.origin)
            AND NOT {is_hidden}
        ORDER BY m.author DESC, m.origin DESC, m.sent_at DESC, m.id DESC LIMIT :limit) w
) AS latest WHERE nth <= :limit ORDER BY spot

-- name: find_near
-- Return the spots of the nearest among the latest messages of each place that an audience could have heard,
-- by their sign bits, which stand in the index.
SELECT m.spot FROM (
    SELECT v.spot, v.bits FROM unnest(:origins::text[]) AS o (origin) CROSS JOIN LATERAL (
        SELECT spot, bits FROM message_vectors
        WHERE origin = o.origin AND model = :model ORDER BY number DESC LIMIT :recent) v
    UNION ALL (
        SELECT spot, bits FROM message_vectors
        WHERE author = :alone::bigint AND origin <> ALL(:origins::text[]) AND model = :model
        ORDER BY number DESC LIMIT :recent)
) m WHERE length(m.bits) = :dims ORDER BY m.bits <~> binary_quantize(:vector::halfvec) LIMIT :limit

-- name: read_candidates
-- Return what ranking needs of the messages at some spots: all of one kind as the bytes of one value.
SELECT string_agg(int8send(spot), ''), string_agg(int8send(author), ''), string_agg(int8send(sent_at), ''),
    string_agg(int8send(length), ''), string_agg(int8send(cues), ''), array_agg(vector)
FROM (
    SELECT m.spot, m.author, m.sent_at, m.length, m.cues, v.vector FROM messages m
        LEFT JOIN message_vectors v ON v.spot = m.spot AND v.model = :model
    WHERE m.spot {among_spots} AND {audible_message} AND NOT {is_hidden} ORDER BY m.spot) AS candidates

-- name: message_keys
-- Read what an edit needs to index a message anew, and hold it.
SELECT spot, channel, author, origin FROM messages WHERE guild = :guild AND id = :id FOR UPDATE

-- name: edit_message
-- Replace what a message says, unless that is older than what is kept.
UPDATE messages
SET text = :text, words = :words, length = :length, cues = :cues, read_level = 0, edited_at = :edited_at, vector_model = '',
    terms = array_to_tsvector(:terms::text[])
WHERE guild = :guild AND id = :id AND (edited_at IS NULL OR edited_at < :edited_at)

-- name: misplaced
-- Find messages of a channel that others may read than those who can read it now, and hold them.
SELECT spot, id, author, origin, words FROM messages
WHERE guild = :guild AND channel = :channel AND id {among_ids} AND origin <> :origin ORDER BY id FOR UPDATE

-- name: place_message
-- Give a message to those who can read its channel; its vector has to be made anew.
UPDATE messages SET origin = :origin, vector_model = '', terms = array_to_tsvector(:terms::text[])
WHERE guild = :guild AND spot = :spot

-- name: drop_vector
-- Remove a message's vector.
DELETE FROM message_vectors WHERE guild = :guild AND spot = :spot

-- name: drop_messages
-- Remove messages with their vectors; say whose they were.
DELETE FROM messages WHERE guild = :guild AND id {among_ids} RETURNING author, origin

-- name: put_vectors
-- Store the vectors of messages that are still as they were read, and note their model.
WITH target AS (
    SELECT m.guild, m.spot, m.origin, m.author, v.vector
    FROM unnest(:guilds::bigint[], :ids::bigint[], :edits::bigint[], :vectors::halfvec[])
        AS v (guild, id, edited_at, vector)
        JOIN messages m ON m.guild = v.guild AND m.id = v.id AND m.edited_at IS NOT DISTINCT FROM v.edited_at
    ORDER BY m.guild, m.id FOR UPDATE OF m
), put AS (
    INSERT INTO message_vectors (guild, spot, model, origin, author, vector)
    SELECT guild, spot, :model, origin, author, vector FROM target
    ON CONFLICT (guild, spot) DO UPDATE SET model = excluded.model, vector = excluded.vector
)
UPDATE messages m SET vector_model = :model FROM target t WHERE m.guild = t.guild AND m.spot = t.spot
