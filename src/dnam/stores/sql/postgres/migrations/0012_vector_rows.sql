-- Nothing to do: rows are appended here. In SQLite vectors no longer stand in the order of conversations.
SELECT 1;
