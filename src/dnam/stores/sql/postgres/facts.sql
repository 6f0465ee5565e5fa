-- fragment: held_fact
{whole_fact}

-- fragment: index_column
terms

-- fragment: index_value
array_to_tsvector(:terms::text[])

-- fragment: keep_terms
, terms = excluded.terms

-- fragment: set_terms
, terms = array_to_tsvector(:terms::text[])

-- fragment: subject
s.subject

-- fragment: newest_numbers
-- Subject by subject, so that no more is read than is given.
SELECT n.number FROM unnest(:subjects::bigint[]) AS s (subject) CROSS JOIN LATERAL ({newest_of_subject}) AS n

-- name: find_fact_terms
-- Return for each query the numbers of the latest facts that match.
SELECT q.word, array(
    SELECT f.number FROM facts f WHERE f.terms @@ q.match::tsquery ORDER BY f.number DESC LIMIT :limit)
FROM unnest(:words::text[], :matches::text[]) AS q (word, match)

-- name: near_facts
-- Return the numbers of the latest matching facts with the nearest vectors.
SELECT f.number FROM (
    SELECT guild, subject, origin, id, number FROM facts
    WHERE terms @@ :match::tsquery ORDER BY number DESC LIMIT :recent) f
    CROSS JOIN LATERAL (
        SELECT vector FROM fact_vectors v
        WHERE v.guild = f.guild AND v.subject = f.subject AND v.origin = f.origin AND v.fact = f.id
            AND v.model = :model AND vector_dims(v.vector) = :dims OFFSET 0) v
ORDER BY v.vector <=> :vector LIMIT :limit
