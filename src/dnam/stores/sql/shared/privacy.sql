-- fragment: pointer
m.guild, m.id, m.sent_at

-- fragment: by_a_bot
JOIN people b ON b.guild = m.guild AND b.person = m.author AND b.bot

-- fragment: place_or_thread
guild = :guild AND (channel = :id OR parent = :id)

-- name: messages_of_person
-- Return pointers to what a person said, what was said to them alone, and what was answered to them or made of their memory.
SELECT {pointer} FROM messages m WHERE m.author = :id
UNION SELECT {pointer} FROM messages m JOIN places p ON p.guild = m.guild AND p.channel = m.channel WHERE p.person = :id
UNION SELECT {pointer} FROM messages m JOIN answer_sources a ON a.guild = m.guild AND a.message = m.id WHERE a.person = :id
UNION SELECT {pointer} FROM messages m {by_a_bot}
    JOIN messages q ON q.guild = m.guild AND q.id = m.reply_to WHERE q.author = :id
UNION SELECT {pointer} FROM messages m {by_a_bot}
    WHERE m.reply_to IS NULL AND m.channel IN (SELECT q.channel FROM messages q WHERE q.author = :id)
        AND :id = (SELECT q.author FROM messages q LEFT JOIN people a ON a.guild = q.guild AND a.person = q.author
            WHERE q.channel = m.channel AND (q.sent_at, q.id) < (m.sent_at, m.id) AND NOT coalesce(a.bot, {false})
            ORDER BY q.sent_at DESC, q.id DESC LIMIT 1)

-- name: messages_of_channel
-- Return pointers to what was said in a channel and its threads, and at what was answered from it elsewhere.
SELECT {pointer} FROM messages m JOIN (SELECT channel FROM places WHERE {place_or_thread}) p ON p.channel = m.channel
    WHERE m.guild = :guild
UNION SELECT {pointer} FROM messages m JOIN answer_sources a ON a.guild = m.guild AND a.message = m.id
    WHERE a.channel IN (SELECT channel FROM places WHERE {place_or_thread})

-- name: messages_of_guild
-- Return pointers to what was said in a guild, and at what was answered from it elsewhere.
SELECT {pointer} FROM messages m WHERE m.guild = :id
UNION SELECT {pointer} FROM messages m JOIN answer_sources a ON a.guild = m.guild AND a.message = m.id
    WHERE a.channel IN (SELECT channel FROM places WHERE guild = :id)

-- name: answers_to
-- Return the ids of what the assistant answered to some messages.
SELECT m.id FROM messages m {by_a_bot} WHERE m.guild = :guild AND m.reply_to {among_ids}

-- name: answers_out_of
-- Return what was answered since a moment out of the memory of some people and channels; days have no channel.
SELECT DISTINCT m.guild, m.id, m.text FROM answer_sources s JOIN messages m ON m.guild = s.guild AND m.id = s.message
WHERE s.person {among_ids} AND s.channel {among_spots} AND m.sent_at >= :since

-- name: add_answer_source
-- Note a person and a place an answer was made from.
INSERT INTO answer_sources (guild, message, person, channel)
SELECT guild, id, :person, :channel FROM messages WHERE guild = :guild AND id = :message
ON CONFLICT (guild, message, person, channel) DO NOTHING

-- name: add_sources_of_answer
-- Note everyone an earlier answer was made from as a source of this one.
INSERT INTO answer_sources (guild, message, person, channel)
SELECT a.guild, a.id, s.person, s.channel FROM messages a, answer_sources s
WHERE a.guild = :guild AND a.id = :message AND s.guild = :source_guild AND s.message = :source
ON CONFLICT (guild, message, person, channel) DO NOTHING

-- name: add_sources_of_rolling
-- Note everyone whom the summary of a session covers, and whom answers in it were made from, as a source of an answer.
INSERT INTO answer_sources (guild, message, person, channel)
SELECT DISTINCT a.guild, a.id, m.author, m.channel FROM messages a, summary_sources s
    JOIN messages m ON m.guild = s.guild AND m.id = s.message
WHERE a.guild = :guild AND a.id = :message AND s.session = :session
UNION SELECT a.guild, a.id, o.person, o.channel FROM messages a, summary_sources s
    JOIN answer_sources o ON o.guild = s.guild AND o.message = s.message
WHERE a.guild = :guild AND a.id = :message AND s.session = :session
ON CONFLICT (guild, message, person, channel) DO NOTHING

-- name: add_sources_of_short_term
-- Note everyone whom a guild's short-term memory covers, and whom answers in it were made from, as a source of an answer.
INSERT INTO answer_sources (guild, message, person, channel)
SELECT DISTINCT a.guild, a.id, m.author, m.channel FROM messages a
    JOIN short_term s ON s.guild = a.guild JOIN messages m ON m.guild = s.guild AND m.id = s.message
WHERE a.guild = :guild AND a.id = :message
UNION SELECT a.guild, a.id, o.person, o.channel FROM messages a
    JOIN short_term s ON s.guild = a.guild JOIN messages r ON r.guild = s.guild AND r.channel = s.channel AND r.sent_at = s.at
    JOIN answer_sources o ON o.guild = r.guild AND o.message = r.id
WHERE a.guild = :guild AND a.id = :message
ON CONFLICT (guild, message, person, channel) DO NOTHING

-- name: add_sources_of_days
-- Note everyone of a guild's last days as a source of an answer.
INSERT INTO answer_sources (guild, message, person, channel)
SELECT DISTINCT a.guild, a.id, d.person, 0 FROM messages a JOIN days d ON d.guild = a.guild
WHERE a.guild = :guild AND a.id = :message AND d.day >= :since
ON CONFLICT (guild, message, person, channel) DO NOTHING

-- name: add_channels_of_days
-- Note every channel of which the last days tell some origins as a source of an answer.
INSERT INTO answer_sources (guild, message, person, channel)
SELECT DISTINCT a.guild, a.id, d.person, p.channel FROM messages a
    JOIN (SELECT min(person) AS person FROM days WHERE guild = :guild AND day >= :since AND origin {among_origins}) d
        ON d.person IS NOT NULL
    JOIN day_marks k ON k.guild = a.guild AND k.day >= :since AND k.origin {among_origins}
    JOIN places p ON p.guild = k.guild AND p.last_at >= k.begins
WHERE a.guild = :guild AND a.id = :message AND EXISTS (SELECT 1 FROM messages m
    WHERE m.channel = p.channel AND m.sent_at >= k.begins AND m.sent_at < k.ends AND m.guild = p.guild AND m.origin = k.origin)
ON CONFLICT (guild, message, person, channel) DO NOTHING

-- name: bury
-- Leave a tombstone, or let one hold longer.
INSERT INTO tombstones (hash, at) VALUES (:hash, :at)
ON CONFLICT (hash) DO UPDATE SET at = excluded.at WHERE tombstones.at < excluded.at

-- name: buried
-- Return which tombstones there are.
SELECT hash, at FROM tombstones WHERE hash {among_hashes}

-- name: notes_named
-- Return the notes whose names start with a prefix.
SELECT name, text FROM notes WHERE substr(name, 1, length(:prefix)) = :prefix

-- name: blank_doer
-- Forget of whom a line of the log tells.
UPDATE actions SET person = 0 WHERE person = :person AND person <> 0

-- name: blank_errors
-- Empty what is noted about errors in a guild: a provider may have quoted what it was asked.
UPDATE actions SET detail = '' WHERE guild = :guild AND outcome LIKE 'error%' AND detail <> ''

-- name: blank_all_errors
-- Empty what is noted about errors anywhere.
UPDATE actions SET detail = '' WHERE outcome LIKE 'error%' AND detail <> ''

-- name: drop_summaries_of_unknown
-- Remove the summaries that cover messages of which nobody knows any more who said them.
DELETE FROM summaries WHERE session IN (
    SELECT s.session FROM summary_sources s LEFT JOIN messages m ON m.guild = s.guild AND m.id = s.message
    WHERE m.id IS NULL)

-- name: drop_person_names
-- Remove what a person is called anywhere.
DELETE FROM people WHERE person = :id

-- name: drop_person_places
-- Remove the direct message with a person as a place.
DELETE FROM places WHERE person = :id

-- name: drop_person_sessions
-- Remove the counter of a person's direct message.
DELETE FROM sessions WHERE session = :session

-- name: drop_channel_sessions
-- Remove the counters of a channel and its threads.
DELETE FROM sessions WHERE guild = :guild AND channel IN (SELECT channel FROM places WHERE {place_or_thread})

-- name: drop_channel_places
-- Remove a channel and its threads as places.
DELETE FROM places WHERE {place_or_thread}

-- name: drop_guild_names
-- Remove what people are called in a guild.
DELETE FROM people WHERE guild = :id

-- name: drop_guild_sessions
-- Remove the counters of a guild.
DELETE FROM sessions WHERE guild = :id

-- name: drop_guild_places
-- Remove the places of a guild.
DELETE FROM places WHERE guild = :id

-- name: drop_person_days
-- Remove every day a person is told of, with what others did on it: that may tell of them too.
DELETE FROM days WHERE EXISTS (SELECT 1 FROM days d
    WHERE d.person = :id AND d.guild = days.guild AND d.origin = days.origin AND d.day = days.day)

-- name: drop_guild_days
-- Remove a guild's days.
DELETE FROM days WHERE guild = :id
