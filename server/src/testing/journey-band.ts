// The band of the browser journeys and of the benchmarks: that of the demo, with practices, questions and answers on which tests rely.

import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import { nextGigTitleAndSheet } from '#cli/demo/band-data.ts'
import {
  createBands,
  hasExistingAccounts,
  signOutDemoMembers,
  type DemoContext,
  type SignedInDemoPerson,
} from '#cli/demo/create-bands.ts'
import { bookings, enquiry, festivalTitle, worksParty } from '#cli/demo/calendar-data.ts'
import { addDemoDaysAway, addEventAnswer, addBooking } from '#cli/demo/calendar.ts'
import { addOtherBandsGig, connectExampleCalendar, addDepsWithFilledRequest, fillGigSheet } from '#cli/demo/gig.ts'
import type { RunningGaffer } from '#start.ts'

const weeks = 8
const enquiryOffsets = [37, 44, 51]
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
  if (await hasExistingAccounts(gaffer)) return []
  const demo = await createBands(gaffer)
  await fillCalendar(demo, todayInLondon(gaffer.services.clock.now()))
  const gigPath = await fillGigSheet(demo)
  await addDepsWithFilledRequest(demo, gigPath)
  await addOtherBandsGig(demo)
  await connectExampleCalendar(demo, demo.people[3] as SignedInDemoPerson)
  await signOutDemoMembers(demo)
  return []
}

async function fillCalendar(demo: DemoContext, today: string): Promise<void> {
  const { people, ros, bandId } = demo
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
  for (const booking of bookings) booked.push(await addBooking(demo, today, booking))
  await addDemoDaysAway(demo, today)
  const dates = enquiryOffsets.map((offset) => addDays(today, offset))
  await ros.call('POST', `${path}/event-options`, { event: enquiry.event, dates })
  const { id } = await addBooking(demo, today, { offset: cancelledOffset, event: worksParty.event })
  await ros.call('PATCH', `${path}/events/${id}`, { status: 'cancelled' })
  for (const { title, ...answer } of answers) {
    const event = booked.find((one) => one.title === title)
    if (event) await addEventAnswer(demo, event, answer)
  }
}
