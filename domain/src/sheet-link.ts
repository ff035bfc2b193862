// What the link to a gig sheet shows to people without an account: sound engineers, promoters, deps.

import * as z from 'zod/mini'
import { Event } from './event.ts'
import { SharedGigSheet } from './gig-sheet.ts'

const { title, type, status, date, endDate, startTime, endTime, isAllDay } = Event.shape

/** A song, or with `isSong` false a break or own line. `title` is the song's as it is now. */
const SharedSetlistItem = z.strictObject({
  title: z.string(),
  isSong: z.boolean(),
  note: z.nullable(z.string()),
  key: z.nullable(z.string()),
  tempo: z.nullable(z.int()),
  durationSeconds: z.nullable(z.int()),
})

/** The sheet with its event and set list. Answers, comments, the event's notes and everything about members are left out. */
export const SheetLinkContent = z.strictObject({
  bandName: z.string(),
  event: z.strictObject({
    title,
    type,
    status,
    date,
    endDate,
    startTime,
    endTime,
    isAllDay,
    place: z.nullable(z.string()),
  }),
  ...SharedGigSheet.shape,
  setlist: z.nullable(z.strictObject({ name: z.string(), items: z.array(SharedSetlistItem) })),
})
export type SheetLinkContent = z.infer<typeof SheetLinkContent>
