-- Why a model held that a fact is no longer so: a word of a fixed list, never what somebody wrote.

ALTER TABLE facts ADD COLUMN ended_because text NOT NULL DEFAULT '';
