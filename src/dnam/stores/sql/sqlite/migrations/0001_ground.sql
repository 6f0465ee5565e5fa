-- The ground: messages and how they are found, people and places, facts and their sources.

CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE messages (
    spot INTEGER PRIMARY KEY,  -- the channel's slot << 32 | its place in the conversation
    guild INTEGER NOT NULL,
    id INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    author INTEGER NOT NULL,
    origin TEXT NOT NULL,  -- who could hear it when it was said; never recomputed
    sent_at INTEGER NOT NULL,
    edited_at INTEGER,
    source TEXT NOT NULL,
    reply_to INTEGER,
    mentions TEXT NOT NULL,  -- ids, joined by spaces
    addressed INTEGER NOT NULL,
    vector_model TEXT NOT NULL DEFAULT '',  -- of the vector held; empty when there is none
    cues INTEGER NOT NULL DEFAULT 0,  -- what was noted about it for ranking
    length INTEGER NOT NULL DEFAULT 0,  -- in words
    text TEXT NOT NULL,
    words TEXT NOT NULL  -- as indexed, in their order, joined by spaces
);
CREATE UNIQUE INDEX messages_by_id ON messages (guild, id);
CREATE INDEX messages_by_channel ON messages (channel, sent_at, id);
CREATE INDEX messages_by_time ON messages (guild, sent_at);
CREATE INDEX messages_by_vector_model ON messages (vector_model, sent_at);

-- Every printable sign is part of a term, so that a term is found exactly as it was given.
CREATE VIRTUAL TABLE message_terms USING fts5 (
    terms, content = '', contentless_delete = 1, detail = none,
    tokenize = "ascii tokenchars '!""#$%&''()*+,-./:;<=>?@[\]^_`{|}~'"
);

CREATE TABLE message_vectors (
    spot INTEGER PRIMARY KEY REFERENCES messages (spot) ON DELETE CASCADE,
    guild INTEGER NOT NULL,
    model TEXT NOT NULL,
    page INTEGER NOT NULL,  -- the row of vector_pages that holds its bits
    vector BLOB NOT NULL  -- int8, 127 is one
);

-- The signs of up to 512 vectors in one row, so that near ones are found by counting bits.
CREATE TABLE vector_pages (
    page INTEGER PRIMARY KEY,
    guild INTEGER NOT NULL,
    origin TEXT NOT NULL,
    model TEXT NOT NULL,
    dims INTEGER NOT NULL,  -- the vectors' length: one bit each, filled up to whole bytes
    count INTEGER NOT NULL,
    bits BLOB NOT NULL,
    spots BLOB NOT NULL,  -- int64
    authors BLOB NOT NULL  -- int64
);
CREATE INDEX vector_pages_by_origin ON vector_pages (origin, model, dims, page);

CREATE TABLE people (
    guild INTEGER NOT NULL,
    person INTEGER NOT NULL,
    name TEXT NOT NULL,
    bot INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    PRIMARY KEY (guild, person)
) WITHOUT ROWID;

CREATE TABLE places (
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    name TEXT NOT NULL,
    visibility TEXT NOT NULL,
    parent INTEGER,
    invite_only INTEGER NOT NULL,
    person INTEGER,
    guild_name TEXT NOT NULL,
    slot INTEGER NOT NULL UNIQUE,  -- the upper half of its messages' spots
    seq INTEGER NOT NULL,  -- the highest lower half given or left free
    last_at INTEGER NOT NULL,  -- when its latest message was sent
    PRIMARY KEY (guild, channel)
) WITHOUT ROWID;
CREATE INDEX places_by_channel ON places (channel);

-- How many messages each person has said to whom.
CREATE TABLE voices (
    person INTEGER NOT NULL,
    guild INTEGER NOT NULL,
    origin TEXT NOT NULL,
    messages INTEGER NOT NULL,
    PRIMARY KEY (person, guild, origin)
) WITHOUT ROWID;
CREATE INDEX voices_by_origin ON voices (origin, messages);

CREATE TABLE facts (
    guild INTEGER NOT NULL,
    subject INTEGER NOT NULL,
    origin TEXT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    asserted_by INTEGER NOT NULL,
    source_type TEXT NOT NULL,
    source_guild INTEGER,
    source_channel INTEGER,
    source_message INTEGER,
    source_channel_name TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    status TEXT NOT NULL,
    tags TEXT NOT NULL,  -- a JSON list
    confidence REAL NOT NULL,
    evidence TEXT NOT NULL,
    widened INTEGER NOT NULL,
    pinned INTEGER NOT NULL,
    valid_from INTEGER,
    expires_at INTEGER,
    superseded_by TEXT,
    hits INTEGER NOT NULL,
    vector_model TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (guild, subject, origin, id)
);
CREATE INDEX facts_by_subject ON facts (subject, status);
CREATE INDEX facts_by_sayer ON facts (asserted_by);
CREATE INDEX facts_by_vector_model ON facts (vector_model, updated_at) WHERE status = 'active';

CREATE TABLE fact_sources (
    guild INTEGER NOT NULL,
    subject INTEGER NOT NULL,
    origin TEXT NOT NULL,
    fact TEXT NOT NULL,
    nth INTEGER NOT NULL,  -- oldest first
    message INTEGER NOT NULL,
    PRIMARY KEY (guild, subject, origin, fact, nth),
    FOREIGN KEY (guild, subject, origin, fact) REFERENCES facts (guild, subject, origin, id) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX fact_sources_by_message ON fact_sources (message);

CREATE TABLE fact_vectors (
    guild INTEGER NOT NULL,
    subject INTEGER NOT NULL,
    origin TEXT NOT NULL,
    fact TEXT NOT NULL,
    model TEXT NOT NULL,
    vector BLOB NOT NULL,  -- float32
    PRIMARY KEY (guild, subject, origin, fact),
    FOREIGN KEY (guild, subject, origin, fact) REFERENCES facts (guild, subject, origin, id) ON DELETE CASCADE
);

CREATE TABLE notes (name TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
