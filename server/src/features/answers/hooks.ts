import type { Db } from '#platform/db/connection.ts'
import { defineHook } from '#platform/hook.ts'

/** The actor changed the answer of the membership to No. The event is locked. */
export const answeredNo =
  defineHook<
    [
      tx: Db,
      actor: { userId: string; bandId: string; membershipId: string },
      answer: { eventId: string; membershipId: string },
    ]
  >()
