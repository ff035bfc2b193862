// The link in the texts to a dep: what its page shows, and how the dep answers. It needs no account.

import * as z from 'zod/mini'
import { depMessages } from './dep-messages.ts'
import { EventTypeSchema } from '@gaffer/domain/shared/event-type-schema'
import { SharedGigSheet } from '@gaffer/domain/gig-sheets/gig-sheet'

/** The answers of a dep; `never` is "Don't ask me again". */
export const depAnswers = ['yes', 'no', 'never'] as const
export type DepAnswer = (typeof depAnswers)[number]
export const DepAnswerInput = z.strictObject({ answer: z.enum(depAnswers, depMessages.answerUnknown) })

/**
 * `asked`: the dep can answer. `covered`: another dep was faster. `withdrawn`: the band ended the request. `released`: the band no
 * longer needs the dep, who had said Yes. `over`: the gig has started, and the dep does not play.
 */
export const depLinkStates = [
  'asked',
  'yes',
  'no',
  'never',
  'covered',
  'withdrawn',
  'released',
  'cancelled',
  'over',
] as const
export type DepLinkState = (typeof depLinkStates)[number]

/** A song, or a break or line of the band's own, which has only `title`, `note` and `durationSeconds`. */
export const DepSetlistItem = z.strictObject({
  isSong: z.boolean(),
  title: z.string(),
  artist: z.nullable(z.string()),
  key: z.nullable(z.string()),
  tempo: z.nullable(z.int()),
  /** The note on this item of the set list. */
  note: z.nullable(z.string()),
  /** The note on the song in the practice list. */
  songNote: z.nullable(z.string()),
  durationSeconds: z.nullable(z.int()),
})
export type DepSetlistItem = z.infer<typeof DepSetlistItem>

/**
 * The content of a dep's link. `gigSheet`, without the band's fee, and `setlist` are null unless the state is `yes` and the gig has them. In
 * the state `yes` there is also a calendar file at `/dep/{token}.ics`. `isStale`: the dep said yes before the date, start time or place
 * changed; the state is then `asked` until the dep answers again.
 */
export const DepLinkContent = z.strictObject({
  state: z.enum(depLinkStates),
  isStale: z.boolean(),
  /** The dep's own name in the band's dep book. */
  name: z.string(),
  instrument: z.string(),
  /** The fee that the band offers the dep. */
  feePence: z.nullable(z.int()),
  bandName: z.string(),
  /** Display name of the member who asked; null after they left the band. */
  askedBy: z.nullable(z.string()),
  event: z.strictObject({
    title: z.nullable(z.string()),
    type: EventTypeSchema,
    date: z.string(),
    endDate: z.nullable(z.string()),
    startTime: z.nullable(z.string()),
    endTime: z.nullable(z.string()),
    isAllDay: z.boolean(),
    place: z.nullable(z.string()),
  }),
  gigSheet: z.nullable(SharedGigSheet),
  setlist: z.nullable(z.strictObject({ name: z.string(), items: z.array(DepSetlistItem) })),
})
export type DepLinkContent = z.infer<typeof DepLinkContent>
