// Creates the demo's accounts and bands, and the practice list, as members would: by calls of the API.

import { randomUUIDv7 } from 'node:crypto'
import { insertUser } from '#features/sign-in/user-store.ts'
import { beginSession } from '#features/sign-in/sessions.ts'
import { cookieNameFor } from '#http/pipeline/cookies.ts'
import type { RunningGaffer } from '#start.ts'
import { harbourLightsBand, nightBusesBand, songs, type DemoPerson } from './band-data.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** `call` throws if the API answers with an error. */
export type SignedInDemoPerson = DemoPerson & { call<T>(method: Method, path: string, body?: object): Promise<T> }
type Band = { id: string }

/** `people` are the members of the Night Buses, `ros` the first of them; `memberships` has their ids in the same order. `alma` and `otherBandId` are of the second band. */
export type DemoContext = {
  gaffer: RunningGaffer
  people: SignedInDemoPerson[]
  memberships: string[]
  ros: SignedInDemoPerson
  bandId: string
  alma: SignedInDemoPerson
  otherBandId: string
}

const userAgent = 'Gaffer demo'

export async function hasExistingAccounts({ services }: RunningGaffer): Promise<boolean> {
  const [row] = await services.db<{ used: boolean }[]>`select exists (select from users) as used`
  return row?.used === true
}

/** Whether a start ended while it created the demo: then sessions of the demo's members are left. */
export async function isDemoIncomplete({ services }: RunningGaffer): Promise<boolean> {
  const [row] = await services.db<{ left: boolean }[]>`
    select exists (select from sessions where user_agent = ${userAgent}) as "left"`
  return row?.left === true
}

export async function createBands(gaffer: RunningGaffer): Promise<DemoContext> {
  const people = await Promise.all(nightBusesBand.people.map((one) => signUpDemoPerson(gaffer, one)))
  const alma = await signUpDemoPerson(gaffer, harbourLightsBand.people[0] as DemoPerson)
  const [ros, ...others] = people as [SignedInDemoPerson, ...SignedInDemoPerson[]]
  const band = await found(ros, nightBusesBand)
  await ros.call('PATCH', `/api/bands/${band.id}`, {
    allowedEventTypes: ['practice', 'recording', 'meeting', 'gig', 'public_gig', 'festival'],
  })
  await joinAs(ros, band.id, others)
  const other = await found(alma, harbourLightsBand)
  await joinAs(alma, other.id, [people[2] as SignedInDemoPerson])
  // Before the calendar: the activity list is newest first, and calendar entries must be at its top.
  const memberships = await Promise.all(people.map((one) => membershipIn(one, band.id)))
  await fillPracticeList(people, memberships, band.id)
  return { gaffer, people, memberships, ros, bandId: band.id, alma, otherBandId: other.id }
}

export async function signOutDemoMembers({ people, alma }: DemoContext): Promise<void> {
  await Promise.all([...people, alma].map((one) => one.call('POST', '/auth/logout')))
}

/** Creates an account with a complete profile and a session. */
export async function signUpDemoPerson({ app, services }: RunningGaffer, one: DemoPerson): Promise<SignedInDemoPerson> {
  const user = await insertUser(services.db, { id: randomUUIDv7(), phone: one.phone })
  const { token } = await services.db.transaction((tx) => beginSession(tx, user.id, { secrets: {}, userAgent }))
  const person: SignedInDemoPerson = {
    ...one,
    async call<T>(method: Method, path: string, body?: object) {
      const cookie = `${cookieNameFor(services.config.publicUrl, 'session')}=${token}`
      const reply = await app.inject({ method, url: path, headers: { cookie }, ...(body && { payload: body }) })
      if (reply.statusCode >= 300) throw new Error(`${method} ${path} answered ${reply.statusCode}: ${reply.body}`)
      return (reply.body ? reply.json() : null) as T
    },
  }
  const { firstName, lastName, hometown, instrument } = one
  await person.call('PUT', '/api/me', { firstName, lastName, displayName: firstName, hometown, instrument })
  return person
}

function found(owner: SignedInDemoPerson, { name, description }: { name: string; description: string }): Promise<Band> {
  const { firstName: displayName, role, icon, color } = owner
  return owner.call('POST', '/api/bands', { name, description, displayName, role, icon, color })
}

async function joinAs(owner: SignedInDemoPerson, bandId: string, people: SignedInDemoPerson[]): Promise<void> {
  const { inviteLink } = await owner.call<{ inviteLink: string }>('POST', `/api/bands/${bandId}/invites/general`)
  for (const person of people) {
    await person.call('POST', `/api/invites/${inviteLink.split('/invite/')[1]}/accept`)
    const { role, icon, color } = person
    const membershipId = await membershipIn(person, bandId)
    await person.call('PATCH', `/api/bands/${bandId}/members/${membershipId}`, { role, icon, color })
  }
}

const lights = { g: 'green', a: 'amber', r: 'red' }

async function fillPracticeList(people: SignedInDemoPerson[], memberships: string[], bandId: string): Promise<void> {
  for (const [index, { title, artist, album, lights: row, veto }] of songs.entries()) {
    const adder = people[index % people.length] as SignedInDemoPerson
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

async function membershipIn(one: SignedInDemoPerson, bandId: string): Promise<string> {
  const { bands } = await one.call<{ bands: { id: string; bandId: string }[] }>('GET', '/api/me')
  return bands.find((membership) => membership.bandId === bandId)?.id as string
}
