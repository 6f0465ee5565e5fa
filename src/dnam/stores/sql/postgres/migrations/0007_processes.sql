-- Which process does which due work, and until when it may be taken over.

CREATE TABLE leases (
    name text PRIMARY KEY,
    process text NOT NULL,
    ends_at timestamptz NOT NULL
);
