-- What a fact is about and the stems of what it says: a new fact is compared only with those it may concern.

ALTER TABLE facts ADD COLUMN slot text;  -- null until it is read; "-" before what is over
ALTER TABLE facts ADD COLUMN stems text;
CREATE INDEX facts_to_read ON facts (number) WHERE slot IS NULL;
