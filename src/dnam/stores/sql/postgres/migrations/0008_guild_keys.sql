-- Every unique key contains the guild, so that a distributed PostgreSQL can spread the tables by it.

ALTER TABLE message_vectors DROP CONSTRAINT message_vectors_spot_fkey;
ALTER TABLE messages DROP CONSTRAINT messages_spot_key;
ALTER TABLE messages ADD CONSTRAINT messages_guild_spot_key UNIQUE (guild, spot);
CREATE INDEX messages_by_spot ON messages (spot);
ALTER TABLE message_vectors ADD CONSTRAINT message_vectors_guild_spot_fkey
    FOREIGN KEY (guild, spot) REFERENCES messages (guild, spot) ON DELETE CASCADE;
DROP INDEX message_vectors_by_spot;
CREATE INDEX message_vectors_by_spot ON message_vectors (spot);

ALTER TABLE places DROP CONSTRAINT places_slot_key;
ALTER TABLE places ADD CONSTRAINT places_guild_slot_key UNIQUE (guild, slot);

ALTER TABLE summary_sources DROP CONSTRAINT summary_sources_session_fkey;
ALTER TABLE sessions DROP CONSTRAINT sessions_pkey;
ALTER TABLE sessions ADD PRIMARY KEY (session, guild);
ALTER TABLE summaries DROP CONSTRAINT summaries_pkey;
ALTER TABLE summaries ADD PRIMARY KEY (session, guild);
ALTER TABLE summary_sources ADD CONSTRAINT summary_sources_session_guild_fkey
    FOREIGN KEY (session, guild) REFERENCES summaries (session, guild) ON DELETE CASCADE;

-- Vectors in the order they were made: the search by meaning compares the latest of each place, as in SQLite.
ALTER TABLE message_vectors ADD COLUMN number bigint GENERATED ALWAYS AS IDENTITY;
DROP INDEX message_vectors_by_origin;
DROP INDEX message_vectors_by_author;
CREATE INDEX message_vectors_by_origin ON message_vectors (origin, model, number);
CREATE INDEX message_vectors_by_author ON message_vectors (author, model, number);

-- Vectors in the row itself: read from beside it, 2,000 of them take several times as long.
ALTER TABLE message_vectors ALTER COLUMN vector SET STORAGE MAIN;
ALTER TABLE fact_vectors ALTER COLUMN vector SET STORAGE MAIN;
