-- Who wrote what when, with all that is asked of it: without the messages, and no more of them than are wanted.

DROP INDEX messages_by_author;
CREATE INDEX messages_by_author ON messages (author, origin, sent_at, id) INCLUDE (spot, hidden, muted);
