-- fragment: message_columns
m.spot, m.guild, m.id, m.channel, m.author, m.origin, m.text, m.sent_at, m.edited_at, m.source, m.reply_to,
    m.mentions, m.addressed, coalesce(a.name, ''), coalesce(a.bot, {false}), p.name, p.visibility, p.parent,
    p.invite_only, p.person, p.guild_name

-- fragment: message_tables
messages m
    LEFT JOIN people a ON a.guild = m.guild AND a.person = m.author
    LEFT JOIN places p ON p.guild = m.guild AND p.channel = m.channel

-- fragment: is_hidden
(m.hidden OR m.muted)

-- name: message_held
-- Return whether a message is already kept, or must not be because it was erased.
SELECT 1 FROM messages WHERE guild = :guild AND id = :id
UNION ALL SELECT 1 FROM tombstones WHERE hash {among_hashes} AND at >= :sent_at

-- name: misplaced
-- Find messages of a channel that others may read than those who can read it now.
SELECT spot, id, author, origin, words FROM messages
WHERE guild = :guild AND channel = :channel AND id {among_ids} AND origin <> :origin

-- name: place_message
-- Give a message to those who can read its channel; its vector has to be made anew.
UPDATE messages SET origin = :origin, vector_model = '' WHERE guild = :guild AND spot = :spot

-- name: add_message
-- Store a message.
INSERT INTO messages (spot, guild, id, channel, author, origin, sent_at, edited_at, source, reply_to, mentions,
    addressed, cues, length, text, words)
VALUES (:spot, :guild, :id, :channel, :author, :origin, :sent_at, :edited_at, :source, :reply_to, :mentions,
    :addressed, :cues, :length, :text, :words)

-- name: get_message
-- Return one message by id.
SELECT {message_columns} FROM {message_tables} WHERE m.guild = :guild AND m.id = :id

-- name: get_messages
-- Return some messages of a guild by id.
SELECT {message_columns} FROM {message_tables} WHERE m.guild = :guild AND m.id {among_ids}

-- name: recent_messages
-- Return the latest messages of a channel, newest first.
SELECT {message_columns} FROM {message_tables}
WHERE m.channel = :channel AND {audible_message} AND NOT {is_hidden}
ORDER BY m.sent_at DESC, m.id DESC LIMIT :limit

-- name: written_in
-- Return the ids of the latest written messages held of a channel.
SELECT id FROM messages WHERE guild = :guild AND channel = :channel AND source = 'text'
ORDER BY sent_at DESC, id DESC LIMIT :limit

-- name: when_sent
-- Return when a message of a channel was sent: where `before` starts.
SELECT sent_at FROM messages WHERE guild IN (SELECT guild FROM places WHERE channel = :channel) AND id = :id

-- name: recent_messages_before
-- Return the latest messages of a channel sent before one that is held, newest first.
SELECT {message_columns} FROM {message_tables}
WHERE m.channel = :channel AND (m.sent_at, m.id) < (:sent_at, :id) AND {audible_message}
    AND NOT {is_hidden}
ORDER BY m.sent_at DESC, m.id DESC LIMIT :limit

-- name: recent_messages_under
-- Return the latest messages of a channel with a lower id than one that is not held, newest first.
SELECT {message_columns} FROM {message_tables}
WHERE m.channel = :channel AND m.id < :id AND {audible_message} AND NOT {is_hidden}
ORDER BY m.sent_at DESC, m.id DESC LIMIT :limit

-- name: read_positions
-- Return the messages at some spots with their words.
SELECT m.words, {message_columns} FROM {message_tables}
WHERE m.spot {among_spots} AND {audible_message} AND NOT {is_hidden}

-- name: slot_of
-- Return the upper half of a channel's spots.
SELECT slot FROM places WHERE guild = :guild AND channel = :channel

-- name: count_messages
-- Count what an audience could have heard.
SELECT coalesce(sum(m.messages), 0)
FROM (SELECT origin, person AS author, messages FROM voices) m WHERE {audible_message}

-- name: messages_between
-- Return what was said in a guild within a time, oldest first.
SELECT {message_columns} FROM {message_tables}
WHERE m.guild = :guild AND m.sent_at >= :start AND m.sent_at < :end AND NOT {is_hidden} ORDER BY m.sent_at, m.id

-- name: all_messages_between
-- Return what was said anywhere within a time, oldest first.
SELECT {message_columns} FROM {message_tables}
WHERE m.guild IN (SELECT DISTINCT guild FROM places) AND m.sent_at >= :start AND m.sent_at < :end AND NOT {is_hidden}
ORDER BY m.sent_at, m.id

-- name: message_models
-- List the models of the vectors held, by skipping through their index.
WITH RECURSIVE held (model) AS (
    SELECT min(vector_model) FROM messages
    UNION ALL
    SELECT (SELECT min(vector_model) FROM messages WHERE vector_model > held.model)
    FROM held WHERE held.model IS NOT NULL
)
SELECT model FROM held WHERE model IS NOT NULL

-- name: count_unembedded
-- Count the messages and facts whose vector is missing or of another model.
SELECT (SELECT count(*) FROM messages WHERE vector_model <> :model)
    + (SELECT count(*) FROM facts WHERE status = 'active' AND vector_model <> :model)

-- name: messages_of_model
-- Return the latest messages whose vector is of a model, newest first.
SELECT {message_columns} FROM {message_tables}
WHERE m.vector_model = :model ORDER BY m.sent_at DESC LIMIT :limit

-- name: message_before
-- Find what was said in a channel just before a moment.
SELECT spot, sent_at FROM messages
WHERE channel = :channel AND (sent_at, id) < (:sent_at, :id) AND spot BETWEEN :first AND :last
ORDER BY sent_at DESC, id DESC LIMIT 1

-- name: position_taken
-- Return whether a spot is in use.
SELECT 1 FROM messages WHERE spot = :spot

-- name: top_position
-- Return the highest spot in use in a channel.
SELECT max(spot) FROM messages WHERE spot BETWEEN :first AND :last

-- name: voices_of
-- List to whom a person has spoken.
SELECT DISTINCT origin FROM voices WHERE person = :person

-- name: raise_voice
-- Count more messages of a person to an audience.
INSERT INTO voices (person, guild, origin, messages) VALUES (:person, :guild, :origin, :more)
ON CONFLICT (person, guild, origin) DO UPDATE SET messages = voices.messages + excluded.messages

-- name: lower_voice
-- Count some messages of a person fewer.
UPDATE voices SET messages = messages - :gone
WHERE person = :person AND guild = :guild AND origin = :origin

-- name: drop_silent_voice
-- Forget where a person has nothing left.
DELETE FROM voices WHERE person = :person AND guild = :guild AND origin = :origin AND messages <= 0
