-- The action log: what was done for each guild, and what models took for it.

CREATE TABLE actions (
    id bigint GENERATED ALWAYS AS IDENTITY,
    guild bigint NOT NULL,
    at bigint NOT NULL,
    kind text NOT NULL,
    task text NOT NULL,
    model text NOT NULL,
    input_tokens bigint NOT NULL,
    output_tokens bigint NOT NULL,
    cost_usd double precision NOT NULL,
    unpriced bigint NOT NULL,  -- calls without a known price
    ms double precision NOT NULL,
    outcome text NOT NULL,
    detail text NOT NULL,
    PRIMARY KEY (guild, id)
);
CREATE INDEX actions_by_guild ON actions (guild, at);
CREATE INDEX actions_by_time ON actions (at);
