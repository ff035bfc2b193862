// The changes that members, and deps, may have to be told. Each runs in the transaction of the change.

import type { Event } from '@gaffer/domain/events/event'
import type { Db } from '#platform/db/connection.ts'
import { defineHook } from '#platform/hook.ts'

/** `address` is the IP address of the request; without one, texts to deps that follow count for the user alone. */
export type Actor = { userId: string; bandId: string; address?: string | null }
export type NonEmpty<T> = readonly [T, ...T[]]

export const eventAdded = defineHook<[tx: Db, actor: Actor, event: Pick<Event, 'id'>]>()
/** `before` is the event before it was changed or deleted. */
export const eventChangedOrDeleted = defineHook<[tx: Db, actor: Actor, before: Event]>()
/** `wentWithMember`: the event was deleted with a former member, which every member was told. */
export const eventRestored =
  defineHook<[tx: Db, actor: Actor, event: Pick<Event, 'id'>, how: { wentWithMember: boolean }]>()
/** All events of a series that were added together, in date order. */
export const seriesAdded = defineHook<[tx: Db, actor: Actor, events: NonEmpty<Pick<Event, 'id'>>]>()
/** All events of a series that were changed together, in date order, as they were before. */
export const seriesChanged = defineHook<[tx: Db, actor: Actor, before: NonEmpty<Event>]>()
/** All events of a series that were deleted together, in date order. */
export const seriesDeleted = defineHook<[tx: Db, actor: Actor, events: NonEmpty<Event>]>()
