import type { Db } from '#platform/db/connection.ts'
import { defineHook } from '#platform/hook.ts'

/** Permanently deletes a soft-deleted chart or recording, with its files. A handler returns false if its feature has no such object. */
export const deleteForGood = defineHook<[tx: Db, key: { bandId: string; id: string }], boolean>()
