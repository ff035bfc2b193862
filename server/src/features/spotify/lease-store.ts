// Leases are rows of the table `turns`: name, holder and expiry.

import type { Db } from '#platform/db/connection.ts'

/** False while another holder's lease has not expired. */
export async function tryAcquireLease(db: Db, name: string, holder: string, seconds: number): Promise<boolean> {
  const rows = await db`
    insert into turns (name, holder, until) values (${name}, ${holder}, now() + make_interval(secs => ${seconds}))
    on conflict (name) do update set holder = excluded.holder, until = excluded.until where turns.until < now()
    returning 1`
  return rows.length === 1
}

export async function releaseLease(db: Db, name: string, holder: string): Promise<void> {
  await db`delete from turns where name = ${name} and holder = ${holder}`
}
