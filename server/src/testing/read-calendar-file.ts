// Reads calendar files of other programs, as instants or as bodies for POST /api/bands/{id}/events. The independent parser
// ical.js also checks our own exports.
import { addDays } from '@gaffer/domain/shared/dates'
import type { BandEventType } from '@gaffer/domain/shared/event-type'
import ICAL from 'ical.js'

/** Start and end in epoch milliseconds. All-day events run from midnight to midnight UTC. */
export type EventInstants = { summary: string; startMs: number; endMs: number; allDay: boolean }

/** The body of POST /api/bands/{id}/events. Times are London wall-clock times. */
export type EventPayload = {
  type: BandEventType
  title: string
  date: string
  endDate: string | null
  startTime: string | null
  endTime: string | null
  location: string | null
  venue: string | null
  notes: string | null
  isAllDay: boolean
  isPublic: boolean
}

/** Start and end of each event, in the order of the file. */
export function eventInstantsFromIcs(icsText: string): EventInstants[] {
  return eventsOf(icsText).map((event) => ({
    summary: event.summary,
    startMs: instantOf(event.startDate),
    endMs: instantOf(event.endDate),
    allDay: event.startDate.isDate,
  }))
}

/** The titles of the events, sorted. */
export function eventSummariesFromIcs(icsText: string): string[] {
  return eventsOf(icsText)
    .map(({ summary }) => summary)
    .sort()
}

/** Each event as a request body. The type is guessed from its title. */
export function eventPayloadsFromIcs(icsText: string): EventPayload[] {
  return eventsOf(icsText).map((event) => {
    const type = guessType(event.summary)
    const isPublic = type === 'public_gig' || type === 'festival'
    const place = event.location.trim()
    return {
      type,
      title: event.summary,
      ...timesOf(event),
      location: isPublic ? null : place,
      venue: isPublic ? place : null,
      notes: event.description?.trim() || null,
      isPublic,
    }
  })
}

function eventsOf(icsText: string): ICAL.Event[] {
  const calendar = new ICAL.Component(ICAL.parse(icsText))
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    if (event.isRecurring()) throw new Error(`"${event.summary}" recurs, which this reader does not follow`)
    return event
  })
}

function timesOf(event: ICAL.Event): Pick<EventPayload, 'date' | 'endDate' | 'startTime' | 'endTime' | 'isAllDay'> {
  const [startMs, endMs] = [instantOf(event.startDate), instantOf(event.endDate)]
  if (event.startDate.isDate) {
    const date = dateOf(startMs)
    const last = addDays(dateOf(endMs), -1)
    return { date, endDate: last > date ? last : null, startTime: null, endTime: null, isAllDay: true }
  }
  const [start, end] = [toLondonTime(startMs), toLondonTime(endMs)]
  const isOneNight = end.date === addDays(start.date, 1) && end.time <= start.time
  return {
    date: start.date,
    endDate: end.date === start.date || isOneNight ? null : end.date,
    startTime: start.time,
    endTime: endMs === startMs ? null : end.time,
    isAllDay: false,
  }
}

function guessType(summary: string): BandEventType {
  const words = summary.toLowerCase()
  if (/public gig/.test(words)) return 'public_gig'
  const named = (['practice', 'rehearsal', 'recording', 'meeting', 'festival', 'gig'] as const).find((type) =>
    words.includes(type),
  )
  return named ?? 'other'
}

function instantOf(time: ICAL.Time): number {
  return time.isDate ? Date.UTC(time.year, time.month - 1, time.day) : time.toUnixTime() * 1000
}

function dateOf(utcMidnight: number): string {
  return new Date(utcMidnight).toISOString().slice(0, 10)
}

// Does not use the domain's time functions, because a fault in them would go unnoticed.
function toLondonTime(instant: number): { date: string; time: string } {
  const [date = '', time = ''] = new Date(instant).toLocaleString('sv-SE', { timeZone: 'Europe/London' }).split(' ')
  return { date, time: time.slice(0, 5) }
}
