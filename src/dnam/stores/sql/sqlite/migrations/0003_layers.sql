-- What is made of messages after the reply: who has read them, rolling summaries, short-term memory; and how
-- facts are found.

-- How far a message has been read for facts: 0 not yet, 1 by rules, 2 by a model or never to be read.
ALTER TABLE messages ADD COLUMN read_level INTEGER NOT NULL DEFAULT 0;
-- Its person asked for what it says to be forgotten: no prompt and no search shows it.
ALTER TABLE messages ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
CREATE INDEX messages_to_read ON messages (read_level, sent_at) WHERE read_level < 2;

CREATE TABLE sessions (
    session TEXT PRIMARY KEY,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    turns INTEGER NOT NULL  -- since the last summary
) WITHOUT ROWID;

CREATE TABLE summaries (
    session TEXT PRIMARY KEY,
    guild INTEGER NOT NULL,
    origin TEXT NOT NULL,
    sequence INTEGER NOT NULL,  -- grows with each summary of the session; an older one never replaces a newer
    text TEXT NOT NULL,
    offline INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE summary_sources (
    session TEXT NOT NULL REFERENCES summaries (session) ON DELETE CASCADE,
    guild INTEGER NOT NULL,
    message INTEGER NOT NULL,
    PRIMARY KEY (session, guild, message)
) WITHOUT ROWID;
CREATE INDEX summary_sources_by_message ON summary_sources (guild, message);

CREATE TABLE short_term (
    guild INTEGER NOT NULL,
    message INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    channel_name TEXT NOT NULL,
    origin TEXT NOT NULL,
    text TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (guild, message)
) WITHOUT ROWID;
CREATE INDEX short_term_by_origin ON short_term (origin, at);

-- What facts are found by; empty in a row of an older schema until the file is next opened for writing.
ALTER TABLE facts ADD COLUMN words TEXT NOT NULL DEFAULT '';
ALTER TABLE facts ADD COLUMN number INTEGER;  -- what the index calls it; a rowid may change in a backup
UPDATE facts SET number = rowid;
CREATE UNIQUE INDEX facts_by_number ON facts (number);
CREATE INDEX facts_to_index ON facts (number) WHERE words = '';
CREATE INDEX facts_newest ON facts (subject, pinned, updated_at) WHERE status = 'active';

-- Active facts, under each of their words for each of their hearers.
CREATE VIRTUAL TABLE fact_terms USING fts5 (
    terms, content = '', contentless_delete = 1, detail = none,
    tokenize = "ascii tokenchars '!""#$%&''()*+,-./:;<=>?@[\]^_`{|}~'"
);

-- In which rows of vector_pages the bits of a fact's vector are: one for each of its hearers.
CREATE TABLE fact_bits (
    number INTEGER NOT NULL,
    page INTEGER NOT NULL,
    PRIMARY KEY (number, page)
) WITHOUT ROWID;
