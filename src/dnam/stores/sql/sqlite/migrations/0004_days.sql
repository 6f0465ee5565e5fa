-- Days: what each person's day was like, how far each day has been summed up, and what was made of days and facts.

CREATE TABLE days (
    guild INTEGER NOT NULL,
    origin TEXT NOT NULL,  -- everyone who could hear all it was made from
    day TEXT NOT NULL,  -- YYYY-MM-DD, where the guild is
    person INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (guild, origin, day, person)
) WITHOUT ROWID;

CREATE TABLE day_marks (
    guild INTEGER NOT NULL,
    origin TEXT NOT NULL,
    day TEXT NOT NULL,
    begins INTEGER NOT NULL,
    ends INTEGER NOT NULL,
    newest INTEGER,  -- the latest message covered; empty when the day has to be made anew
    made_at INTEGER NOT NULL,
    tried_at INTEGER,  -- when a model was last asked
    offline INTEGER NOT NULL,
    refused INTEGER NOT NULL,
    PRIMARY KEY (guild, origin, day)
) WITHOUT ROWID;

-- How often something was taken back among the messages of an origin: what was made before is not kept after.
CREATE TABLE stamps (
    guild INTEGER NOT NULL,
    origin TEXT NOT NULL,
    stamp INTEGER NOT NULL,
    PRIMARY KEY (guild, origin)
) WITHOUT ROWID;

CREATE TABLE contexts (
    guild INTEGER NOT NULL,
    person INTEGER NOT NULL,
    origins TEXT NOT NULL,  -- each with a space before and after it
    task TEXT NOT NULL,
    inputs TEXT NOT NULL,  -- the hash of what it was made from
    text TEXT NOT NULL,
    refused INTEGER NOT NULL,
    PRIMARY KEY (guild, person, origins, task)
) WITHOUT ROWID;
CREATE INDEX contexts_by_person ON contexts (person);
