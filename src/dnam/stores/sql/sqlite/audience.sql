-- The rule of `audience.may_hear`, and the lists of ids that queries take.

-- fragment: audible_message
(m.origin IN (SELECT value FROM json_each(:origins)) OR m.author = :alone)

-- fragment: audible_fact
(f.widened OR f.origin IN (SELECT value FROM json_each(:origins)) OR f.asserted_by = :alone
    OR (f.subject <> 0 AND f.subject = :follows AND f.origin LIKE 'g%'))

-- fragment: among_ids
IN (SELECT value FROM json_each(:ids))

-- fragment: among_spots
IN (SELECT value FROM json_each(:spots))

-- fragment: among_numbers
IN (SELECT value FROM json_each(:numbers))

-- fragment: among_subjects
IN (SELECT value FROM json_each(:subjects))

-- fragment: false
0

-- fragment: among_origins
IN (SELECT value FROM json_each(:origins))

-- fragment: among_hashes
IN (SELECT value FROM json_each(:hashes))

-- fragment: name_in_text
instr(:text, name) > 0

-- fragment: among_statuses
IN (SELECT value FROM json_each(:statuses))

-- fragment: among_slots
IN (SELECT value FROM json_each(:slots))

-- fragment: among_facts
IN (SELECT value FROM json_each(:facts))

-- fragment: has_a_key
:keys <> '[]' AND EXISTS (SELECT 1 FROM json_each(:keys) k WHERE instr(c.stems, ' ' || k.value || ' ') > 0)

-- fragment: hold

-- fragment: name_like
p.name LIKE :pattern ESCAPE '\'
