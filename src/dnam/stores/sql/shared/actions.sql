-- fragment: action_columns
-- What `to_action` reads, in its order.
kind, at, guild, task, model, input_tokens, output_tokens, cost_usd, unpriced, ms, outcome, detail, person, channel, origin

-- fragment: usage_sums
-- What `to_usage` reads, in its order.
coalesce(sum(input_tokens), 0), coalesce(sum(output_tokens), 0), coalesce(sum(cost_usd), 0), coalesce(sum(unpriced), 0)

-- name: log_action
-- Add a line to the action log.
INSERT INTO actions ({action_columns})
VALUES (:kind, :at, :guild, :task, :model, :input_tokens, :output_tokens, :cost_usd, :unpriced, :ms, :outcome, :detail,
    :person, :channel, :origin)

-- name: all_actions
-- Return the latest lines of the log.
SELECT {action_columns} FROM actions WHERE at >= :since ORDER BY at DESC, id DESC LIMIT :limit

-- name: actions_of
-- Return the latest lines of a guild's log.
SELECT {action_columns} FROM actions WHERE guild = :guild AND at >= :since ORDER BY at DESC, id DESC LIMIT :limit

-- name: actions_heard
-- Return the latest lines of a guild's log that were done where some hear it, or nowhere in particular.
SELECT {action_columns} FROM actions WHERE guild = :guild AND at >= :since AND (origin = '' OR origin {among_origins})
ORDER BY at DESC, id DESC LIMIT :limit

-- name: spent
-- Add up the usage of models in a guild.
SELECT {usage_sums} FROM actions WHERE guild = :guild AND at >= :since

-- name: all_spending
-- Add up the usage of each task on each day; offline outcomes are not calls, and the demo's are made up.
SELECT at / 86400000000, guild, task, count(*), {usage_sums} FROM actions
WHERE at >= :since AND task <> '' AND model <> 'demo:none' AND outcome NOT LIKE 'offline%' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3

-- name: spending_of
-- Add up the usage of each task on each day in a guild; offline outcomes are not calls.
SELECT at / 86400000000, guild, task, count(*), {usage_sums} FROM actions
WHERE guild = :guild AND at >= :since AND task <> '' AND outcome NOT LIKE 'offline%' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
