import type { Db } from '#platform/db/connection.ts'
import { defineHook } from '#platform/hook.ts'

/** Runs when a session begins. `endingToken` is the token hash of the browser's previous session, which ends; null if there is none. */
export const sessionBegan =
  defineHook<
    [tx: Db, session: { userId: string; sessionId: string; browserHash: Buffer; endingToken: Buffer | null }]
  >()
