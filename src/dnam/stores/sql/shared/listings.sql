-- name: page_facts
-- Return a page of a guild's facts, last changed first.
SELECT {fact_columns} FROM facts f
WHERE f.guild = :guild AND NOT f.muted AND f.status {among_statuses} AND (:subject = -1 OR f.subject = :subject)
    AND (:everything OR {audible_fact})
    AND (f.updated_at, f.id, f.subject, f.origin) < (:updated_at, :id, :about, :origin)
ORDER BY f.updated_at DESC, f.id DESC, f.subject DESC, f.origin DESC LIMIT :limit

-- name: page_people
-- Return a page of those known in a guild who have not opted out, by name, with what is stored of them.
SELECT p.person, p.name, p.bot,
    (SELECT count(*) FROM facts f WHERE f.guild = :guild AND f.subject = p.person AND f.status = 'active' AND NOT f.muted
        AND (:everything OR {audible_fact})),
    (SELECT coalesce(sum(v.messages), 0) FROM voices v WHERE v.person = p.person AND v.guild = :guild
        AND (:everything OR v.origin {among_origins}))
FROM (
    SELECT person, name, bot FROM people WHERE guild = :guild
    UNION ALL SELECT DISTINCT f.subject, '', false FROM facts f
    WHERE f.guild = :guild AND f.subject > 0 AND f.status = 'active' AND NOT f.muted AND (:everything OR {audible_fact})
        AND NOT EXISTS (SELECT 1 FROM people k WHERE k.guild = :guild AND k.person = f.subject)
) p
WHERE {name_like} AND (p.name, p.person) > (:name, :person)
    AND NOT EXISTS (SELECT 1 FROM consents c WHERE c.about = 'person' AND c.subject = p.person AND c.choice = 'out')
ORDER BY p.name, p.person LIMIT :limit

-- name: page_actions
-- Return a page of the log, newest first.
SELECT id, {action_columns} FROM actions
WHERE (:guild = -1 OR guild = :guild) AND (:kind = '' OR kind = :kind)
    AND (:everything OR origin = '' OR origin {among_origins}) AND (at, id) < (:at, :number)
ORDER BY at DESC, id DESC LIMIT :limit

-- name: guild_counts
-- Return every guild something is stored of, with how much.
SELECT g.guild, coalesce((SELECT max(p.guild_name) FROM places p WHERE p.guild = g.guild), ''),
    (SELECT count(*) FROM places p WHERE p.guild = g.guild),
    (SELECT coalesce(sum(v.messages), 0) FROM voices v WHERE v.guild = g.guild),
    (SELECT count(*) FROM facts f WHERE f.guild = g.guild AND f.status = 'active' AND NOT f.muted)
FROM (SELECT guild FROM places UNION SELECT guild FROM facts) g ORDER BY g.guild

-- name: daily_counts
-- Count what happened in a guild on each day.
SELECT 'messages', sent_at / 86400000000, count(*) FROM messages WHERE guild = :guild AND sent_at >= :since GROUP BY 2
UNION ALL
SELECT 'facts', created_at / 86400000000, count(*) FROM facts WHERE guild = :guild AND created_at >= :since GROUP BY 2
UNION ALL
SELECT 'errors', at / 86400000000, count(*) FROM actions
WHERE guild = :guild AND at >= :since AND outcome LIKE 'error%' GROUP BY 2
