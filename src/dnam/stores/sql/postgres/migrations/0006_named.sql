-- Whom a fact names besides whom it is about, whose word it waits for, and who did what where.

CREATE TABLE fact_people (
    guild bigint NOT NULL,
    subject bigint NOT NULL,
    origin text NOT NULL,
    fact text NOT NULL,
    person bigint NOT NULL,
    PRIMARY KEY (guild, subject, origin, fact, person),
    FOREIGN KEY (guild, subject, origin, fact) REFERENCES facts (guild, subject, origin, id) ON DELETE CASCADE
);
CREATE INDEX fact_people_by_person ON fact_people (person);
ALTER TABLE facts ADD COLUMN waits text NOT NULL DEFAULT '';  -- ids, joined by spaces

ALTER TABLE actions ADD COLUMN person bigint NOT NULL DEFAULT 0;  -- who did it; 0 when nobody in particular
ALTER TABLE actions ADD COLUMN channel bigint NOT NULL DEFAULT 0;  -- where
ALTER TABLE actions ADD COLUMN origin text NOT NULL DEFAULT '';  -- who could hear it; empty when it was nowhere
CREATE INDEX actions_by_person ON actions (person) WHERE person <> 0;
-- An id made of a short text lets the text be guessed.
UPDATE actions SET detail = '' WHERE kind = 'memory_fact';
