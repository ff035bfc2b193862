// Calendars that a user connects by their secret iCal address. Only the times at which they make the user busy are kept.

import * as z from 'zod/mini'
import { Id, Timestamp } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { busyCalendarMessages } from './busy-calendar-messages.ts'
import { createRequiredLineSchema } from '@gaffer/domain/shared/plain-text'

export const BusyCalendar = z.strictObject({
  id: Id,
  name: z.string(),
  /** The host of the calendar's address. The whole address is a secret and never returned. */
  host: z.string(),
  /** When the calendar was last read successfully; null if never. */
  lastReadAt: z.nullable(Timestamp),
  failingSince: z.nullable(Timestamp),
  /** Why the last read failed, as a sentence; null if it succeeded. */
  problem: z.nullable(z.string()),
  countAllDay: z.boolean(),
  busyCount: z.int(),
  /** The number of entries that the last successful read left out because it could not understand them. */
  skippedCount: z.int(),
})
export type BusyCalendar = z.infer<typeof BusyCalendar>

// The parts of a calendar address: scheme, host and optional port, then anything but spaces. User and password are refused. Checked by
// regular expressions, because this package has no URL type.
const schemePattern = String.raw`(?:[hH][tT]{2}[pP][sS]?|[wW][eE][bB][cC][aA][lL][sS]?)`
const hostPattern = String.raw`(?:[\w.\-]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?`
const addressPattern = new RegExp(String.raw`^${schemePattern}:\/\/${hostPattern}(?:[\/?][^\s#]*)?(?:#\S*)?$`)

/** An http(s) or webcal URL. `webcal:` becomes `https:`. */
const CalendarAddress = z.pipe(
  z
    .string(busyCalendarMessages.calendarAddressRequired)
    .check(
      z.trim(),
      z.minLength(1, busyCalendarMessages.calendarAddressRequired),
      z.maxLength(limits.calendarAddressLength, busyCalendarMessages.calendarAddressInvalid),
      z.regex(addressPattern, busyCalendarMessages.calendarAddressInvalid),
    ),
  z.transform((address) => address.replace(/^webcals?:/i, 'https:').replace(/#.*$/, '')),
)

const sharedFields = {
  url: CalendarAddress,
  name: createRequiredLineSchema(limits.nameLength, busyCalendarMessages.calendarNameRequired),
}

export const BusyCalendarInput = z.strictObject({ ...sharedFields, countAllDay: z.prefault(z.boolean(), false) })
export type BusyCalendarInput = z.output<typeof BusyCalendarInput>

/** PATCH: a new address or another `countAllDay` makes the server read the calendar again. */
export const BusyCalendarChangesInput = z.partial(z.strictObject({ ...sharedFields, countAllDay: z.boolean() }))
export type BusyCalendarChanges = z.output<typeof BusyCalendarChangesInput>

/** Why a calendar cannot be read. `busyCalendarMessages.calendarProblems` has a sentence for each. */
export const calendarProblemCodes = [
  'not_allowed',
  'unreachable',
  'slow',
  'redirects',
  'password',
  'gone',
  'refused',
  'busy',
  'not_a_calendar',
  'too_large',
  'too_complex',
  'key_changed',
] as const
export type CalendarProblemCode = (typeof calendarProblemCodes)[number]

/** A time at which a member is busy: with another band, or by an entry of a connected calendar. Nothing else is revealed. */
export const MemberBusyTime = z.strictObject({
  membershipId: Id,
  displayName: z.string(),
  date: z.string(),
  endDate: z.nullable(z.string()),
  startTime: z.nullable(z.string()),
  endTime: z.nullable(z.string()),
})
export type MemberBusyTime = z.infer<typeof MemberBusyTime>
