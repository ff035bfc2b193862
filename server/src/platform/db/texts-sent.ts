// The daily limit on text messages (SMS) of the whole installation. The view `texts_sent` counts those of all features.

import type { Db } from './connection.ts'
import { sql } from './sql.ts'
import { acquireAdvisoryLocks } from './advisory-lock.ts'
import { secondsUntilAdmitted, type RateLimitWindow } from './rate-limit.ts'

const day = 24 * 60 * 60

/** Seconds until the installation may send another text. */
export function secondsUntilText(db: Db, perDay: number): Promise<number> {
  return secondsUntilAdmitted(db, sql`select sent_at as at from texts_sent`, [{ most: perDay, seconds: day }])
}

/** Whether this transaction may mark one more text as sent. Blocks other transactions that ask until it ends. */
export async function lockTextsIfBudgetLeft(tx: Db, perDay: number): Promise<boolean> {
  await acquireAdvisoryLocks(tx, 'texts sent')
  return (await secondsUntilText(tx, perDay)) === 0
}

/** Seconds until another text other than a sign-in code may be sent, by the windows of those texts. */
export function secondsUntilNonCodeText(db: Db, windows: readonly RateLimitWindow[]): Promise<number> {
  return secondsUntilAdmitted(db, sql`select sent_at as at from message_texts_sent`, windows)
}

/** Like `lockTextsIfBudgetLeft`, for texts other than sign-in codes: half of the daily limit is reserved for codes. */
export async function lockTextsIfNonCodeBudgetLeft(tx: Db, perDay: number): Promise<boolean> {
  return (await lockTextsAndGetSecondsUntilNext(tx, perDay)) === 0
}

/** Seconds until one more text, other than a sign-in code, may be marked as sent. Holds an advisory lock until the transaction ends. */
export async function lockTextsAndGetSecondsUntilNext(tx: Db, perDay: number): Promise<number> {
  await acquireAdvisoryLocks(tx, 'texts sent')
  const ofAll = await secondsUntilText(tx, perDay)
  return Math.max(ofAll, await secondsUntilNonCodeText(tx, [{ most: Math.floor(perDay / 2), seconds: day }]))
}
