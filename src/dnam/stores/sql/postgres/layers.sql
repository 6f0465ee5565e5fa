-- name: count_turn
-- Count one more turn of a session; the key contains the guild.
INSERT INTO sessions (session, guild, channel, turns) VALUES (:session, :guild, :channel, 1)
ON CONFLICT (session, guild) DO UPDATE SET turns = sessions.turns + 1

-- name: put_summary
-- Store a session's summary, unless a newer one is kept; the key contains the guild.
INSERT INTO summaries (session, guild, origin, sequence, text, offline, updated_at)
VALUES (:session, :guild, :origin, :sequence, :text, :offline, :updated_at)
ON CONFLICT (session, guild) DO UPDATE
SET origin = excluded.origin, sequence = excluded.sequence, text = excluded.text,
    offline = excluded.offline, updated_at = excluded.updated_at
WHERE summaries.sequence < excluded.sequence
