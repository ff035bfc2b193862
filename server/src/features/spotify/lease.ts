// A named lease in the database, shared by all servers. Unlike a lock it holds no connection while Spotify is slow: ten
// waiting members would otherwise exhaust the pool.

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { spotifyMessages } from '@gaffer/domain/spotify/spotify-messages'
import { AppError } from '@gaffer/domain/shared/app-error'
import type { DatabasePool } from '#platform/db/connection.ts'
import { releaseLease, tryAcquireLease } from '#platform/db/leases.ts'

const retryEveryMs = 60
/** Longer than any work under a lease, so that only the lease of a crashed server expires. */
const leaseSeconds = 15
const waitMs = 3000

/** Runs `work` under the named lease. Waits up to three seconds for it, then refuses with too_many_requests. */
export async function withSpotifyLease<T>(db: DatabasePool, name: string, work: () => Promise<T>): Promise<T> {
  const holder = randomUUID()
  const until = Date.now() + waitMs
  while (!(await tryAcquireLease(db, name, holder, leaseSeconds))) {
    if (Date.now() > until)
      throw new AppError('too_many_requests', spotifyMessages.spotifyBusy, { retryAfterSeconds: 3 })
    await sleep(retryEveryMs)
  }
  try {
    return await work()
  } finally {
    await releaseLease(db, name, holder)
  }
}
