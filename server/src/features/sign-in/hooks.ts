import type { Db } from '#platform/db/connection.ts'
import { defineHook } from '#platform/hook.ts'

/** A session began. `endingToken` is the hash of the browser's previous session, which ends with it; null without one. */
export const sessionBegan =
  defineHook<
    [tx: Db, session: { userId: string; sessionId: string; browserHash: Buffer; endingToken: Buffer | null }]
  >()
