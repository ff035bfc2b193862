import { setTimeout as sleep } from 'node:timers/promises'
import { statementNameFor } from '#platform/db/connection.ts'
import { listDuePendingNotices } from '#features/notices/pending-store.ts'
import type { TestServer } from './test-server.ts'

const sessionText = "(to_jsonb(t) - 'last_seen_at')::text"

/**
 * Row count and content hash of every table, to prove that nothing changed. Waits for all jobs and pending notices first, because they
 * change rows too, except for jobs and notices that are due in more than five seconds: a job that starts at once can be due some
 * milliseconds later by the database's clock. Leases and the times at which sessions were last seen are left out: servers change them at
 * any time.
 */
export async function fingerprintAllTables({ services: { db, config } }: TestServer): Promise<object> {
  const settleSeconds = Math.max(0, config.noticeSettleSeconds - 5)
  const isRunning = async () => {
    const jobs = await db`
      select from jobs.job where state < 'completed' and (state <> 'created' or start_after <= now() + interval '5 seconds') limit 1`
    return jobs.length > 0 || (await listDuePendingNotices(db, { settleSeconds, maxRows: 1 })).length > 0
  }
  while (await isRunning()) await sleep(20)
  const tables = await db<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_name <> 'leases' order by 1`
  const text = tables
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*)::int, sum(hashtextextended(${name === 'sessions' ? sessionText : 't::text'}, 0))::text as content from ${name} t`,
    )
    .join(' union all ')
  const rows = await db.query({ text, name: statementNameFor(text) })
  return Object.fromEntries(rows.map(({ name, ...content }) => [name, content]))
}
