// The next gig of the journeys' band: its sheet, its dep, and the clash of a member.

import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { depBook, filledDepRequest, nextGigTitleAndSheet } from './journey-band-data.ts'
import type { JourneyBands } from './create-journey-bands.ts'

/** Returns the path of the gig. */
export async function fillGigSheet({ gaffer, ros, bandId }: JourneyBands): Promise<string> {
  const today = todayInLondon(gaffer.services.clock.now())
  const range = `startDate=${today}&endDate=${addDays(today, 60)}`
  const events = await ros.call<CalendarEntry[]>('GET', `/api/bands/${bandId}/events?${range}`)
  const gig = events.find(({ title }) => title === nextGigTitleAndSheet.title)
  const gigPath = `/api/bands/${bandId}/events/${gig?.id}`
  await ros.call('PUT', `${gigPath}/gig-sheet`, nextGigTitleAndSheet.sheet)
  return gigPath
}

/** The dep book, and a dep who said yes to the next gig. */
export async function addDepsWithFilledRequest(
  { gaffer, memberships, ros, bandId }: JourneyBands,
  gigPath: string,
): Promise<void> {
  const { app, services } = gaffer
  for (const dep of depBook) await ros.call('POST', `/api/bands/${bandId}/deps`, dep)
  const book = await ros.call<{ id: string; name: string }[]>('GET', `/api/bands/${bandId}/deps`)
  const { dep, instrument, feePence, person } = filledDepRequest
  const depId = book.find(({ name }) => name === dep)?.id
  await ros.call('POST', `${gigPath}/dep-requests`, {
    depIds: [depId],
    mode: 'one-by-one',
    instrument,
    feePence,
    coversMembershipId: memberships[person],
  })
  // At night the text, and with it the ask, would wait for the morning.
  const [ask] = await services.db<{ id: string }[]>`
    update dep_asks set asked_at = coalesce(asked_at, ${services.clock.now()}::timestamptz) where dep_id = ${depId} returning id`
  const url = `/api/dep-links/${services.links.signDepLink(ask?.id as string).token}`
  const reply = await app.inject({ method: 'POST', url, payload: { answer: 'yes' } })
  if (reply.statusCode !== 200) throw new Error(`The dep's answer got ${reply.statusCode}: ${reply.body}`)
}

/** Kit's other band plays on the evening of the next gig. */
export async function addOtherBandsGig({ gaffer, alma, otherBandId }: JourneyBands): Promise<void> {
  await alma.call('POST', `/api/bands/${otherBandId}/events`, {
    type: 'public_gig',
    date: addDays(todayInLondon(gaffer.services.clock.now()), 9),
    title: 'Harbour Lights at the Pavilion',
    venue: 'Whitby Pavilion',
    startTime: '20:00',
    endTime: '23:00',
  })
}
