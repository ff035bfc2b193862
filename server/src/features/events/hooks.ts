// Hooks for changes that may cause notices, and texts to deps. Each hook runs in the transaction of the change.

import type { EventSchedule } from '@gaffer/domain/events/event'
import type { NormalizedEvent } from '@gaffer/domain/events/normalize-event'
import type { Db } from '#platform/db/connection.ts'
import { defineHook } from '#platform/hook.ts'

/** `address` is the IP address of the request. Without it, texts to deps about the change count towards the budgets of the user alone. */
export type Actor = { userId: string; bandId: string; address?: string | null }
export type NonEmpty<T> = readonly [T, ...T[]]

/** The parts of an event that notices of its changes compare. */
export type EventState = NormalizedEvent & {
  id: string
  version: number
  movedFrom: EventSchedule | null
  seriesId: string | null
}

export type EventChange =
  | { kind: 'added'; after: EventState }
  | { kind: 'edited'; before: EventState; after: NormalizedEvent & { id: string; version: number } }
  | { kind: 'deleted'; before: EventState }
  /**
   * `wentWithMember`: the event was deleted because its member left or was removed, about which all members got a notice. `seriesDeletion`:
   * the deletion of several dates of a series, about which members got one notice; null for another deletion.
   */
  | { kind: 'restored'; after: EventState; wentWithMember: boolean; seriesDeletion: { id: string; at: Date } | null }

export const eventChanged = defineHook<[tx: Db, actor: Actor, change: EventChange]>()
/** All events of a series that were added, edited or deleted together, in date order. */
export const seriesChanged = defineHook<[tx: Db, actor: Actor, changes: NonEmpty<EventChange>]>()
