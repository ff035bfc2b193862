// The played list of a gig, and when members can change it.

import * as z from 'zod/mini'
import type { EventStatus } from '@gaffer/domain/events/event'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { PlainDate } from '@gaffer/domain/shared/date-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { createOptionalLineSchema } from '@gaffer/domain/shared/plain-text'
import { playedMessages } from './played-messages.ts'

/** A song that was played. `songId` is null for a song that is not, or no longer, on the practice list. */
export const PlayedItem = z.strictObject({
  songId: z.nullable(Id),
  title: z.string(),
  writers: z.nullable(z.string()),
  isOwn: z.boolean(),
  seconds: z.nullable(z.int()),
})
export type PlayedItem = z.infer<typeof PlayedItem>

/** The played list of a gig. Until it is saved, its version is 0 and its items are the songs of the set list. */
export const PlayedList = z.strictObject({
  items: z.array(PlayedItem),
  reportedOn: z.nullable(z.string()),
  version: z.int(),
})
export type PlayedList = z.infer<typeof PlayedList>

/** With `songId` the stored title is the song's, whatever `title` says. */
const PlayedItemInput = z
  .strictObject({ songId: z.prefault(z.nullable(Id), null), title: createOptionalLineSchema(limits.titleLength) })
  .check(
    z.refine(({ songId, title }) => songId !== null || title !== null, {
      message: playedMessages.itemEmpty,
      path: ['title'],
    }),
  )

/** PUT of what was played: replaces the whole list. A missing or null `reportedOn` marks the list as not reported to PRS for Music. */
export const PlayedListInput = z.strictObject({
  items: z.array(PlayedItemInput).check(z.maxLength(limits.playedItems, playedMessages.tooMany)),
  reportedOn: z.prefault(z.nullable(PlainDate), null),
})
export type PlayedListInput = z.input<typeof PlayedListInput>
export type ParsedPlayedList = z.output<typeof PlayedListInput>

/** A gig with own songs that was not reported. `lastDay` is the last day on which it can be reported. */
export const UnreportedGig = z.strictObject({
  eventId: Id,
  title: z.nullable(z.string()),
  place: z.nullable(z.string()),
  date: z.string(),
  lastDay: z.string(),
})
export type UnreportedGig = z.infer<typeof UnreportedGig>

/**
 * Why members cannot say what a gig played; null if they can.
 *
 * @param today London's date
 */
export function playedRefusalMessageFor(event: { status: EventStatus; date: string }, today: string): string | null {
  if (event.status === 'cancelled') return playedMessages.gigCancelled
  return today < event.date ? playedMessages.gigNotYet : null
}
