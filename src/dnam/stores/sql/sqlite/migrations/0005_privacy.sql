-- Privacy: what was erased stays gone, whose memory an answer was made from, and who has agreed to what.

-- Hashes under a key of this store alone: what was erased cannot be read or guessed from them.
CREATE TABLE tombstones (
    hash TEXT PRIMARY KEY,
    at INTEGER NOT NULL  -- what was said until then is not taken in again
) WITHOUT ROWID;
INSERT INTO meta (name, value) VALUES ('tombstone key', lower(hex(randomblob(32))));

-- From whom and from where an answer of the assistant was made.
CREATE TABLE answer_sources (
    guild INTEGER NOT NULL,
    message INTEGER NOT NULL,
    person INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    PRIMARY KEY (guild, message, person, channel),
    FOREIGN KEY (guild, message) REFERENCES messages (guild, id) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX answer_sources_by_person ON answer_sources (person);
CREATE INDEX answer_sources_by_channel ON answer_sources (channel);

-- Who has agreed to what: people everywhere (guild 0), channels and guilds for themselves.
CREATE TABLE consents (
    guild INTEGER NOT NULL,
    about TEXT NOT NULL,  -- person, notice, claims, channel, guild or hearsay
    subject INTEGER NOT NULL,
    choice TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (guild, about, subject)
) WITHOUT ROWID;
CREATE INDEX consents_by_subject ON consents (about, subject);
-- Kept, but shown to nobody, because somebody does not agree.
ALTER TABLE messages ADD COLUMN muted INTEGER NOT NULL DEFAULT 0;
ALTER TABLE facts ADD COLUMN muted INTEGER NOT NULL DEFAULT 0;
