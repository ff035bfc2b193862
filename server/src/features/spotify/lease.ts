// A named lease in the database, shared by all servers. Unlike an advisory lock it holds no connection while Spotify is slow: ten
// waiting members would otherwise exhaust the pool.

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { spotifyMessages } from '@gaffer/domain/spotify/spotify-messages'
import { AppError } from '@gaffer/domain/shared/app-error'
import type { DatabasePool } from '#platform/db/connection.ts'
import { releaseLease, tryAcquireLease } from './lease-store.ts'

const retryIntervalMs = 60
const maxWaitMs = 3000

/** Runs `work` under the named lease. Waits up to three seconds for the lease, then throws `too_many_requests`. */
export async function withSpotifyLease<T>(db: DatabasePool, name: string, work: () => Promise<T>): Promise<T> {
  const lease = { name, holder: randomUUID() }
  const deadline = performance.now() + maxWaitMs
  while (!(await tryAcquireLease(db, lease))) {
    if (performance.now() > deadline)
      throw new AppError('too_many_requests', spotifyMessages.spotifyBusy, { retryAfterSeconds: 3 })
    await sleep(retryIntervalMs)
  }
  try {
    return await work()
  } finally {
    await releaseLease(db, lease)
  }
}
