// Sliding-window rate limits whose events are rows of a table.

import type { Db } from './connection.ts'
import type { SqlFragment } from './sql.ts'

/** At most `most` events in any `seconds`. */
export type RateLimitWindow = { most: number; seconds: number }

/**
 * Seconds until every window admits one more event; 0 when all do now. `events` is a query with one column, `at`.
 * Callers that then insert an event must hold an advisory lock from before this query: otherwise parallel calls all get 0.
 */
export async function secondsUntilAdmitted(
  db: Db,
  events: SqlFragment,
  windows: readonly RateLimitWindow[],
): Promise<number> {
  const closed = windows.filter(({ most }) => most < 1).map(({ seconds }) => seconds)
  const open = windows.filter(({ most }) => most >= 1 && Number.isFinite(most))
  if (open.length === 0) return Math.max(0, ...closed)
  const [row] = await db<{ seconds: number | null }[]>`
    select max(ceil(extract(epoch from event.at - now()) + w.seconds))::int as seconds
    from unnest(${open.map(({ most }) => most)}::int[], ${open.map(({ seconds }) => seconds)}::int[]) w (most, seconds)
    cross join lateral (
      select at from (${events}) e where at > now() - make_interval(secs => w.seconds)
      order by at desc offset w.most - 1 limit 1
    ) event`
  return Math.max(row?.seconds ?? 0, ...closed)
}
