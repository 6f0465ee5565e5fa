-- The sign bits of each vector, in the index that finds the latest of a place: the nearest are found without
-- reading vectors. And what ranking asks of a message, in the index that finds it by its spot.

ALTER TABLE message_vectors
    ADD COLUMN bits bit varying NOT NULL GENERATED ALWAYS AS (binary_quantize(vector)) STORED;
DROP INDEX message_vectors_by_origin;
CREATE INDEX message_vectors_by_origin ON message_vectors (origin, model, number) INCLUDE (spot, bits);

DROP INDEX messages_by_spot;
CREATE INDEX messages_by_spot ON messages (spot) INCLUDE (author, origin, sent_at, length, cues, hidden, muted);
