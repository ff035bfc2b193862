// Fills the demo's calendar: a weekly practice, bookings, days away, and the answers to them.

import { addDays, londonWallClock, weekdayIndex } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { DemoContext, SignedInDemoPerson } from './create-bands.ts'
import {
  bookingAnswers,
  demoDaysAway,
  bookings,
  charityNight,
  enquiry,
  enquiryAnswers,
  tonightPracticeCutoff,
  practiceTemplate,
  practiceAnswers,
  practiceWeeks,
  recordingTitle,
  worksParty,
  type Booking,
} from './calendar-data.ts'

type Answer = { person: number; answer: string; comment?: string }

/** The evening of the next practice: tonight, or tomorrow if the demo is created late in the evening. */
export function nextPracticeDate(now: number): string {
  const { date, time } = londonWallClock(now)
  return time < tonightPracticeCutoff ? date : addDays(date, 1)
}

/** All events of the band by title; those of a series have none, and are not in the map. */
export type DemoCalendar = { today: string; practices: CalendarEntry[]; byTitle: Map<string, CalendarEntry> }

export async function fillCalendar(demo: DemoContext, now: number): Promise<DemoCalendar> {
  const { ros, bandId } = demo
  const today = londonWallClock(now).date
  const practices = await addPractices(demo, nextPracticeDate(now))
  const byTitle = new Map<string, CalendarEntry>()
  for (const booking of [...bookings, worksParty, charityNight]) {
    const event = await addBooking(demo, today, booking)
    byTitle.set(event.title as string, event)
  }
  await addDemoDaysAway(demo, today)
  const next = practices.find(({ date }) => date >= today) as CalendarEntry
  await ros.call('PATCH', `/api/bands/${bandId}/events/${next.id}`, {
    notes: 'Run the Book Club set twice. Bring the spare snare.',
  })
  for (const answer of practiceAnswers) await addEventAnswer(demo, next, answer)
  for (const { title, ...answer } of bookingAnswers)
    await addEventAnswer(demo, byTitle.get(title) as CalendarEntry, answer)
  return { today, practices, byTitle }
}

async function addPractices({ people, bandId }: DemoContext, next: string): Promise<CalendarEntry[]> {
  const { before, after, skipped } = practiceWeeks
  const event = { ...practiceTemplate, date: addDays(next, before * -7) }
  const repeat = { every: 'week', until: addDays(next, after * 7), skip: [addDays(next, skipped * 7)] }
  const mags = people[1] as SignedInDemoPerson
  const path = `/api/bands/${bandId}/event-series`
  return (await mags.call<{ events: CalendarEntry[] }>('POST', path, { event, repeat })).events
}

export async function addDemoDaysAway({ people, bandId }: DemoContext, today: string): Promise<void> {
  for (const { person, from, to, title, notes } of demoDaysAway) {
    const span = { date: addDays(today, from), endDate: addDays(today, to) }
    const path = `/api/bands/${bandId}/events`
    await (people[person] as SignedInDemoPerson).call('POST', path, { type: 'unavailable', ...span, title, notes })
  }
}

export function addBooking(
  demo: DemoContext,
  today: string,
  { offset, endOffset, event, by = 0 }: Booking,
): Promise<CalendarEntry> {
  const endDate = endOffset === undefined ? null : addDays(today, endOffset)
  const dated = { ...event, date: addDays(today, offset), endDate }
  return (demo.people[by] as SignedInDemoPerson).call('POST', `/api/bands/${demo.bandId}/events`, dated)
}

export async function addEventAnswer(
  demo: DemoContext,
  event: CalendarEntry,
  { person, answer, comment }: Answer,
): Promise<void> {
  const path = `/api/bands/${demo.bandId}/events/${event.id}/answers/${demo.memberships[person]}`
  await (demo.people[person] as SignedInDemoPerson).call('PUT', path, { answer, comment: comment ?? null })
}

/** What the others did since Ros last looked. */
export async function addUnreadChanges(demo: DemoContext, { today, byTitle }: DemoCalendar): Promise<void> {
  const { people, bandId } = demo
  const change = (by: number, title: string, changes: object) =>
    people[by]?.call('PATCH', `/api/bands/${bandId}/events/${byTitle.get(title)?.id}`, changes)
  await change(4, recordingTitle, { startTime: '11:00', endTime: '19:00' })
  await change(3, worksParty.event.title, { status: 'cancelled' })
  await change(3, charityNight.event.title, { status: 'confirmed' })
  const events = await addEnquiry(demo, today)
  for (const { option, ...answer } of enquiryAnswers)
    await addEventAnswer(demo, events[option] as CalendarEntry, answer)
}

const fridayNumber = 4

async function addEnquiry({ people, bandId }: DemoContext, today: string): Promise<CalendarEntry[]> {
  const { from, by, event } = enquiry
  const first = addDays(today, from)
  const friday = addDays(first, (fridayNumber - weekdayIndex(first) + 7) % 7)
  const dates = [0, 7, 14].map((days) => addDays(friday, days))
  const asker = people[by] as SignedInDemoPerson
  const path = `/api/bands/${bandId}/event-options`
  return (await asker.call<{ events: CalendarEntry[] }>('POST', path, { event, dates })).events
}
