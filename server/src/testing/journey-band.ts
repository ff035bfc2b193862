// The band of the browser journeys and of the benchmarks: that of the demo, with a calendar on which the tests rely.

import { addDays, todayInLondon } from '@gaffer/domain/dates'
import type { Event } from '@gaffer/domain/event'
import { createBands, hasAccounts, signOut, type Demo, type Person } from '#cli/demo/bands.ts'
import { addOtherBandsGig, connectCalendar, fillDeps, fillGigSheet } from '#cli/demo/gig.ts'
import type { RunningGaffer } from '#start.ts'

const weeks = 8
const today = todayInLondon(new Date())

const day = (offset: number, event: object) => ({ offset, event })
const gig = (offset: number, title: string, venue: string, startTime: string, endTime: string, notes?: string) =>
  day(offset, { type: 'public_gig', title, venue, startTime, endTime, notes })

/** Events of the Night Buses besides the weekly practice, in days from today. */
const bookings = [
  gig(-20, 'Support for The Larks', 'Brudenell Social Club, Leeds', '19:30', '22:30'),
  gig(-6, 'Late one at the Fenton', 'The Fenton, Leeds', '21:00', '01:00', 'Load in from 18:00, back door.'),
  gig(9, 'Night Buses + guests', 'Hyde Park Book Club, Leeds', '20:00', '23:00', 'Door split. Merch table booked.'),
  day(16, {
    type: 'festival',
    title: 'Greenfield Festival',
    venue: 'Temple Newsam, Leeds',
    endOffset: 18,
    notes: 'We play the middle day, second stage. Passes are with Ros.',
  }),
  day(23, {
    type: 'gig',
    title: "Mags' cousin's wedding",
    status: 'tentative',
    location: 'The Mill, Saltaire',
    startTime: '19:00',
    endTime: '23:30',
  }),
  day(5, {
    type: 'recording',
    title: 'Two tracks with Sal',
    location: 'Suburban Home Studio, Leeds',
    startTime: '10:00',
    endTime: '18:00',
  }),
  day(2, { type: 'meeting', title: 'Who books what', location: 'Ros’s kitchen', startTime: '18:30' }),
]

/** Answers to the events above: title, index of the person, answer and comment. */
const answers: { title: string; person: number; answer: 'yes' | 'maybe' | 'no'; comment?: string }[] = [
  { title: 'Night Buses + guests', person: 1, answer: 'yes' },
  { title: 'Night Buses + guests', person: 2, answer: 'no', comment: 'Already in Whitby that night, sorry' },
  { title: 'Night Buses + guests', person: 4, answer: 'yes' },
  { title: 'Greenfield Festival', person: 0, answer: 'yes', comment: 'I drive' },
  { title: 'Greenfield Festival', person: 1, answer: 'maybe', comment: 'Waiting for the rota' },
]

/** An enquiry on three dates, in days from today. */
const enquiry = {
  offsets: [37, 44, 51],
  event: {
    type: 'public_gig',
    title: 'Support at the Adelphi',
    venue: 'The Adelphi, Hull',
    startTime: '20:30',
    endTime: '22:00',
    notes: 'They need one answer for all three by Sunday.',
  },
}

/** A booking that was called off, in days from today. */
const calledOff = {
  offset: 40,
  event: {
    type: 'gig',
    title: 'Works party',
    location: 'Canal Mills, Leeds',
    startTime: '19:30',
    endTime: '22:30',
  },
}

/** Days away: index of the person, first and last day in days from today. */
const away = [
  { person: 3, from: 14, to: 20, title: 'Holiday', notes: 'Booked in January, sorry.' },
  { person: 1, from: 6, to: 7, title: null, notes: null },
  { person: 4, from: -12, to: -9, title: null, notes: null },
  { person: 0, from: 30, to: 33, title: 'Hen do', notes: null },
]

/** Does nothing if the database has accounts. */
export async function seedJourneyBand(gaffer: RunningGaffer): Promise<string[]> {
  if (await hasAccounts(gaffer)) return []
  const demo = await createBands(gaffer)
  await fillCalendar(demo)
  await fillAnswers(demo)
  const gigPath = await fillGigSheet(demo)
  await fillDeps(demo, gigPath)
  await addOtherBandsGig(demo)
  await connectCalendar(demo, demo.people[3] as Person)
  await signOut(demo)
  return []
}

async function fillCalendar({ people, ros, bandId }: Demo): Promise<void> {
  const add = (one: Person, event: object) => one.call<Event>('POST', `/api/bands/${bandId}/events`, event)
  for (let week = -weeks / 2; week < weeks / 2; week += 1) {
    const by = people[Math.abs(week) % people.length] as Person
    await add(by, {
      type: 'practice',
      date: addDays(today, week * 7 + 4),
      startTime: '19:00',
      endTime: '22:00',
      location: 'Old Chapel Rooms, Holbeck',
      notes: week === 0 ? 'Run the festival set twice. Bring the spare snare.' : null,
    })
  }
  for (const { offset, event } of bookings) {
    const { endOffset, ...rest } = event as { endOffset?: number }
    const endDate = endOffset === undefined ? null : addDays(today, endOffset)
    await add(ros, { ...rest, date: addDays(today, offset), endDate })
  }
  for (const { person, from, to, title, notes } of away) {
    const span = { date: addDays(today, from), endDate: addDays(today, to) }
    await add(people[person] as Person, { type: 'unavailable', ...span, title, notes })
  }
  const dates = enquiry.offsets.map((offset) => addDays(today, offset))
  await ros.call('POST', `/api/bands/${bandId}/event-options`, { event: enquiry.event, dates })
  const off = await add(ros, { ...calledOff.event, date: addDays(today, calledOff.offset) })
  await ros.call('PATCH', `/api/bands/${bandId}/events/${off.id}`, { status: 'cancelled' })
}

async function fillAnswers({ people, memberships, ros, bandId }: Demo): Promise<void> {
  const range = `startDate=${today}&endDate=${addDays(today, 60)}`
  const events = await ros.call<Event[]>('GET', `/api/bands/${bandId}/events?${range}`)
  for (const { title, person, answer, comment } of answers) {
    const event = events.find((one) => one.title === title)
    const path = `/api/bands/${bandId}/events/${event?.id}/answers/${memberships[person]}`
    await people[person]?.call('PUT', path, { answer, comment: comment ?? null })
  }
}
