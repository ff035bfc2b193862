// One at a time, across all servers, without holding a database connection while an outside service is slow: ten
// members who wait for one would otherwise take the database from everybody.

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { messages } from '@gaffer/domain/messages'
import { Refusal } from '@gaffer/domain/refusal'
import type { Database } from '#platform/db/connection.ts'
import { endTurn, takeTurn } from './turn-store.ts'

const lookEveryMs = 60
/** Longer than any errand; whoever crashed in the middle of one has lost their turn by then. */
const turnSeconds = 15
const patienceMs = 3000

/** Does `work` while nobody else does what has the same name. Waits for the turn; refuses after three seconds. */
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
