-- A fact gets another stamp, later than all others, whenever it changes: what was read of it by its stamp is
-- as it is stored, and what has changed since is known.

ALTER TABLE facts ADD COLUMN stamp INTEGER NOT NULL DEFAULT 0;
UPDATE facts SET stamp = number;
CREATE INDEX facts_by_stamp ON facts (stamp);
INSERT INTO meta (name, value) SELECT 'facts changed', coalesce(max(number), 0) FROM facts;
INSERT INTO meta (name, value) VALUES ('facts dropped', 0);
CREATE TRIGGER fact_added AFTER INSERT ON facts BEGIN
    UPDATE meta SET value = value + 1 WHERE name = 'facts changed';
    UPDATE facts SET stamp = (SELECT CAST(value AS INTEGER) FROM meta WHERE name = 'facts changed')
        WHERE rowid = new.rowid;
END;
-- Of every column but the count of its uses, which is read each time, and the stamp.
CREATE TRIGGER fact_changed AFTER UPDATE OF guild, subject, origin, id, kind, text, asserted_by, source_type,
    source_guild, source_channel, source_message, source_channel_name, created_at, updated_at, status, tags,
    confidence, evidence, widened, pinned, valid_from, expires_at, superseded_by, vector_model, words, number, muted,
    waits, slot, stems, ended_because ON facts
BEGIN
    UPDATE meta SET value = value + 1 WHERE name = 'facts changed';
    UPDATE facts SET stamp = (SELECT CAST(value AS INTEGER) FROM meta WHERE name = 'facts changed')
        WHERE rowid = new.rowid;
END;
CREATE TRIGGER fact_dropped AFTER DELETE ON facts BEGIN
    UPDATE meta SET value = value + 1 WHERE name = 'facts dropped';
END;
