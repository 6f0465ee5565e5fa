-- The latest messages of somebody that an audience may have heard, without looking at what they said elsewhere.

DROP INDEX messages_by_author;
CREATE INDEX messages_by_author ON messages (author, origin, sent_at, id);
