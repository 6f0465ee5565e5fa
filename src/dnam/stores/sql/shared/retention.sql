-- fragment: is_history
f.status <> 'active' AND f.updated_at < :history

-- fragment: is_unconfirmed
f.status = 'active' AND f.source_type <> 'manual' AND NOT f.pinned AND f.updated_at < :facts

-- name: expired_messages
-- Return pointers to messages that are over.
SELECT {pointer} FROM messages m WHERE m.guild IN (SELECT DISTINCT guild FROM places WHERE :guild = -1 OR guild = :guild) AND m.sent_at < :messages LIMIT :limit

-- name: expired_facts
-- Return history that is over, and learned facts that nobody has confirmed in time.
SELECT {fact_columns} FROM facts f WHERE ({is_history}) OR ({is_unconfirmed})

-- name: expire_short_term
-- Remove short-term entries that are over.
DELETE FROM short_term WHERE at < :short_term

-- name: expire_rolling
-- Remove the summaries of conversations that have long ended.
DELETE FROM summaries WHERE updated_at < :rolling

-- name: expire_days
-- Remove days that are over.
DELETE FROM days WHERE day < :day

-- name: expire_day_marks
-- Remove how far they were summarised.
DELETE FROM day_marks WHERE day < :day

-- name: expire_actions
-- Remove lines of the log that are over.
DELETE FROM actions WHERE at < :actions

-- name: expire_quotes
-- Remove what facts quote of messages that are over.
UPDATE facts SET evidence = '' WHERE evidence <> '' AND updated_at < :messages

-- name: expire_quotes_of
-- Remove what facts of a guild quote of messages that are over there.
UPDATE facts SET evidence = '' WHERE guild = :guild AND evidence <> '' AND updated_at < :messages

-- name: overdue
-- Count what is over and still kept.
SELECT 'messages', count(*) FROM messages WHERE sent_at < :messages
UNION ALL SELECT 'short-term entries', count(*) FROM short_term WHERE at < :short_term
UNION ALL SELECT 'summaries', count(*) FROM summaries WHERE updated_at < :rolling
UNION ALL SELECT 'days', count(*) FROM days WHERE day < :day
UNION ALL SELECT 'facts', count(*) FROM facts f WHERE ({is_history}) OR ({is_unconfirmed})
UNION ALL SELECT 'log lines', count(*) FROM actions WHERE at < :actions
