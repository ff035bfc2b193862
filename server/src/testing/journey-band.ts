// The band of the browser journeys and of the benchmarks: like the band of the demo, with practices, questions and answers on which tests rely.

import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { connectExampleCalendar, hasAccounts } from '#cli/demo/people.ts'
import type { RunningGaffer } from '#start.ts'
import { createJourneyBands, signOutMembers, type JourneyBands, type SignedInPerson } from './create-journey-bands.ts'
import {
  bookings,
  daysAway,
  eventWithOptions,
  festivalTitle,
  nextGigTitleAndSheet,
  worksParty,
  type Booking,
} from './journey-band-data.ts'
import { addDepsWithFilledRequest, addOtherBandsGig, fillGigSheet } from './journey-gig.ts'

const weeks = 8
const optionOffsets = [37, 44, 51]
const cancelledOffset = 40
const answers = [
  { title: nextGigTitleAndSheet.title, person: 1, answer: 'yes' },
  { title: nextGigTitleAndSheet.title, person: 2, answer: 'no', comment: 'Already in Whitby that night, sorry' },
  { title: nextGigTitleAndSheet.title, person: 4, answer: 'yes' },
  { title: festivalTitle, person: 0, answer: 'yes', comment: 'I drive' },
  { title: festivalTitle, person: 1, answer: 'maybe', comment: 'Waiting for the rota' },
]

/** Does nothing if the database has accounts. */
export async function seedJourneyBand(gaffer: RunningGaffer): Promise<string[]> {
  if (await hasAccounts(gaffer)) return []
  const bands = await createJourneyBands(gaffer)
  await fillCalendar(bands, todayInLondon(gaffer.services.clock.now()))
  const gigPath = await fillGigSheet(bands)
  await addDepsWithFilledRequest(bands, gigPath)
  await addOtherBandsGig(bands)
  await connectExampleCalendar(gaffer, bands.people[3] as SignedInPerson)
  await signOutMembers(bands)
  return []
}

async function fillCalendar(bands: JourneyBands, today: string): Promise<void> {
  const { people, ros, bandId } = bands
  const path = `/api/bands/${bandId}`
  for (let week = -weeks / 2; week < weeks / 2; week += 1) {
    await people[Math.abs(week) % people.length]?.call('POST', `${path}/events`, {
      type: 'practice',
      date: addDays(today, week * 7 + 4),
      startTime: '19:00',
      endTime: '22:00',
      location: 'Old Chapel Rooms, Holbeck',
      notes: week === 0 ? 'Run the festival set twice. Bring the spare snare.' : null,
    })
  }
  const booked = []
  for (const booking of bookings) booked.push(await addBooking(bands, today, booking))
  await addDaysAway(bands, today)
  const dates = optionOffsets.map((offset) => addDays(today, offset))
  await ros.call('POST', `${path}/event-options`, { event: eventWithOptions, dates })
  const { id } = await addBooking(bands, today, { offset: cancelledOffset, event: worksParty })
  await ros.call('PATCH', `${path}/events/${id}`, { status: 'cancelled' })
  for (const { title, ...answer } of answers) {
    const event = booked.find((one) => one.title === title)
    if (event) await addAnswer(bands, event, answer)
  }
}

async function addDaysAway({ people, bandId }: JourneyBands, today: string): Promise<void> {
  for (const { person, from, to, title, notes } of daysAway) {
    const span = { date: addDays(today, from), endDate: addDays(today, to) }
    const path = `/api/bands/${bandId}/events`
    await people[person]?.call('POST', path, { type: 'unavailable', ...span, title, notes })
  }
}

function addBooking({ ros, bandId }: JourneyBands, today: string, booking: Booking): Promise<CalendarEntry> {
  const { offset, endOffset, event } = booking
  const endDate = endOffset === undefined ? null : addDays(today, endOffset)
  return ros.call('POST', `/api/bands/${bandId}/events`, { ...event, date: addDays(today, offset), endDate })
}

async function addAnswer(
  { people, memberships, bandId }: JourneyBands,
  event: CalendarEntry,
  { person, answer, comment = null }: { person: number; answer: string; comment?: string | null },
): Promise<void> {
  const path = `/api/bands/${bandId}/events/${event.id}/answers/${memberships[person]}`
  await people[person]?.call('PUT', path, { answer, comment })
}
