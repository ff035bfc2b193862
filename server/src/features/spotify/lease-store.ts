import { command, hasRow, literal, sql } from '#platform/db/statement.ts'

/** Longer than any work under a lease, so that only the lease of a crashed server expires. */
const leaseSeconds = 15

type Lease = { name: string; holder: string }

/** Acquires the lease; false while the lease of another holder has not expired. */
export const tryAcquireLease = hasRow(sql<Lease>`
  insert into leases (name, holder, expires_at)
  values ($name, $holder, $now + make_interval(secs => ${literal(leaseSeconds)}))
  on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
  where leases.expires_at < $now
  returning 1`)

export const releaseLease = command(sql<Lease>`delete from leases where name = $name and holder = $holder`)
