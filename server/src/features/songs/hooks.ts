import type { Db } from '#platform/db/connection.ts'
import { defineHook } from '#platform/hook.ts'

/** Runs when a member adds a song to the practice list. */
export const songAdded = defineHook<[tx: Db, member: { bandId: string; userId: string }, songId: string]>()
