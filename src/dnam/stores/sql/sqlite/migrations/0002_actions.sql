-- The action log: what was done for each guild, and what models took for it.

CREATE TABLE actions (
    id INTEGER PRIMARY KEY,
    guild INTEGER NOT NULL,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    task TEXT NOT NULL,
    model TEXT NOT NULL,
    input_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    cost_usd REAL NOT NULL,
    unpriced INTEGER NOT NULL,  -- calls without a known price
    ms REAL NOT NULL,
    outcome TEXT NOT NULL,
    detail TEXT NOT NULL
);
CREATE INDEX actions_by_guild ON actions (guild, at);
CREATE INDEX actions_by_time ON actions (at);
