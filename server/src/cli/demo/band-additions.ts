// Adds the parts of the demo that a band file does not contain: days away, the address of the public page, and the latest activity of
// the members.

import { addDays, weekdayIndex } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { PublicPage } from '@gaffer/domain/public-page/public-page'
import type { DemoBand } from './bands.ts'
import type { SignedInDemoPerson } from './people.ts'

export type Demo = {
  band: DemoBand
  personOf: (firstName: string) => SignedInDemoPerson
  /** The day of the next practice. */
  day: string
}

/** `from` and `to` are days from the next practice, negative before it. */
const daysAway = [
  { by: 'Danny', from: 14, to: 20, title: 'Holiday', notes: 'Booked in January, sorry.' },
  { by: 'Mags', from: 6, to: 7 },
  { by: 'Priya', from: -12, to: -9 },
  { by: 'Ros', from: 30, to: 33, title: 'Hen do' },
]

export async function addDaysAway({ band, personOf, day }: Demo): Promise<void> {
  for (const { by, from, to, ...words } of daysAway) {
    const span = { date: addDays(day, from), endDate: addDays(day, to) }
    await personOf(by).call('POST', `/api/bands/${band.id}/events`, { type: 'unavailable', ...span, ...words })
  }
}

/** The public page of an imported band has its texts, but is off and has no address. */
export async function turnPublicPageOn({ band, personOf }: Demo): Promise<void> {
  const path = `/api/bands/${band.id}/public-page`
  const { version: _version, url: _url, ...page } = await personOf('Ros').call<PublicPage>('GET', path)
  await personOf('Ros').call('PUT', path, { ...page, isOn: true, slug: 'the-night-buses' })
}

/** Priya adds a song and removes it, so that the activity has something to restore. */
export async function addAndRemoveSong({ band, personOf }: Demo): Promise<void> {
  const path = `/api/bands/${band.id}/songs`
  const song = { title: 'The Final Countdown', artist: 'Europe', album: 'The Final Countdown' }
  const { id } = await personOf('Priya').call<{ id: string }>('POST', path, song)
  await personOf('Priya').call('DELETE', `${path}/${id}`)
}

const eventChanges = [
  { by: 'Priya', title: 'Two tracks with Sal', change: { startTime: '11:00', endTime: '19:00' } },
  { by: 'Danny', title: 'Works party', change: { status: 'cancelled' } },
  { by: 'Danny', title: 'Charity night', change: { status: 'confirmed' } },
]

/** An option group for three Fridays in a row, the first of them at least `from` days after the next practice. */
const optionGroup = {
  from: 34,
  event: {
    type: 'public_gig',
    title: 'Support at the Adelphi',
    venue: 'The Adelphi, Hull',
    startTime: '20:30',
    endTime: '22:00',
    notes: 'They need one answer for all three by Sunday.',
  },
}
const fridayIndex = 4

const optionAnswers = [
  { option: 0, by: 'Danny', answer: 'yes' },
  { option: 0, by: 'Priya', answer: 'maybe', comment: 'Back from York at seven' },
  { option: 1, by: 'Mags', answer: 'yes' },
  { option: 1, by: 'Danny', answer: 'yes' },
  { option: 1, by: 'Priya', answer: 'yes' },
  { option: 2, by: 'Kit', answer: 'no' },
]

export async function addRecentChanges({ band, personOf, day }: Demo): Promise<void> {
  const path = `/api/bands/${band.id}`
  const range = `startDate=${day}&endDate=${addDays(day, 60)}`
  const events = await personOf('Ros').call<CalendarEntry[]>('GET', `${path}/events?${range}`)
  for (const { by, title, change } of eventChanges) {
    const event = events.find((one) => one.title === title)
    await personOf(by).call('PATCH', `${path}/events/${event?.id}`, change)
  }
  const first = addDays(day, optionGroup.from)
  const dates = [0, 7, 14].map((days) => addDays(first, ((fridayIndex - weekdayIndex(first) + 7) % 7) + days))
  const optionsInput = { event: optionGroup.event, dates }
  const { events: options } = await personOf('Mags').call<{ events: CalendarEntry[] }>(
    'POST',
    `${path}/event-options`,
    optionsInput,
  )
  for (const { option, by, answer, comment = null } of optionAnswers) {
    const answerPath = `${path}/events/${options[option]?.id}/answers/${band.memberships.get(by)}`
    await personOf(by).call('PUT', answerPath, { answer, comment })
  }
}
