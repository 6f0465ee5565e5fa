-- Days: what each person's day was like, how far each day has been summed up, and what was made of days and facts.

CREATE TABLE days (
    guild bigint NOT NULL,
    origin text NOT NULL,  -- everyone who could hear all it was made from
    day text NOT NULL,  -- YYYY-MM-DD, where the guild is
    person bigint NOT NULL,
    text text NOT NULL,
    PRIMARY KEY (guild, origin, day, person)
);

CREATE TABLE day_marks (
    guild bigint NOT NULL,
    origin text NOT NULL,
    day text NOT NULL,
    begins bigint NOT NULL,
    ends bigint NOT NULL,
    newest bigint,  -- the latest message covered; empty when the day has to be made anew
    made_at bigint NOT NULL,
    tried_at bigint,  -- when a model was last asked
    offline boolean NOT NULL,
    refused boolean NOT NULL,
    PRIMARY KEY (guild, origin, day)
);

-- How often something was taken back among the messages of an origin: what was made before is not kept after.
CREATE TABLE stamps (
    guild bigint NOT NULL,
    origin text NOT NULL,
    stamp bigint NOT NULL,
    PRIMARY KEY (guild, origin)
);

CREATE TABLE contexts (
    guild bigint NOT NULL,
    person bigint NOT NULL,
    origins text NOT NULL,  -- each with a space before and after it
    task text NOT NULL,
    inputs text NOT NULL,  -- the hash of what it was made from
    text text NOT NULL,
    refused boolean NOT NULL,
    PRIMARY KEY (guild, person, origins, task)
);
CREATE INDEX contexts_by_person ON contexts (person);
