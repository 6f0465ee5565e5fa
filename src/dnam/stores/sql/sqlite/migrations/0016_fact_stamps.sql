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
CREATE TRIGGER fact_changed AFTER UPDATE ON facts WHEN new.stamp = old.stamp BEGIN
    UPDATE meta SET value = value + 1 WHERE name = 'facts changed';
    UPDATE facts SET stamp = (SELECT CAST(value AS INTEGER) FROM meta WHERE name = 'facts changed')
        WHERE rowid = new.rowid;
END;
CREATE TRIGGER fact_dropped AFTER DELETE ON facts BEGIN
    UPDATE meta SET value = value + 1 WHERE name = 'facts dropped';
END;
