import type { Db } from './connection.ts'

/** False while another holder's lease has not expired. */
export async function tryAcquireLease(db: Db, name: string, holder: string, seconds: number): Promise<boolean> {
  const rows = await db`
    insert into leases (name, holder, expires_at)
    values (${name}, ${holder}, now() + make_interval(secs => ${seconds}))
    on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
    where leases.expires_at < now()
    returning 1`
  return rows.length === 1
}

export async function releaseLease(db: Db, name: string, holder: string): Promise<void> {
  await db`delete from leases where name = ${name} and holder = ${holder}`
}

/** False when another holder has taken the lease. */
export async function extendLease(db: Db, name: string, holder: string, seconds: number): Promise<boolean> {
  const rows = await db`
    update leases set expires_at = now() + make_interval(secs => ${seconds})
    where name = ${name} and holder = ${holder}
    returning 1`
  return rows.length === 1
}
