-- fragment: held_fact
-- What `facts_at_hand.py` reads first.
f.number, f.stamp, f.hits FROM facts f

-- name: held_facts
-- Return some facts with their numbers.
SELECT f.number, {whole_fact} WHERE f.number {among_numbers}

-- fragment: index_column
number

-- fragment: index_value
(SELECT coalesce(max(number), 0) + 1 FROM facts)

-- fragment: keep_terms
-- The index has a table of its own.

-- fragment: set_terms

-- fragment: subject
s.value

-- fragment: newest_numbers
-- Subject by subject, so that no more is read than is given.
SELECT n.value FROM json_each(:subjects) s CROSS JOIN json_each(
    (SELECT json_group_array(number) FROM ({newest_of_subject}))) n

-- fragment: entry
f.number, f.status, f.subject, f.origin, f.asserted_by, f.widened, f.words, f.vector_model, v.vector
FROM facts f
    LEFT JOIN fact_vectors v ON v.guild = f.guild AND v.subject = f.subject AND v.origin = f.origin AND v.fact = f.id

-- name: count_fact_changes
-- Count how often facts were changed and dropped.
SELECT (SELECT CAST(value AS INTEGER) FROM meta WHERE name = 'facts changed'),
    (SELECT CAST(value AS INTEGER) FROM meta WHERE name = 'facts dropped')

-- name: facts_heard_by
-- Return the numbers of the facts of a hearer.
SELECT rowid FROM fact_terms WHERE fact_terms MATCH :match LIMIT :limit

-- name: fact_entries
-- Read what the index entries of some facts are made of.
SELECT {entry} WHERE f.number {among_numbers}

-- name: fact_entries_since
-- Read the same of facts that have changed since a stamp.
SELECT {entry} WHERE f.stamp > :stamp

-- name: fact_entry
-- Read the same of one fact.
SELECT {entry} WHERE f.guild = :guild AND f.subject = :subject AND f.origin = :origin AND f.id = :id

-- name: add_fact_terms
-- Index a fact under its terms.
INSERT INTO fact_terms (rowid, terms) VALUES (:number, :terms)

-- name: drop_fact_terms
-- Take a fact out of the index.
DELETE FROM fact_terms WHERE rowid = :number

-- name: purge_fact_terms
-- Rewrite the index without what was taken out of it, which until then is only marked as gone.
INSERT INTO fact_terms (fact_terms) VALUES ('optimize')

-- name: check_fact_terms
-- Fail when the index is damaged.
INSERT INTO fact_terms (fact_terms) VALUES ('integrity-check')

-- name: next_fact_terms
-- Return for each term the first one of the index from it on, which may be of facts that are gone.
SELECT (SELECT v.term FROM fact_vocabulary v WHERE v.term >= q.value LIMIT 1)
FROM json_each(:terms) q ORDER BY q.key

-- name: find_fact_terms
-- Join for each query the numbers of the latest facts that match.
SELECT (SELECT group_concat(rowid, ',') FROM (
    SELECT rowid FROM fact_terms WHERE fact_terms MATCH q.value ORDER BY rowid DESC LIMIT :limit))
FROM json_each(:matches) q ORDER BY q.key

-- name: fact_pages
-- List the pages that hold a fact's bits.
SELECT page FROM fact_bits WHERE number = :number

-- name: add_fact_bits
-- Note the page that holds a fact's bits.
INSERT INTO fact_bits (number, page) VALUES (:number, :page)

-- name: drop_fact_bits
-- Forget which pages held a fact's bits.
DELETE FROM fact_bits WHERE number = :number
