-- name: get_note
-- Return a note's text.
SELECT text FROM notes WHERE name = :name

-- name: put_note
-- Store a note.
INSERT INTO notes (name, text) VALUES (:name, :text)
ON CONFLICT (name) DO UPDATE SET text = excluded.text

-- name: drop_note
-- Remove a note.
DELETE FROM notes WHERE name = :name

-- name: set_meta
-- Note something about the store itself.
INSERT INTO meta (name, value) VALUES (:name, :value)
ON CONFLICT (name) DO UPDATE SET value = excluded.value

-- name: get_meta
-- Read something about the store itself.
SELECT value FROM meta WHERE name = :name

-- name: counts
-- Count the rows of each table.
SELECT 'messages', count(*) FROM messages
UNION ALL SELECT 'message_vectors', count(*) FROM message_vectors
UNION ALL SELECT 'people', count(*) FROM people
UNION ALL SELECT 'places', count(*) FROM places
UNION ALL SELECT 'voices', count(*) FROM voices
UNION ALL SELECT 'facts', count(*) FROM facts
UNION ALL SELECT 'fact_sources', count(*) FROM fact_sources
UNION ALL SELECT 'fact_people', count(*) FROM fact_people
UNION ALL SELECT 'fact_vectors', count(*) FROM fact_vectors
UNION ALL SELECT 'notes', count(*) FROM notes
UNION ALL SELECT 'summaries', count(*) FROM summaries
UNION ALL SELECT 'short_term', count(*) FROM short_term
UNION ALL SELECT 'actions', count(*) FROM actions

-- name: disagreements
-- Count, for each thing kept twice, where the two copies differ.
SELECT 'messages have a vector noted but not kept',
    (SELECT count(*) FROM messages m WHERE m.vector_model <> '' AND NOT EXISTS (
        SELECT 1 FROM message_vectors v WHERE v.spot = m.spot AND v.model = m.vector_model))
UNION ALL SELECT 'message vectors are kept without being noted',
    (SELECT count(*) FROM message_vectors v JOIN messages m ON m.spot = v.spot WHERE m.vector_model <> v.model)
UNION ALL SELECT 'facts have a vector noted but not kept',
    (SELECT count(*) FROM facts f WHERE f.vector_model <> '' AND NOT EXISTS (
        SELECT 1 FROM fact_vectors v WHERE v.guild = f.guild AND v.subject = f.subject AND v.origin = f.origin
            AND v.fact = f.id AND v.model = f.vector_model))
UNION ALL SELECT 'messages are counted wrongly for their author',
    (SELECT count(*) FROM (SELECT author, guild, origin, count(*) AS said FROM messages GROUP BY 1, 2, 3) m
        LEFT JOIN voices v ON v.person = m.author AND v.guild = m.guild AND v.origin = m.origin
        WHERE v.messages IS NULL OR v.messages <> m.said)
UNION ALL SELECT 'messages are in a channel that is not known',
    (SELECT count(*) FROM messages m WHERE NOT EXISTS (
        SELECT 1 FROM places p WHERE p.guild = m.guild AND p.channel = m.channel))

-- name: count_meta
-- Add one to a counter of the store itself.
INSERT INTO meta (name, value) VALUES (:name, '1')
ON CONFLICT (name) DO UPDATE SET value = CAST(CAST(meta.value AS bigint) + 1 AS text)
