import type { Db } from '#platform/db/connection.ts'
import { defineHook } from '#platform/hook.ts'

/** Deletes the row of a deleted object for good, and with it its files. A handler returns false if the object is not of its feature. */
export const deleteForGood = defineHook<[tx: Db, of: { bandId: string; id: string }], boolean>()
