-- The ground: messages and how they are found, people and places, facts and their sources.

CREATE EXTENSION IF NOT EXISTS vector;

CREATE TABLE meta (name text PRIMARY KEY, value text NOT NULL);

CREATE TABLE messages (
    guild bigint NOT NULL,
    id bigint NOT NULL,
    spot bigint NOT NULL UNIQUE,  -- the channel's slot << 32 | its place in the conversation
    channel bigint NOT NULL,
    author bigint NOT NULL,
    origin text NOT NULL,  -- who could hear it when it was said; never recomputed
    sent_at bigint NOT NULL,
    edited_at bigint,
    source text NOT NULL,
    reply_to bigint,
    mentions text NOT NULL,  -- ids, joined by spaces
    addressed boolean NOT NULL,
    vector_model text NOT NULL DEFAULT '',  -- of the vector held; empty when there is none
    cues bigint NOT NULL DEFAULT 0,  -- what was noted about it for ranking
    length bigint NOT NULL DEFAULT 0,  -- in words
    text text NOT NULL,
    words text NOT NULL,  -- as indexed, in their order, joined by spaces
    terms tsvector NOT NULL,
    PRIMARY KEY (guild, id)
);
CREATE INDEX messages_by_channel ON messages (channel, sent_at, id);
CREATE INDEX messages_by_time ON messages (guild, sent_at);
CREATE INDEX messages_by_vector_model ON messages (vector_model, sent_at);
CREATE INDEX messages_by_terms ON messages USING gin (terms);

CREATE TABLE message_vectors (
    guild bigint NOT NULL,
    spot bigint NOT NULL REFERENCES messages (spot) ON DELETE CASCADE,
    model text NOT NULL,
    origin text NOT NULL,  -- as in messages, so that near ones are found without reading those
    author bigint NOT NULL,
    vector vector NOT NULL,
    PRIMARY KEY (guild, spot)
);
CREATE UNIQUE INDEX message_vectors_by_spot ON message_vectors (spot);
CREATE INDEX message_vectors_by_origin ON message_vectors (origin, model);
CREATE INDEX message_vectors_by_author ON message_vectors (author, model);

CREATE TABLE people (
    guild bigint NOT NULL,
    person bigint NOT NULL,
    name text NOT NULL,
    bot boolean NOT NULL,
    seen_at bigint NOT NULL,
    PRIMARY KEY (guild, person)
);

CREATE SEQUENCE place_slots;

CREATE TABLE places (
    guild bigint NOT NULL,
    channel bigint NOT NULL,
    name text NOT NULL,
    visibility text NOT NULL,
    parent bigint,
    invite_only boolean NOT NULL,
    person bigint,
    guild_name text NOT NULL,
    slot bigint NOT NULL UNIQUE DEFAULT nextval('place_slots'),  -- the upper half of its messages' spots
    seq bigint NOT NULL,  -- the highest lower half given or left free
    last_at bigint NOT NULL,  -- when its latest message was sent
    PRIMARY KEY (guild, channel)
);
CREATE INDEX places_by_channel ON places (channel);

-- How many messages each person has said to whom.
CREATE TABLE voices (
    person bigint NOT NULL,
    guild bigint NOT NULL,
    origin text NOT NULL,
    messages bigint NOT NULL,
    PRIMARY KEY (person, guild, origin)
);
CREATE INDEX voices_by_origin ON voices (origin);

CREATE TABLE facts (
    guild bigint NOT NULL,
    subject bigint NOT NULL,
    origin text NOT NULL,
    id text NOT NULL,
    kind text NOT NULL,
    text text NOT NULL,
    asserted_by bigint NOT NULL,
    source_type text NOT NULL,
    source_guild bigint,
    source_channel bigint,
    source_message bigint,
    source_channel_name text,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    status text NOT NULL,
    tags text NOT NULL,  -- a JSON list
    confidence double precision NOT NULL,
    evidence text NOT NULL,
    widened boolean NOT NULL,
    pinned boolean NOT NULL,
    valid_from bigint,
    expires_at bigint,
    superseded_by text,
    hits bigint NOT NULL,
    vector_model text NOT NULL DEFAULT '',
    PRIMARY KEY (guild, subject, origin, id)
);
CREATE INDEX facts_by_subject ON facts (subject, status);
CREATE INDEX facts_by_sayer ON facts (asserted_by);
CREATE INDEX facts_by_vector_model ON facts (vector_model, updated_at) WHERE status = 'active';

CREATE TABLE fact_sources (
    guild bigint NOT NULL,
    subject bigint NOT NULL,
    origin text NOT NULL,
    fact text NOT NULL,
    nth bigint NOT NULL,  -- oldest first
    message bigint NOT NULL,
    PRIMARY KEY (guild, subject, origin, fact, nth),
    FOREIGN KEY (guild, subject, origin, fact) REFERENCES facts (guild, subject, origin, id) ON DELETE CASCADE
);
CREATE INDEX fact_sources_by_message ON fact_sources (message);

CREATE TABLE fact_vectors (
    guild bigint NOT NULL,
    subject bigint NOT NULL,
    origin text NOT NULL,
    fact text NOT NULL,
    model text NOT NULL,
    vector vector NOT NULL,
    PRIMARY KEY (guild, subject, origin, fact),
    FOREIGN KEY (guild, subject, origin, fact) REFERENCES facts (guild, subject, origin, id) ON DELETE CASCADE
);

CREATE TABLE notes (name text PRIMARY KEY, text text NOT NULL);
