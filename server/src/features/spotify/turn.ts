// A lease instead of a row lock: a lock would hold a database connection while Spotify is slow, and ten waiting members
// would exhaust the pool.

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { messages } from '@gaffer/domain/messages'
import { Refusal } from '@gaffer/domain/refusal'
import type { Database } from '#db/connection.ts'
import { endTurn, takeTurn } from './turn-store.ts'

const lookEveryMs = 60
/** Longer than any operation. The lease of a crashed server expires after this time. */
const turnSeconds = 15
const patienceMs = 3000

/** Runs `work` while holding the lease `name`. Refuses when another holder keeps it for three seconds. */
export async function inTurn<T>(db: Database, name: string, work: () => Promise<T>): Promise<T> {
  const holder = randomUUID()
  const until = Date.now() + patienceMs
  while (!(await takeTurn(db, name, holder, turnSeconds))) {
    if (Date.now() > until) throw new Refusal('too_many_requests', messages.spotifyBusy, { retryAfterSeconds: 3 })
    await sleep(lookEveryMs)
  }
  try {
    return await work()
  } finally {
    await endTurn(db, name, holder)
  }
}
