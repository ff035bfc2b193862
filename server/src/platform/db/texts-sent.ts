// The texts that the whole service has sent: sign-in codes and messages of every feature, in the view `texts_sent`.

import type { Db } from './connection.ts'
import { sql } from './sql.ts'
import { acquireAdvisoryLocks } from './advisory-lock.ts'
import { secondsUntilAdmitted } from './rate-limit.ts'

const day = 24 * 60 * 60

/** Seconds until the service may send another text. */
export function secondsUntilText(db: Db, perDay: number): Promise<number> {
  return secondsUntilAdmitted(db, sql`select sent_at as at from texts_sent`, [{ most: perDay, seconds: day }])
}

/** Whether this transaction may mark one more text as sent. Until it ends, no other transaction is admitted. */
export async function admitsText(tx: Db, perDay: number): Promise<boolean> {
  await acquireAdvisoryLocks(tx, 'texts sent')
  return (await secondsUntilText(tx, perDay)) === 0
}
