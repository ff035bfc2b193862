import type { EventKey } from '#features/events/event-columns.ts'
import type { Db } from '#platform/db/connection.ts'
import { defineHook } from '#platform/hook.ts'
import type { JobQueue } from '#platform/jobs.ts'

/** The member and the IP address whose budgets the texts after a change count towards. */
export type ChangePayer = { requestedBy: string | null; address: string | null }

/** Runs when the settler has locked the events, and before it locks the cause of their notices. */
export const changesSettling = defineHook<[tx: Db, events: readonly EventKey[]]>()
/** Runs when changes to the events have settled. Its handlers notify persons outside the band. */
export const changesSettled =
  defineHook<[services: { jobs: JobQueue }, tx: Db, events: readonly EventKey[], payer: ChangePayer]>()
/** Returns the names of the persons outside the band who will be notified of the event's present state. */
export const outsidersToNotify = defineHook<[tx: Db, event: EventKey], string[]>()

/** A cause of notices of notes: one note that mentions members, or all notes of a thread since the cause began. */
export type NoteCause = {
  bandId: string
  about: { kind: 'event' | 'song' | 'setlist' | 'recording'; id: string }
  since: Date
  noteId: string | null
}
/** A thread of notes. `name` is the name of its subject, empty if the subject has none; `path` is the page that shows the thread. */
export type ThreadFacts = {
  name: string
  path: string
  /** In the order in which they were written. */
  newNotes: {
    position: number
    membershipId: string | null
    userId: string | null
    displayName: string
    text: string
    mentions: string[]
  }[]
  members: { membershipId: string; isMuted: boolean; readPosition: number; hasWritten: boolean }[]
}
/** Reads the thread of a cause; null if the subject of the thread is deleted. */
export const threadFactsOfCause = defineHook<[tx: Db, cause: NoteCause], ThreadFacts | null>()
