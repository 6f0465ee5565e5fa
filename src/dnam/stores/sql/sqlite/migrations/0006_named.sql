-- Whom a fact names besides whom it is about, whose word it waits for, and who did what where.

CREATE TABLE fact_people (
    guild INTEGER NOT NULL,
    subject INTEGER NOT NULL,
    origin TEXT NOT NULL,
    fact TEXT NOT NULL,
    person INTEGER NOT NULL,
    PRIMARY KEY (guild, subject, origin, fact, person),
    FOREIGN KEY (guild, subject, origin, fact) REFERENCES facts (guild, subject, origin, id) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX fact_people_by_person ON fact_people (person);
ALTER TABLE facts ADD COLUMN waits TEXT NOT NULL DEFAULT '';  -- ids, joined by spaces

ALTER TABLE actions ADD COLUMN person INTEGER NOT NULL DEFAULT 0;  -- who did it; 0 when nobody in particular
ALTER TABLE actions ADD COLUMN channel INTEGER NOT NULL DEFAULT 0;  -- where
ALTER TABLE actions ADD COLUMN origin TEXT NOT NULL DEFAULT '';  -- who could hear it; empty when it was nowhere
CREATE INDEX actions_by_person ON actions (person) WHERE person <> 0;
-- An id made of a short text lets the text be guessed.
UPDATE actions SET detail = '' WHERE kind = 'memory_fact';
