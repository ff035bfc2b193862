import type { GigSheet } from '@gaffer/domain/gig-sheets/gig-sheet'
import type { Db } from '#platform/db/connection.ts'
import { defineHook } from '#platform/hook.ts'

/** Runs when a member has changed the gig sheet of an event, in the same transaction. */
export const gigSheetSaved =
  defineHook<
    [tx: Db, member: { bandId: string; userId: string }, sheet: { eventId: string; before: GigSheet; after: GigSheet }]
  >()
