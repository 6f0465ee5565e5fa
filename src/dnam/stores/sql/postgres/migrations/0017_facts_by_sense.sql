-- Nothing to do: PostgreSQL finds what a new fact concerns among the facts themselves. A step has to have a
-- statement.

SELECT 1;
