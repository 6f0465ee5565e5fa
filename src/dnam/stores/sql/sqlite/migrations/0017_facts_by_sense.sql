-- All that tells which facts about somebody a new one concerns, without the facts.

CREATE INDEX facts_by_sense ON facts (subject, slot, stems, id, superseded_by, guild, number);
