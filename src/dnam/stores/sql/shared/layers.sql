-- fragment: place_columns
p.guild, p.channel, p.name, p.visibility, p.parent, p.invite_only, p.person, p.guild_name

-- name: hide_message
-- Show a message to nobody any more, or show it again.
UPDATE messages SET hidden = :hidden WHERE guild = :guild AND id = :id

-- name: set_read_level
-- Note how far messages have been read; what was read better, or has been edited since, is left as it is.
-- All processes lock rows in one order, so that they cannot deadlock.
UPDATE messages SET read_level = :level WHERE guild = :guild AND read_level < :level AND id IN (
    SELECT h.id FROM messages h WHERE h.guild = :guild AND h.id {among_ids} ORDER BY h.id {hold})
    AND edited_at IS NOT DISTINCT FROM CAST(:edited_at AS bigint)

-- name: still_unread
-- Return the texts of those messages that are not yet read at this level.
SELECT id, text FROM messages WHERE guild = :guild AND id {among_ids} AND read_level < :level

-- name: unread_places
-- Return the places with unread messages, how many, and since when.
-- No level is above 2: written out, it lets the index of what is to be read be used.
SELECT guild, channel, origin, count(*), min(sent_at), max(sent_at) FROM messages
WHERE read_level < 2 AND read_level < :level AND sent_at >= :since AND NOT muted GROUP BY guild, channel, origin ORDER BY min(sent_at)

-- name: unread_messages
-- Return the messages of a place that wait to be read, oldest first.
SELECT {message_columns} FROM {message_tables}
WHERE m.read_level < 2 AND m.read_level < :level AND m.sent_at >= :since AND NOT m.muted
    AND m.guild = :guild AND m.channel = :channel AND m.origin = :origin
ORDER BY m.sent_at, m.id LIMIT :limit

-- name: count_turn
-- Count one more turn of a session.
INSERT INTO sessions (session, guild, channel, turns) VALUES (:session, :guild, :channel, 1)
ON CONFLICT (session) DO UPDATE SET turns = sessions.turns + 1

-- name: get_turns
-- Return how many turns a session has had since its last summary.
SELECT turns FROM sessions WHERE session = :session

-- name: reset_turns
-- Set the turn count of a session to zero.
UPDATE sessions SET turns = 0 WHERE session = :session

-- name: due_sessions
-- Return the sessions that have had enough turns.
SELECT {place_columns} FROM sessions s JOIN places p ON p.guild = s.guild AND p.channel = s.channel
WHERE s.turns >= :turns ORDER BY s.session

-- name: get_summary
-- Return a session's summary.
SELECT session, guild, origin, sequence, text, updated_at, offline FROM summaries WHERE session = :session

-- name: all_summaries
-- Return every summary.
SELECT session, guild, origin, sequence, text, updated_at, offline FROM summaries ORDER BY session

-- name: put_summary
-- Store a session's summary, unless a newer one is kept.
INSERT INTO summaries (session, guild, origin, sequence, text, offline, updated_at)
VALUES (:session, :guild, :origin, :sequence, :text, :offline, :updated_at)
ON CONFLICT (session) DO UPDATE
SET guild = excluded.guild, origin = excluded.origin, sequence = excluded.sequence, text = excluded.text,
    offline = excluded.offline, updated_at = excluded.updated_at
WHERE summaries.sequence < excluded.sequence

-- name: add_summary_source
-- Link a summary to a message it covers, if the summary is the one that was just kept.
INSERT INTO summary_sources (session, guild, message)
SELECT session, guild, :message FROM summaries WHERE session = :session AND sequence = :sequence
ON CONFLICT (session, guild, message) DO NOTHING

-- name: drop_summary
-- Remove a session's summary; its links go with it.
DELETE FROM summaries WHERE session = :session

-- name: drop_summaries_covering
-- Remove the summaries that cover some messages.
DELETE FROM summaries WHERE session IN (
    SELECT session FROM summary_sources WHERE guild = :guild AND message {among_ids})

-- name: add_short_term
-- Store what was just talked about.
INSERT INTO short_term (guild, message, channel, channel_name, origin, text, at)
VALUES (:guild, :message, :channel, :channel_name, :origin, :text, :at)
ON CONFLICT (guild, message) DO UPDATE SET text = excluded.text, at = excluded.at

-- name: trim_short_term
-- Store the latest of a guild and nothing that is too old: the latest of each person before the second of any.
DELETE FROM short_term WHERE guild = :guild AND (at < :since OR message NOT IN (
    SELECT r.message FROM (
        SELECT s.message, s.at, row_number() OVER (PARTITION BY m.author ORDER BY s.at DESC, s.message DESC) AS nth
        FROM short_term s LEFT JOIN messages m ON m.guild = s.guild AND m.id = s.message WHERE s.guild = :guild) r
    ORDER BY r.nth, r.at DESC, r.message DESC LIMIT :limit))

-- name: short_term
-- Return what was talked about lately, newest first.
SELECT m.guild, m.message, m.channel, m.channel_name, m.origin, m.text, m.at FROM short_term m
WHERE m.origin {among_origins} AND m.at >= :since ORDER BY m.at DESC, m.message DESC LIMIT :limit

-- name: drop_short_term
-- Remove what was made of some messages: of what was asked, or of the answer, whose moment an entry bears.
DELETE FROM short_term WHERE guild = :guild AND (message {among_ids} OR EXISTS (
    SELECT 1 FROM messages m WHERE m.guild = :guild AND m.id {among_ids}
        AND m.channel = short_term.channel AND m.sent_at = short_term.at))
