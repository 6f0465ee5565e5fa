-- The latest messages of somebody: what they have told of themself stands for them where facts do not.

CREATE INDEX messages_by_author ON messages (author, sent_at);
