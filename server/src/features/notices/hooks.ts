import type { EventKey } from '#features/events/event-columns.ts'
import type { Db } from '#platform/db/connection.ts'
import { defineHook } from '#platform/hook.ts'
import type { JobQueue } from '#platform/jobs.ts'

/** Who pays for texts that follow a change: the member who made it, and the IP address of the request. */
export type ChangePayer = { requestedBy: string | null; address: string | null }

/** The settler has locked these events, and is about to lock the cause of their notices. */
export const changesSettling = defineHook<[tx: Db, events: readonly EventKey[]]>()
/** Changes to these events have settled: persons outside the band may have to be told too. */
export const changesSettled =
  defineHook<[services: { jobs: JobQueue }, tx: Db, events: readonly EventKey[], payer: ChangePayer]>()
/** The names of the persons outside the band who will be told of the event's present state. */
export const personsToBeTold = defineHook<[tx: Db, event: EventKey], string[]>()
