// Leases shared by all servers on this database.

import type { Db } from '#db/connection.ts'

/** Acquires the lease; false while another holder's lease has not expired. */
export async function takeTurn(db: Db, name: string, holder: string, seconds: number): Promise<boolean> {
  const rows = await db`
    insert into turns (name, holder, until) values (${name}, ${holder}, now() + make_interval(secs => ${seconds}))
    on conflict (name) do update set holder = excluded.holder, until = excluded.until where turns.until < now()
    returning 1`
  return rows.length === 1
}

export async function endTurn(db: Db, name: string, holder: string): Promise<void> {
  await db`delete from turns where name = ${name} and holder = ${holder}`
}
