-- What is made of messages after the reply: who has read them, rolling summaries, short-term memory; and how
-- facts are found.

-- How far a message has been read for facts: 0 not yet, 1 by rules, 2 by a model or never to be read.
ALTER TABLE messages ADD COLUMN read_level bigint NOT NULL DEFAULT 0;
-- Its person asked for what it says to be forgotten: no prompt and no search shows it.
ALTER TABLE messages ADD COLUMN hidden boolean NOT NULL DEFAULT false;
CREATE INDEX messages_to_read ON messages (read_level, sent_at) WHERE read_level < 2;

CREATE TABLE sessions (
    session text PRIMARY KEY,
    guild bigint NOT NULL,
    channel bigint NOT NULL,
    turns bigint NOT NULL  -- since the last summary
);

CREATE TABLE summaries (
    session text PRIMARY KEY,
    guild bigint NOT NULL,
    origin text NOT NULL,
    sequence bigint NOT NULL,  -- grows with each summary of the session; an older one never replaces a newer
    text text NOT NULL,
    offline boolean NOT NULL,
    updated_at bigint NOT NULL
);

CREATE TABLE summary_sources (
    session text NOT NULL REFERENCES summaries (session) ON DELETE CASCADE,
    guild bigint NOT NULL,
    message bigint NOT NULL,
    PRIMARY KEY (session, guild, message)
);
CREATE INDEX summary_sources_by_message ON summary_sources (guild, message);

CREATE TABLE short_term (
    guild bigint NOT NULL,
    message bigint NOT NULL,
    channel bigint NOT NULL,
    channel_name text NOT NULL,
    origin text NOT NULL,
    text text NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (guild, message)
);
CREATE INDEX short_term_by_origin ON short_term (origin, at);

-- What facts are found by; empty in a row of an older schema until the database is next opened.
ALTER TABLE facts ADD COLUMN words text NOT NULL DEFAULT '';
ALTER TABLE facts ADD COLUMN number bigint GENERATED ALWAYS AS IDENTITY;  -- a short name for its key
ALTER TABLE facts ADD COLUMN terms tsvector NOT NULL DEFAULT '';  -- its words for each of its hearers, while active
CREATE INDEX facts_by_number ON facts (number);
CREATE INDEX facts_to_index ON facts (number) WHERE words = '';
CREATE INDEX facts_by_terms ON facts USING gin (terms);
CREATE INDEX facts_newest ON facts (subject, pinned, updated_at) WHERE status = 'active';
