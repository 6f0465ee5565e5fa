-- name: see_person
-- Store a person's current name; a name that is not known never replaces one that is.
INSERT INTO people (guild, person, name, bot, seen_at) VALUES (:guild, :person, :name, :bot, :seen_at)
ON CONFLICT (guild, person) DO UPDATE
SET name = coalesce(nullif(excluded.name, ''), people.name), bot = excluded.bot,
    seen_at = CASE WHEN excluded.seen_at > people.seen_at THEN excluded.seen_at ELSE people.seen_at END
WHERE people.name <> excluded.name OR people.bot <> excluded.bot OR people.seen_at < excluded.seen_at - 3600000000

-- name: people_of
-- Return everyone seen in a guild.
SELECT person, name, bot FROM people WHERE guild = :guild

-- name: people_called
-- Return everyone of a guild whose name stands somewhere in a text.
SELECT person, name, bot FROM people WHERE guild = :guild AND name <> '' AND {name_in_text}

-- name: people_by_id
-- Return some people of a guild.
SELECT person, name, bot FROM people WHERE guild = :guild AND person {among_ids}

-- name: get_place
-- Read where a channel's conversation stands.
SELECT slot, seq, last_at FROM places WHERE guild = :guild AND channel = :channel

-- name: move_place
-- Note a channel's current name, and where its conversation stands if that has changed.
UPDATE places
SET name = coalesce(nullif(:name, ''), name), visibility = :visibility, parent = :parent,
    invite_only = :invite_only, person = :person, guild_name = coalesce(nullif(:guild_name, ''), guild_name),
    seq = coalesce(:seq, seq), last_at = coalesce(:last_at, last_at)
WHERE guild = :guild AND channel = :channel

-- name: threads_of
-- Return the threads of a channel.
SELECT channel FROM places WHERE guild = :guild AND parent = :channel

-- name: places_of
-- Return every place of a guild.
SELECT guild, channel, name, visibility, parent, invite_only, person, guild_name FROM places
WHERE guild = :guild ORDER BY slot

-- name: all_places
-- Return every place.
SELECT guild, channel, name, visibility, parent, invite_only, person, guild_name FROM places ORDER BY slot
