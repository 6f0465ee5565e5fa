-- Vectors in the order they are made in. In the order of conversations, every channel that talks splits pages
-- that hold only seven vectors, and almost half of each stays empty.

CREATE TABLE vectors_in_order (
    number INTEGER PRIMARY KEY,
    spot INTEGER NOT NULL UNIQUE REFERENCES messages (spot) ON DELETE CASCADE,
    guild INTEGER NOT NULL,
    model TEXT NOT NULL,
    page INTEGER NOT NULL,  -- the row of vector_pages that holds its bits
    vector BLOB NOT NULL  -- int8, 127 is one
);
INSERT INTO vectors_in_order (spot, guild, model, page, vector)
    SELECT spot, guild, model, page, vector FROM message_vectors ORDER BY spot;
DROP TABLE message_vectors;
ALTER TABLE vectors_in_order RENAME TO message_vectors;
