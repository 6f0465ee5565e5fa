-- Nothing to do: only SQLite keeps read facts at hand. A step has to have a statement.

SELECT 1;
