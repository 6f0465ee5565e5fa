-- fragment: same_stamp
CAST(:stamp AS bigint) = (SELECT coalesce(sum(s.stamp), 0) FROM stamps s
    WHERE s.guild = CAST(:guild AS bigint) AND s.origin {among_origins})

-- fragment: of_that_day
m.guild = :guild AND m.sent_at >= :begins AND m.sent_at < :ends AND m.origin = :origin AND NOT {is_hidden}
    AND NOT coalesce(a.bot, {false})

-- fragment: covering_mark
SELECT 1 FROM messages m WHERE m.guild = :guild AND m.id {among_ids} AND m.origin = k.origin
    AND m.sent_at >= k.begins AND m.sent_at < k.ends

-- name: get_stamp
-- Return the stamp of some origins of a guild.
SELECT coalesce(sum(stamp), 0) FROM stamps WHERE guild = :guild AND origin {among_origins}

-- name: hold_stamp
-- Lock the stamp of an origin, so that a retraction there has ended before the next step, or waits for the end of this one.
INSERT INTO stamps (guild, origin, stamp) VALUES (:guild, :origin, 0)
ON CONFLICT (guild, origin) DO UPDATE SET stamp = stamps.stamp

-- name: bump_stamps
-- Move the stamps on: something is retracted among the messages of some messages' origins.
INSERT INTO stamps (guild, origin, stamp)
SELECT m.guild, m.origin, 1 FROM messages m WHERE m.guild = :guild AND m.id {among_ids}
GROUP BY m.guild, m.origin ORDER BY m.guild, m.origin
ON CONFLICT (guild, origin) DO UPDATE SET stamp = stamps.stamp + 1

-- name: day_messages
-- Return what people said to an origin within a time, oldest first.
SELECT {message_columns} FROM {message_tables} WHERE {of_that_day} ORDER BY m.sent_at, m.id

-- name: newest_message
-- Return when people last said something to an origin within a time.
SELECT m.sent_at FROM {message_tables} WHERE {of_that_day} ORDER BY m.sent_at DESC LIMIT 1

-- name: day_marks
-- Return which days of an origin have been summarised, and how far.
SELECT guild, origin, day, begins, ends, newest, made_at, tried_at, offline, refused FROM day_marks
WHERE guild = :guild AND origin = :origin AND day >= :first AND day <= :last ORDER BY day

-- name: days
-- Return everyone's days of an origin.
SELECT guild, origin, day, person, text FROM days
WHERE guild = :guild AND origin = :origin AND day >= :first AND day <= :last ORDER BY day, person

-- name: put_day_mark
-- Note how far a day has been summarised, unless something was retracted meanwhile.
INSERT INTO day_marks (guild, origin, day, begins, ends, newest, made_at, tried_at, offline, refused)
SELECT CAST(:guild AS bigint), CAST(:origin AS text), CAST(:day AS text), CAST(:begins AS bigint),
    CAST(:ends AS bigint), CAST(:newest AS bigint), CAST(:made_at AS bigint), CAST(:tried_at AS bigint),
    CAST(:offline AS boolean), CAST(:refused AS boolean)
WHERE {same_stamp}
ON CONFLICT (guild, origin, day) DO UPDATE
SET begins = excluded.begins, ends = excluded.ends, newest = excluded.newest, made_at = excluded.made_at,
    tried_at = excluded.tried_at, offline = excluded.offline, refused = excluded.refused

-- name: clear_day
-- Remove what was noted of a day before, unless something was retracted meanwhile.
DELETE FROM days WHERE guild = CAST(:guild AS bigint) AND origin = :origin AND day = :day AND {same_stamp}

-- name: put_day
-- Store a person's day, unless something was retracted meanwhile.
INSERT INTO days (guild, origin, day, person, text)
SELECT CAST(:guild AS bigint), CAST(:origin AS text), CAST(:day AS text), CAST(:person AS bigint), CAST(:text AS text)
WHERE {same_stamp}

-- name: drop_days_covering
-- Remove the days that some messages are a part of.
DELETE FROM days WHERE EXISTS (
    SELECT 1 FROM day_marks k WHERE k.guild = days.guild AND k.origin = days.origin AND k.day = days.day
        AND k.guild = :guild AND EXISTS ({covering_mark}))

-- name: reopen_days_covering
-- Note that the days of some messages must be made again.
UPDATE day_marks AS k SET newest = NULL, refused = {false} WHERE k.guild = :guild AND EXISTS ({covering_mark})

-- name: drop_contexts_covering
-- Remove what was made for those who could hear some messages.
DELETE FROM contexts WHERE guild = :guild AND EXISTS (
    SELECT 1 FROM messages m WHERE m.guild = :guild AND m.id {among_ids}
        AND contexts.origins LIKE '% ' || m.origin || ' %')

-- name: drop_contexts_of
-- Remove what was made of a person's facts.
DELETE FROM contexts WHERE person = :subject

-- name: get_context
-- Return what was last made for a person and an audience by a task.
SELECT inputs, text, refused FROM contexts
WHERE guild = :guild AND person = :person AND origins = :key AND task = :task

-- name: put_context
-- Store what was made for a person and an audience, unless something was retracted meanwhile.
INSERT INTO contexts (guild, person, origins, task, inputs, text, refused)
SELECT CAST(:guild AS bigint), CAST(:person AS bigint), CAST(:key AS text), CAST(:task AS text),
    CAST(:inputs AS text), CAST(:text AS text), CAST(:refused AS boolean)
WHERE {same_stamp}
ON CONFLICT (guild, person, origins, task) DO UPDATE
SET inputs = excluded.inputs, text = excluded.text, refused = excluded.refused
