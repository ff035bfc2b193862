// The daily limit on mails of the whole installation. The view `mails_sent` counts those of all features.

import { acquireAdvisoryLocks } from './advisory-lock.ts'
import type { Db } from './connection.ts'
import { secondsUntilAdmitted } from './rate-limit.ts'
import { sql } from './sql.ts'

const day = 24 * 60 * 60

/** Seconds until this transaction may count one more mail. Other transactions that ask wait until it ends. */
export async function lockMailsAndGetSecondsUntilNext(tx: Db, perDay: number): Promise<number> {
  if (!Number.isFinite(perDay)) return 0
  await acquireAdvisoryLocks(tx, 'mails sent')
  return secondsUntilAdmitted(tx, sql`select at from mails_sent`, [{ most: perDay, seconds: day }])
}
