-- name: lock_all
-- Wait until nobody has a turn, and let nobody take one.
SELECT pg_advisory_xact_lock(:class_, 0)

-- name: share_guild
-- Let others take turns in this guild, but nobody one over the whole of it, or over everything.
SELECT pg_advisory_xact_lock_shared(:everything, 0), pg_advisory_xact_lock_shared(:class_, hashint8(:guild))

-- name: lock_guild
-- Wait until nobody has a turn in this guild, and let nobody take one, or one over everything.
SELECT pg_advisory_xact_lock_shared(:everything, 0), pg_advisory_xact_lock(:class_, hashint8(:guild))

-- name: lock_people
-- Wait until nobody has a turn over these people, one after another in one order, so that nobody waits in a circle.
SELECT pg_advisory_xact_lock(:class_, key) FROM (
    SELECT DISTINCT hashint8(person) AS key FROM unnest(:people::bigint[]) person ORDER BY 1
) keys

-- name: lock_all_for_long
-- As lock_all, until this connection unlocks it or ends.
SELECT pg_advisory_lock(:class_, 0)

-- name: unlock_all
-- End lock_all_for_long.
SELECT pg_advisory_unlock(:class_, 0)

-- name: share_settings
-- Show, as long as this connection lives, which settings this process has.
SELECT pg_advisory_lock_shared(:class_, :key)

-- name: unequal
-- Who has other settings than we.
SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = :class_::oid AND objid <> :key::oid
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND pid <> ALL(:own::int[])

-- name: followers
-- Count the other processes that have the memory open.
SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = :class_::oid
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND pid <> ALL(:own::int[])

-- name: announce
-- Tell the other processes, when this is committed, that something has changed.
SELECT pg_notify('dnam_changed', :process)

-- name: lease
-- Take or renew a lease that is free, over, or our own.
INSERT INTO leases (name, process, ends_at) VALUES (:name, :process, clock_timestamp() + :seconds * interval '1 second')
ON CONFLICT (name) DO UPDATE SET process = excluded.process, ends_at = excluded.ends_at
WHERE leases.process = excluded.process OR leases.ends_at <= clock_timestamp()

-- name: release
-- End a lease of ours.
DELETE FROM leases WHERE name = :name AND process = :process

-- name: release_everything
-- End every lease of ours.
DELETE FROM leases WHERE process = :process
