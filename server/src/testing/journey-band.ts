// The band of the browser journeys and of the benchmarks: that of the demo, with practices, questions and answers on which tests rely.

import { addDays, todayInLondon } from '@gaffer/domain/dates'
import { nextGig } from '#cli/demo/band.ts'
import { createBands, hasAccounts, signOut, type Demo, type Person } from '#cli/demo/bands.ts'
import { bookings, enquiry, festival, worksParty } from '#cli/demo/calendar-data.ts'
import { addDaysAway, answerTo, book } from '#cli/demo/calendar.ts'
import { addOtherBandsGig, connectCalendar, fillDeps, fillGigSheet } from '#cli/demo/gig.ts'
import type { RunningGaffer } from '#start.ts'

const weeks = 8
const enquiryOffsets = [37, 44, 51]
const cancelledOffset = 40
const answers = [
  { title: nextGig.title, person: 1, answer: 'yes' },
  { title: nextGig.title, person: 2, answer: 'no', comment: 'Already in Whitby that night, sorry' },
  { title: nextGig.title, person: 4, answer: 'yes' },
  { title: festival, person: 0, answer: 'yes', comment: 'I drive' },
  { title: festival, person: 1, answer: 'maybe', comment: 'Waiting for the rota' },
]

/** Does nothing if the database has accounts. */
export async function seedJourneyBand(gaffer: RunningGaffer): Promise<string[]> {
  if (await hasAccounts(gaffer)) return []
  const demo = await createBands(gaffer)
  await fillCalendar(demo, todayInLondon(new Date()))
  const gigPath = await fillGigSheet(demo)
  await fillDeps(demo, gigPath)
  await addOtherBandsGig(demo)
  await connectCalendar(demo, demo.people[3] as Person)
  await signOut(demo)
  return []
}

async function fillCalendar(demo: Demo, today: string): Promise<void> {
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
  for (const booking of bookings) booked.push(await book(demo, today, booking))
  await addDaysAway(demo, today)
  const dates = enquiryOffsets.map((offset) => addDays(today, offset))
  await ros.call('POST', `${path}/event-options`, { event: enquiry.event, dates })
  const { id } = await book(demo, today, { offset: cancelledOffset, event: worksParty.event })
  await ros.call('PATCH', `${path}/events/${id}`, { status: 'cancelled' })
  for (const { title, ...answer } of answers) {
    const event = booked.find((one) => one.title === title)
    if (event) await answerTo(demo, event, answer)
  }
}
