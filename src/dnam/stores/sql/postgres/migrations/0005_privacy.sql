-- Privacy: what was erased stays gone, whose memory an answer was made from, and who has agreed to what.

-- Hashes under a key of this store alone: what was erased cannot be read or guessed from them.
CREATE TABLE tombstones (
    hash text PRIMARY KEY,
    at bigint NOT NULL  -- what was said until then is not taken in again
);
INSERT INTO meta (name, value) VALUES ('tombstone key', gen_random_uuid()::text || gen_random_uuid()::text);

-- From whom and from where an answer of the assistant was made.
CREATE TABLE answer_sources (
    guild bigint NOT NULL,
    message bigint NOT NULL,
    person bigint NOT NULL,
    channel bigint NOT NULL,
    PRIMARY KEY (guild, message, person, channel),
    FOREIGN KEY (guild, message) REFERENCES messages (guild, id) ON DELETE CASCADE
);
CREATE INDEX answer_sources_by_person ON answer_sources (person);
CREATE INDEX answer_sources_by_channel ON answer_sources (channel);

-- Who has agreed to what: people everywhere (guild 0), channels and guilds for themselves.
CREATE TABLE consents (
    guild bigint NOT NULL,
    about text NOT NULL,  -- person, notice, claims, channel, guild or hearsay
    subject bigint NOT NULL,
    choice text NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (guild, about, subject)
);
CREATE INDEX consents_by_subject ON consents (about, subject);
-- Kept, but shown to nobody, because somebody does not agree.
ALTER TABLE messages ADD COLUMN muted boolean NOT NULL DEFAULT false;
ALTER TABLE facts ADD COLUMN muted boolean NOT NULL DEFAULT false;
