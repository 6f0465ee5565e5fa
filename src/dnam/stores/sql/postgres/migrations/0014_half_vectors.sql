-- Vectors of half precision: twice as many in a page, and none that has to be kept beside its row.

ALTER TABLE message_vectors ALTER COLUMN vector TYPE halfvec;
ALTER TABLE message_vectors ALTER COLUMN vector SET STORAGE MAIN;
ALTER TABLE fact_vectors ALTER COLUMN vector TYPE halfvec;
ALTER TABLE fact_vectors ALTER COLUMN vector SET STORAGE MAIN;
