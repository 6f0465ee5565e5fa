-- The rule of `audience.may_hear`, and the lists of ids that queries take.

-- fragment: audible_message
(m.origin = ANY(:origins::text[]) OR m.author = :alone::bigint)

-- fragment: audible_fact
(f.widened OR f.origin = ANY(:origins::text[]) OR f.asserted_by = :alone::bigint
    OR (f.subject <> 0 AND f.subject = :follows::bigint AND f.origin LIKE 'g%'))

-- fragment: among_ids
= ANY(:ids::bigint[])

-- fragment: among_spots
= ANY(:spots::bigint[])

-- fragment: among_numbers
= ANY(:numbers::bigint[])

-- fragment: among_subjects
= ANY(:subjects::bigint[])

-- fragment: false
false

-- fragment: among_origins
= ANY(:origins::text[])

-- fragment: among_hashes
= ANY(:hashes::text[])

-- fragment: name_in_text
strpos(:text, name) > 0

-- fragment: among_statuses
= ANY(:statuses::text[])

-- fragment: among_slots
= ANY(:slots::text[])

-- fragment: among_facts
= ANY(:facts::text[])

-- fragment: has_a_key
EXISTS (SELECT 1 FROM unnest(:keys::text[]) AS k (stem) WHERE strpos(c.stems, ' ' || k.stem || ' ') > 0)

-- fragment: hold
FOR UPDATE

-- fragment: name_like
p.name ILIKE :pattern ESCAPE '\'
