-- fragment: guild_asks
-- Whether people of a message's guild are remembered only once they agree.
coalesce((SELECT c.choice FROM consents c WHERE c.about = 'guild' AND c.guild = m.guild AND c.subject = m.guild), :mode) = 'optin'

-- fragment: fact_guild_asks
coalesce((SELECT c.choice FROM consents c WHERE c.about = 'guild' AND c.guild = f.guild AND c.subject = f.guild), :mode) = 'optin'

-- fragment: closed_threads
-- Threads whose channel is excluded.
SELECT t.channel FROM places t WHERE t.parent {among_ids}
    OR EXISTS (SELECT 1 FROM consents x WHERE x.about = 'channel' AND x.guild = t.guild AND x.subject = t.parent)

-- fragment: message_silent
-- Its author has opted out or not agreed, its channel is excluded, or it is an answer out of such a memory.
EXISTS (SELECT 1 FROM consents c WHERE c.about = 'person' AND c.subject = m.author AND c.choice = 'out')
    OR ({guild_asks} AND NOT EXISTS (SELECT 1 FROM consents c WHERE c.about = 'person' AND c.subject = m.author AND c.choice = 'in')
        AND NOT EXISTS (SELECT 1 FROM people b WHERE b.guild = m.guild AND b.person = m.author AND b.bot))
    OR m.channel {among_ids}
    OR EXISTS (SELECT 1 FROM places p WHERE p.guild = m.guild AND p.channel = m.channel AND p.parent {among_ids})
    OR EXISTS (SELECT 1 FROM consents c WHERE c.about = 'channel' AND c.guild = m.guild AND c.subject = m.channel)
    OR EXISTS (SELECT 1 FROM consents c JOIN places p ON p.guild = c.guild AND p.parent = c.subject
        WHERE c.about = 'channel' AND p.guild = m.guild AND p.channel = m.channel)
    OR EXISTS (SELECT 1 FROM answer_sources a LEFT JOIN consents c ON c.about = 'person' AND c.subject = a.person
        WHERE a.guild = m.guild AND a.message = m.id
            AND (c.choice = 'out' OR ({guild_asks} AND coalesce(c.choice, '') <> 'in')
                OR a.channel {among_ids}
                OR EXISTS (SELECT 1 FROM consents x WHERE x.about = 'channel' AND x.subject = a.channel)
                OR a.channel IN ({closed_threads})))
    OR EXISTS (SELECT 1 FROM messages q LEFT JOIN consents c ON c.about = 'person' AND c.subject = q.author
        JOIN people b ON b.guild = m.guild AND b.person = m.author AND b.bot
        WHERE q.guild = m.guild AND q.id = m.reply_to AND q.author <> m.author
            AND (c.choice = 'out' OR ({guild_asks} AND coalesce(c.choice, '') <> 'in')))

-- fragment: fact_silent
-- Whom it is about or names or who said it has opted out or not agreed, or it was said in an excluded channel.
EXISTS (SELECT 1 FROM consents c WHERE c.about = 'person' AND c.subject = f.subject AND c.choice = 'out')
    OR EXISTS (SELECT 1 FROM consents c WHERE c.about = 'person' AND c.subject = f.asserted_by AND c.choice = 'out')
    OR ({fact_guild_asks} AND f.subject <> 0 AND NOT EXISTS (SELECT 1 FROM consents c WHERE c.about = 'person' AND c.subject = f.subject AND c.choice = 'in'))
    OR ({fact_guild_asks} AND NOT EXISTS (SELECT 1 FROM consents c WHERE c.about = 'person' AND c.subject = f.asserted_by AND c.choice = 'in')
        AND NOT EXISTS (SELECT 1 FROM people b WHERE b.guild = f.guild AND b.person = f.asserted_by AND b.bot))
    OR EXISTS (SELECT 1 FROM fact_people n LEFT JOIN consents c ON c.about = 'person' AND c.subject = n.person
        WHERE n.guild = f.guild AND n.subject = f.subject AND n.origin = f.origin AND n.fact = f.id
            AND (c.choice = 'out' OR ({fact_guild_asks} AND coalesce(c.choice, '') <> 'in')))
    OR coalesce(f.source_channel {among_ids}, {false})
    OR EXISTS (SELECT 1 FROM consents c WHERE c.about = 'channel' AND c.guild = f.guild AND c.subject = f.source_channel)
    OR EXISTS (SELECT 1 FROM places p WHERE p.guild = f.guild AND p.channel = f.source_channel AND (p.parent {among_ids}
        OR EXISTS (SELECT 1 FROM consents c WHERE c.about = 'channel' AND c.guild = p.guild AND c.subject = p.parent)))

-- fragment: mute_messages
UPDATE messages AS m SET muted = NOT m.muted WHERE m.muted <> ({message_silent})

-- fragment: mute_facts
UPDATE facts AS f SET muted = NOT f.muted WHERE f.muted <> ({fact_silent})

-- name: mute_messages_of_person
-- Hide or show what a person said, and what was answered to them or out of their memory.
{mute_messages} AND (m.author = :id
    OR EXISTS (SELECT 1 FROM answer_sources a WHERE a.guild = m.guild AND a.message = m.id AND a.person = :id)
    OR EXISTS (SELECT 1 FROM messages q WHERE q.guild = m.guild AND q.id = m.reply_to AND q.author = :id))

-- name: mute_facts_of_person
-- Hide or show what is known of a person or from them, or names them.
{mute_facts} AND (f.subject = :id OR f.asserted_by = :id OR EXISTS (SELECT 1 FROM fact_people n
    WHERE n.guild = f.guild AND n.subject = f.subject AND n.origin = f.origin AND n.fact = f.id AND n.person = :id))

-- name: mute_messages_of_channel
-- Hide or show what was said in a channel and its threads, and what was answered from them elsewhere.
{mute_messages} AND (m.channel = :id OR EXISTS (
    SELECT 1 FROM places p WHERE p.guild = m.guild AND p.channel = m.channel AND p.parent = :id)
    OR EXISTS (SELECT 1 FROM answer_sources a WHERE a.guild = m.guild AND a.message = m.id
        AND (a.channel = :id OR a.channel IN (SELECT t.channel FROM places t WHERE t.parent = :id))))

-- name: mute_facts_of_channel
-- Hide or show what was said to be remembered in a channel.
{mute_facts} AND (f.source_channel = :id OR EXISTS (
    SELECT 1 FROM places p WHERE p.guild = f.guild AND p.channel = f.source_channel AND p.parent = :id))

-- name: mute_messages_of_guild
-- Hide or show what was said in a guild.
{mute_messages} AND m.guild = :id

-- name: mute_facts_of_guild
-- Hide or show what is known in a guild.
{mute_facts} AND f.guild = :id

-- name: mute_messages_of_all
-- Hide or show what was said anywhere.
{mute_messages}

-- name: mute_facts_of_all
-- Hide or show what is known anywhere.
{mute_facts}

-- name: consents_for
-- Return what some people and channels have decided, and what their guild has.
SELECT guild, about, subject, choice FROM consents
WHERE (guild = 0 OR guild = :guild) AND (subject {among_ids} OR about IN ('guild', 'hearsay'))

-- name: put_consent
-- Store a decision in place of the one before.
INSERT INTO consents (guild, about, subject, choice, at) VALUES (:guild, :about, :subject, :choice, :at)
ON CONFLICT (guild, about, subject) DO UPDATE SET choice = excluded.choice, at = excluded.at

-- name: drop_consent
-- Take a decision back.
DELETE FROM consents WHERE guild = :guild AND about = :about AND subject = :subject
