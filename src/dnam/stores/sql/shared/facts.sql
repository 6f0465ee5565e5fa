-- fragment: fact_columns
f.guild, f.subject, f.origin, f.id, f.kind, f.text, f.asserted_by, f.source_type, f.source_guild,
    f.source_channel, f.source_message, f.source_channel_name, f.created_at, f.updated_at, f.status, f.tags,
    f.confidence, f.evidence, f.widened, f.pinned, f.valid_from, f.expires_at, f.superseded_by, f.hits, f.muted, f.waits,
    f.ended_because,
    (SELECT string_agg(CAST(p.person AS text), ' ' ORDER BY p.person) FROM fact_people p
        WHERE p.guild = f.guild AND p.subject = f.subject AND p.origin = f.origin AND p.fact = f.id),
    (SELECT string_agg(CAST(s.message AS text), ' ' ORDER BY s.nth) FROM fact_sources s
        WHERE s.guild = f.guild AND s.subject = f.subject AND s.origin = f.origin AND s.fact = f.id)

-- fragment: whole_fact
-- What `to_held` reads, in its order.
v.vector, f.words, f.slot, {fact_columns} FROM facts f
    LEFT JOIN fact_vectors v ON v.guild = f.guild AND v.subject = f.subject AND v.origin = f.origin
        AND v.fact = f.id AND v.model = :model

-- fragment: usable_fact
f.status = 'active' AND NOT f.muted AND (f.valid_from IS NULL OR f.valid_from <= :at) AND (f.expires_at IS NULL OR f.expires_at > :at)
    AND {audible_fact}

-- fragment: newest_of_subject
SELECT f.number FROM facts f WHERE f.subject = {subject} AND {usable_fact}
    ORDER BY f.pinned DESC, f.updated_at DESC, f.id, f.guild, f.origin LIMIT :most

-- fragment: this_fact
guild = :guild AND subject = :subject AND origin = :origin

-- name: facts_for
-- Return what holds about some subjects for an audience, newest first.
SELECT {held_fact} WHERE f.subject {among_subjects} AND {usable_fact}
ORDER BY f.updated_at DESC, f.id, f.guild, f.origin

-- name: newest_facts_for
-- Return at most so many of what holds about each subject for an audience, newest first.
SELECT {held_fact} WHERE f.number IN ({newest_numbers}) ORDER BY f.updated_at DESC, f.id, f.guild, f.origin

-- name: fact_marks
-- Sum up what holds about some subjects for an audience: the sums change whenever one of the facts does.
SELECT f.subject, count(*), sum(f.updated_at % 1000000007), sum(length(f.text)), sum(coalesce(f.source_message, 0) % 1000003)
FROM facts f WHERE f.subject {among_subjects} AND {usable_fact} GROUP BY f.subject

-- name: read_facts
-- Return those of some facts that hold for an audience.
SELECT {held_fact} WHERE f.number {among_numbers} AND {usable_fact}

-- name: facts_to_index
-- Return some facts of an older schema, which are not found by their words or their sense yet.
SELECT {fact_columns} FROM facts f WHERE f.words = '' OR f.slot IS NULL LIMIT :limit

-- name: set_fact_words
-- Note what a fact of an older schema is found by.
UPDATE facts SET words = :words {set_terms} WHERE {this_fact} AND id = :id AND words = ''

-- name: set_fact_sense
-- Note what a fact of an older schema states.
UPDATE facts SET slot = :slot, stems = :stems WHERE {this_fact} AND id = :id AND slot IS NULL

-- name: facts_of
-- Return everything about a subject in every guild, newest first.
SELECT {fact_columns} FROM facts f WHERE f.subject = :subject
ORDER BY f.updated_at DESC, f.id, f.guild, f.origin

-- name: facts_of_in
-- Return everything about a subject in one guild, newest first.
SELECT {fact_columns} FROM facts f WHERE f.guild = :guild AND f.subject = :subject
ORDER BY f.updated_at DESC, f.id, f.origin

-- fragment: concerned
c.slot IS NULL OR c.slot LIKE '-%' OR c.slot {among_slots} OR c.stems = :stems
    OR ((c.slot = :keyed OR :keyed = '') AND {has_a_key}) OR c.id {among_facts} OR c.superseded_by {among_facts}

-- name: facts_concerned
-- Return what a new fact about a subject may concern; everything when there is hardly room for more.
SELECT {fact_columns} FROM facts f WHERE f.number IN (
    SELECT c.number FROM facts c WHERE c.subject = :subject AND ({concerned} OR :room <= (
        SELECT count(*) FROM facts k WHERE k.subject = :subject AND k.status IN ('active', 'superseded'))))
ORDER BY f.updated_at DESC, f.id, f.guild, f.origin

-- name: facts_concerned_in
-- Return the same of a subject in one guild.
SELECT {fact_columns} FROM facts f WHERE f.number IN (
    SELECT c.number FROM facts c WHERE c.guild = :guild AND c.subject = :subject AND ({concerned} OR :room <= (
        SELECT count(*) FROM facts k
        WHERE k.guild = :guild AND k.subject = :subject AND k.status IN ('active', 'superseded'))))
ORDER BY f.updated_at DESC, f.id, f.origin

-- name: facts_by_since
-- Return what a person has asserted since a moment, newest first.
SELECT {fact_columns} FROM facts f WHERE f.asserted_by = :person AND f.created_at > :since
ORDER BY f.updated_at DESC, f.id, f.guild, f.subject, f.origin

-- name: facts_by
-- Return everything a person has asserted, newest first.
SELECT {fact_columns} FROM facts f WHERE f.asserted_by = :person
ORDER BY f.updated_at DESC, f.id, f.guild, f.subject, f.origin

-- name: facts_naming
-- Return every fact about somebody else, or lore, that names a person, newest first.
SELECT {fact_columns} FROM facts f JOIN fact_people n
    ON n.guild = f.guild AND n.subject = f.subject AND n.origin = f.origin AND n.fact = f.id
WHERE n.person = :person ORDER BY f.updated_at DESC, f.id, f.guild, f.subject, f.origin

-- name: facts_from
-- Return every fact learned from a message of a guild.
SELECT {fact_columns} FROM facts f WHERE (f.guild, f.subject, f.origin, f.id) IN (
    SELECT s.guild, s.subject, s.origin, s.fact FROM fact_sources s WHERE s.guild = :guild AND s.message {among_ids})

-- name: all_facts
-- Return every fact, those of people who have opted out only if asked for.
SELECT {fact_columns} FROM facts f WHERE :muted OR NOT f.muted ORDER BY f.guild, f.subject, f.updated_at DESC, f.id, f.origin

-- name: all_facts_in
-- Return every fact of a guild, those of people who have opted out only if asked for.
SELECT {fact_columns} FROM facts f WHERE f.guild = :guild AND (:muted OR NOT f.muted)
ORDER BY f.subject, f.updated_at DESC, f.id, f.origin

-- name: save_fact
-- Insert or replace a fact; a changed text has no vector yet.
INSERT INTO facts (guild, subject, origin, id, kind, text, asserted_by, source_type, source_guild, source_channel,
    source_message, source_channel_name, created_at, updated_at, status, tags, confidence, evidence, widened,
    pinned, valid_from, expires_at, superseded_by, hits, waits, ended_because, words, slot, stems, {index_column})
VALUES (:guild, :subject, :origin, :id, :kind, :text, :asserted_by, :source_type, :source_guild, :source_channel,
    :source_message, :source_channel_name, :created_at, :updated_at, :status, :tags, :confidence, :evidence,
    :widened, :pinned, :valid_from, :expires_at, :superseded_by, :hits, :waits, :ended_because,
    :words, :slot, :stems, {index_value})
ON CONFLICT (guild, subject, origin, id) DO UPDATE
SET kind = excluded.kind, text = excluded.text, asserted_by = excluded.asserted_by,
    source_type = excluded.source_type, source_guild = excluded.source_guild,
    source_channel = excluded.source_channel, source_message = excluded.source_message,
    source_channel_name = excluded.source_channel_name, created_at = excluded.created_at,
    updated_at = excluded.updated_at, status = excluded.status, tags = excluded.tags,
    confidence = excluded.confidence, evidence = excluded.evidence, widened = excluded.widened,
    pinned = excluded.pinned, valid_from = excluded.valid_from, expires_at = excluded.expires_at,
    superseded_by = excluded.superseded_by, hits = excluded.hits, waits = excluded.waits,
    ended_because = excluded.ended_because, words = excluded.words,
    slot = excluded.slot, stems = excluded.stems {keep_terms},
    vector_model = CASE WHEN facts.text = excluded.text THEN facts.vector_model ELSE '' END

-- name: drop_stale_fact_vector
-- Drop the vector of a fact whose text has changed.
DELETE FROM fact_vectors WHERE {this_fact} AND fact = :id AND EXISTS (
    SELECT 1 FROM facts WHERE {this_fact} AND id = :id AND vector_model = '')

-- name: drop_fact_sources
-- Remove a fact's links to messages, before they are rewritten.
DELETE FROM fact_sources WHERE {this_fact} AND fact = :id

-- name: add_fact_source
-- Link a fact to a message it was learned from.
INSERT INTO fact_sources (guild, subject, origin, fact, nth, message)
VALUES (:guild, :subject, :origin, :id, :nth, :message)

-- name: drop_fact_people
-- Remove whom a fact names, before they are rewritten.
DELETE FROM fact_people WHERE {this_fact} AND fact = :id

-- name: add_fact_person
-- Note somebody whom a fact names.
INSERT INTO fact_people (guild, subject, origin, fact, person) VALUES (:guild, :subject, :origin, :id, :person)

-- name: drop_fact
-- Remove a fact; its links and vector go with it.
DELETE FROM facts WHERE {this_fact} AND id = :id

-- name: touch_fact
-- Count one more use of a fact.
UPDATE facts SET hits = hits + 1 WHERE {this_fact} AND id = :id

-- name: put_fact_vector
-- Store the vector of a fact that still says what was read.
INSERT INTO fact_vectors (guild, subject, origin, fact, model, vector)
SELECT guild, subject, origin, id, :model, :vector FROM facts WHERE {this_fact} AND id = :id AND text = :text
ON CONFLICT (guild, subject, origin, fact) DO UPDATE SET model = excluded.model, vector = excluded.vector

-- name: set_fact_vector_model
-- Note which model a fact's vector is of.
UPDATE facts SET vector_model = :model WHERE {this_fact} AND id = :id AND text = :text

-- name: fact_models
-- List the models of the vectors held of active facts, by skipping through their index.
WITH RECURSIVE held (model) AS (
    SELECT min(vector_model) FROM facts WHERE status = 'active'
    UNION ALL
    SELECT (SELECT min(vector_model) FROM facts WHERE status = 'active' AND vector_model > held.model)
    FROM held WHERE held.model IS NOT NULL
)
SELECT model FROM held WHERE model IS NOT NULL

-- name: facts_of_model
-- Return the latest active facts whose vector is of a model, newest first.
SELECT {fact_columns} FROM facts f WHERE f.status = 'active' AND f.vector_model = :model
ORDER BY f.updated_at DESC LIMIT :limit
