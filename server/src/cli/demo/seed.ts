// Creates the demo bands in an unused database, through the public API only.

import { randomUUIDv7 } from 'node:crypto'
import { addDays, todayInLondon } from '@gaffer/domain/dates'
import type { Event } from '@gaffer/domain/event'
import { insertSession } from '#features/auth/session-store.ts'
import { insertUser } from '#features/auth/account-store.ts'
import { makeDepToken } from '#http/auth/dep-token.ts'
import { cookieName } from '#http/cookies.ts'
import { hashSecret, newSecret } from '#platform/keys.ts'
import type { RunningGaffer } from '#start.ts'
import {
  answers,
  away,
  bookings,
  calledOff,
  deps as depBook,
  enquiry,
  foundDep,
  harbourLights,
  nextGig,
  nightBuses,
  songs,
  type DemoPerson,
} from './band.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH'
type Person = DemoPerson & { call<T>(method: Method, path: string, body?: object): Promise<T> }
type Band = { id: string; membership: { id: string } }

const weeks = 8
const today = todayInLondon(new Date())

/** Does nothing if the database has users. Returns the phone numbers for signing in. */
export async function seedDemo(gaffer: RunningGaffer): Promise<string[]> {
  const { config, db } = gaffer.deps
  if (config.production) throw new Error('The demonstration does not run in production')
  const [row] = await db`select exists (select from users) as used`
  if (!row?.['used']) await seed(gaffer)
  const numbers = [...nightBuses.people, ...harbourLights.people].map(
    ({ phone, firstName, role }) => `  0${phone.slice(3, 7)} ${phone.slice(7)}  ${firstName}, ${role}`,
  )
  return ['These numbers sign in; the codes arrive in the inbox below:', ...numbers]
}

async function seed(gaffer: RunningGaffer): Promise<void> {
  const [ros, ...others] = await Promise.all(nightBuses.people.map((one) => signUp(gaffer, one)))
  const alma = await signUp(gaffer, harbourLights.people[0] as DemoPerson)
  const people = [ros as Person, ...others]
  const band = await found(ros as Person, nightBuses)
  await ros?.call('PATCH', `/api/bands/${band.id}`, {
    allowedEventTypes: ['practice', 'recording', 'meeting', 'gig', 'public_gig', 'festival'],
  })
  for (const one of others) await joinAs(ros as Person, band.id, one)
  const other = await found(alma, harbourLights)
  await joinAs(alma, other.id, people[2] as Person)
  // Before the calendar: the activity list is newest first, and calendar entries must be at its top.
  await fillPracticeList(people, band.id)
  await fillCalendar(people, band.id)
  await fillAnswers(people, band.id)
  const gigPath = await fillGigSheet(ros as Person, band.id)
  await fillDeps(gaffer, people, { bandId: band.id, gigPath })
  await alma.call('POST', `/api/bands/${other.id}/events`, {
    type: 'public_gig',
    date: addDays(today, 9),
    title: 'Harbour Lights at the Pavilion',
    venue: 'Whitby Pavilion',
    startTime: '20:00',
    endTime: '23:00',
  })
  if (gaffer.exampleCalendarUrl) {
    const calendar = { url: gaffer.exampleCalendarUrl, name: 'Work', countAllDay: true }
    await people[3]?.call('POST', '/api/me/calendars', calendar)
  }
  await Promise.all([...people, alma].map((one) => one.call('POST', '/auth/logout')))
}

/** Creates an account with a complete profile and a session. */
async function signUp({ app, deps }: RunningGaffer, one: DemoPerson): Promise<Person> {
  const user = await insertUser(deps.db, { id: randomUUIDv7(), phone: one.phone })
  const token = newSecret()
  await insertSession(deps.db, { id: randomUUIDv7(), tokenHash: hashSecret(token), userId: user.id, userAgent: null })
  const person: Person = {
    ...one,
    async call<T>(method: Method, path: string, body?: object) {
      const cookie = `${cookieName(deps.config.publicUrl, 'session')}=${token}`
      const reply = await app.inject({ method, url: path, headers: { cookie }, ...(body && { payload: body }) })
      if (reply.statusCode >= 300) throw new Error(`${method} ${path} answered ${reply.statusCode}: ${reply.body}`)
      return (reply.body ? reply.json() : null) as T
    },
  }
  const { firstName, lastName, hometown, instrument } = one
  await person.call('PUT', '/api/me', { firstName, lastName, displayName: firstName, hometown, instrument })
  return person
}

function found(owner: Person, { name, description }: { name: string; description: string }): Promise<Band> {
  const { firstName: displayName, role, icon, color } = owner
  return owner.call('POST', '/api/bands', { name, description, displayName, role, icon, color })
}

async function joinAs(owner: Person, bandId: string, person: Person): Promise<void> {
  const { inviteLink } = await owner.call<{ inviteLink: string }>('POST', `/api/bands/${bandId}/invites/general`)
  await person.call('POST', `/api/invites/${inviteLink.split('/invite/')[1]}/accept`)
  const { role, icon, color } = person
  await person.call('PATCH', `/api/bands/${bandId}/members/${await membershipIn(person, bandId)}`, {
    role,
    icon,
    color,
  })
}

async function fillCalendar(people: Person[], bandId: string): Promise<void> {
  const ros = people[0] as Person
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

async function fillAnswers(people: Person[], bandId: string): Promise<void> {
  const range = `startDate=${today}&endDate=${addDays(today, 60)}`
  const events = await (people[0] as Person).call<Event[]>('GET', `/api/bands/${bandId}/events?${range}`)
  for (const { title, person, answer, comment } of answers) {
    const event = events.find((one) => one.title === title)
    const by = people[person] as Person
    const path = `/api/bands/${bandId}/events/${event?.id}/answers/${await membershipIn(by, bandId)}`
    await by.call('PUT', path, { answer, comment: comment ?? null })
  }
}

/** Returns the path of the gig. */
async function fillGigSheet(ros: Person, bandId: string): Promise<string> {
  const range = `startDate=${today}&endDate=${addDays(today, 60)}`
  const events = await ros.call<Event[]>('GET', `/api/bands/${bandId}/events?${range}`)
  const gig = events.find(({ title }) => title === nextGig.title)
  const gigPath = `/api/bands/${bandId}/events/${gig?.id}`
  await ros.call('PUT', `${gigPath}/gig-sheet`, nextGig.sheet)
  return gigPath
}

/** The dep book, and a dep who said yes to the next gig. */
async function fillDeps(
  { app, deps: { db, keys } }: RunningGaffer,
  people: Person[],
  { bandId, gigPath }: { bandId: string; gigPath: string },
): Promise<void> {
  const ros = people[0] as Person
  for (const dep of depBook) await ros.call('POST', `/api/bands/${bandId}/deps`, dep)
  const book = await ros.call<{ id: string; name: string }[]>('GET', `/api/bands/${bandId}/deps`)
  const { dep, instrument, feePence, person } = foundDep
  const depId = book.find(({ name }) => name === dep)?.id
  await ros.call('POST', `${gigPath}/dep-requests`, {
    depIds: [depId],
    mode: 'one-by-one',
    instrument,
    feePence,
    coversMembershipId: await membershipIn(people[person] as Person, bandId),
  })
  // At night the text, and with it the ask, would wait for the morning.
  const [ask] = await db<{ id: string }[]>`
    update dep_asks set asked_at = coalesce(asked_at, now()) where dep_id = ${depId} returning id`
  const url = `/api/dep-links/${makeDepToken(keys, ask?.id as string)}`
  const reply = await app.inject({ method: 'POST', url, payload: { answer: 'yes' } })
  if (reply.statusCode !== 200) throw new Error(`The dep's answer got ${reply.statusCode}: ${reply.body}`)
}

const lights = { g: 'green', a: 'amber', r: 'red' }

async function fillPracticeList(people: Person[], bandId: string): Promise<void> {
  const memberships = await Promise.all(people.map((one) => membershipIn(one, bandId)))
  for (const [index, { title, artist, album, lights: row, veto }] of songs.entries()) {
    const adder = people[index % people.length] as Person
    const song = await adder.call<{ id: string }>('POST', `/api/bands/${bandId}/songs`, { title, artist, album })
    const path = `/api/bands/${bandId}/songs/${song.id}`
    for (const [place, light] of [...row].entries()) {
      const status = lights[light as keyof typeof lights]
      // Not ready is the default.
      if (light !== 'r')
        await people[place]?.call('POST', `${path}/readiness`, { membershipId: memberships[place], status })
    }
    if (veto !== undefined) await people[veto]?.call('POST', `${path}/veto`, { membershipId: memberships[veto] })
  }
}

async function membershipIn(one: Person, bandId: string): Promise<string> {
  const { bands } = await one.call<{ bands: { id: string; bandId: string }[] }>('GET', '/api/me')
  return bands.find((membership) => membership.bandId === bandId)?.id as string
}
