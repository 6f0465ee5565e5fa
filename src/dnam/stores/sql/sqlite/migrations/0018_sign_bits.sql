-- Nothing to do: pages hold sign bits already, and rows stand in the order of their spots.
SELECT 1;
