// When notices are delivered and reminders are sent. Instants are epoch ms; times of day are London's.

import { addDays, doesLondonTimeExist, isRealTime, londonInstant, londonWallClock } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { latestEventStart } from '@gaffer/domain/events/event-times'
import { isGigOrFestival } from '@gaffer/domain/shared/event-type'
import { limits } from '@gaffer/domain/shared/limits'

const hourMs = 3_600_000

/**
 * The server's quiet hours (NOTICE_QUIET_HOURS), the same for all users. London times `HH:mm`. They include `from`, exclude `to`, and
 * usually span midnight.
 */
export type QuietHours = { from: string; to: string }

/** Reads a setting such as "22:00-08:00". Null for "off", undefined for anything else. */
export function parseQuietHours(setting: string): QuietHours | null | undefined {
  if (setting === 'off') return null
  const [from = '', to = '', ...rest] = setting.split('-')
  const isValid = isRealTime(from) && isRealTime(to) && from !== to && rest.length === 0
  return isValid ? { from, to } : undefined
}

/**
 * The instant at which a message that is due at `now` is delivered: at once outside the quiet hours, otherwise when they end or when its
 * event is 24 hours away, whichever is first.
 *
 * @param now epoch ms
 * @param options.quietHours null if there are none
 * @param options.eventStartsAt epoch ms; an event that starts within 24 hours is not held back. Pass it for changes to an event and
 *   for requests to deps only, and null for everything else: a reminder of tomorrow's gig waits for the morning too.
 */
export function computeDeliveryInstant(
  now: number,
  { quietHours, eventStartsAt }: { quietHours: QuietHours | null; eventStartsAt: number | null },
): number {
  if (quietHours === null || (eventStartsAt !== null && isWithinUrgentHours(now, eventStartsAt))) return now
  const { date, time } = londonWallClock(now)
  if (!isQuiet(time, quietHours)) return now
  const endDate = time < quietHours.to ? date : addDays(date, 1)
  // Quiet hours whose end falls into the skipped hour of spring end at 02:00, when that hour is over.
  const end = londonInstant(endDate, doesLondonTimeExist(endDate, quietHours.to) ? quietHours.to : '02:00')
  // In autumn the end may occur twice: if the first occurrence is over, the quiet hours end at the second.
  const quietEnd = end > now ? end : end + hourMs
  // The event may come within 24 hours before the quiet hours end.
  const urgentAt = eventStartsAt === null ? quietEnd : eventStartsAt - limits.urgentHours * hourMs
  return urgentAt > now ? Math.min(quietEnd, urgentAt) : quietEnd
}

/** True for an event that starts in the next 24 hours or started in the last 24 hours: it may still be going on. */
function isWithinUrgentHours(now: number, eventStartsAt: number): boolean {
  return Math.abs(eventStartsAt - now) <= limits.urgentHours * hourMs
}

function isQuiet(time: string, { from, to }: QuietHours): boolean {
  return from <= to ? from <= time && time < to : time >= from || time < to
}

export type ReminderKind = 'eveningBefore' | 'gigMorning'

/** The fields of an event that decide which reminders it has, and when. */
export type RemindedEvent = Pick<CalendarEntry, 'type' | 'status' | 'date' | 'startTime' | 'isAllDay'>

/**
 * The reminders of an event, the earlier one first: at 18:00 on the evening before, and for gigs and festivals at 09:00 on the day
 * unless the event has started by then. None for days away and cancelled events. `at` is epoch ms; past ones are included.
 */
export function computeReminderTimes(event: RemindedEvent): { kind: ReminderKind; at: number }[] {
  if (event.type === 'unavailable' || event.status === 'cancelled') return []
  const evening = { kind: 'eveningBefore' as const, at: londonInstant(addDays(event.date, -1), limits.reminderEvening) }
  const morning = { kind: 'gigMorning' as const, at: londonInstant(event.date, limits.reminderMorning) }
  const hasMorning = isGigOrFestival(event.type) && latestEventStart(event) > morning.at
  return hasMorning ? [evening, morning] : [evening]
}
