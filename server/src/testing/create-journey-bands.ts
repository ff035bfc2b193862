// Creates the accounts, bands and the practice list of the journeys, as members would: by calls of the API.

import { signUpDemoPerson, type SignedInDemoPerson } from '#cli/demo/people.ts'
import type { RunningGaffer } from '#start.ts'
import { harbourLightsBand, nightBusesBand, songs, type JourneyPerson } from './journey-band-data.ts'

export type SignedInPerson = SignedInDemoPerson<JourneyPerson>
type Band = { id: string }

/**
 * `people` are the members of the Night Buses, and `memberships` their membership ids in the same order; `ros` is the first. `alma` and
 * `otherBandId` belong to the second band.
 */
export type JourneyBands = {
  gaffer: RunningGaffer
  people: SignedInPerson[]
  memberships: string[]
  ros: SignedInPerson
  bandId: string
  alma: SignedInPerson
  otherBandId: string
}

export async function createJourneyBands(gaffer: RunningGaffer): Promise<JourneyBands> {
  const people = await Promise.all(nightBusesBand.people.map((one) => signUpDemoPerson(gaffer, one)))
  const alma = await signUpDemoPerson(gaffer, harbourLightsBand.people[0] as JourneyPerson)
  const [ros, ...others] = people as [SignedInPerson, ...SignedInPerson[]]
  const band = await createJourneyBand(ros, nightBusesBand)
  await ros.call('PATCH', `/api/bands/${band.id}`, {
    allowedEventTypes: ['practice', 'recording', 'meeting', 'gig', 'public_gig', 'festival'],
  })
  await inviteAndJoin(ros, band.id, others)
  const other = await createJourneyBand(alma, harbourLightsBand)
  await inviteAndJoin(alma, other.id, [people[2] as SignedInPerson])
  // Before the calendar: the activity list is newest first, and calendar entries must be at its top.
  const memberships = await Promise.all(people.map((one) => findMembershipId(one, band.id)))
  await fillPracticeList(people, memberships, band.id)
  return { gaffer, people, memberships, ros, bandId: band.id, alma, otherBandId: other.id }
}

export async function signOutMembers({ people, alma }: JourneyBands): Promise<void> {
  await Promise.all([...people, alma].map((one) => one.call('POST', '/auth/logout')))
}

function createJourneyBand(
  owner: SignedInPerson,
  { name, description }: { name: string; description: string },
): Promise<Band> {
  const { firstName: displayName, role, icon, color } = owner
  return owner.call('POST', '/api/bands', { name, description, displayName, role, icon, color })
}

async function inviteAndJoin(owner: SignedInPerson, bandId: string, people: SignedInPerson[]): Promise<void> {
  const { inviteLink } = await owner.call<{ inviteLink: string }>('POST', `/api/bands/${bandId}/invites/general`)
  for (const person of people) {
    await person.call('POST', `/api/invites/${inviteLink.split('/invite/')[1]}/accept`)
    const { role, icon, color } = person
    const membershipId = await findMembershipId(person, bandId)
    await person.call('PATCH', `/api/bands/${bandId}/members/${membershipId}`, { role, icon, color })
  }
}

const lights = { g: 'green', a: 'amber', r: 'red' }

async function fillPracticeList(people: SignedInPerson[], memberships: string[], bandId: string): Promise<void> {
  for (const [index, { title, artist, album, lights: row, veto }] of songs.entries()) {
    const adder = people[index % people.length] as SignedInPerson
    const song = await adder.call<{ id: string }>('POST', `/api/bands/${bandId}/songs`, { title, artist, album })
    const path = `/api/bands/${bandId}/songs/${song.id}`
    for (const [place, light] of [...row].entries()) {
      const status = lights[light as keyof typeof lights]
      // Not ready is the default and needs no request.
      if (light !== 'r')
        await people[place]?.call('POST', `${path}/readiness`, { membershipId: memberships[place], status })
    }
    if (veto !== undefined) await people[veto]?.call('POST', `${path}/veto`, { membershipId: memberships[veto] })
  }
}

async function findMembershipId(one: SignedInPerson, bandId: string): Promise<string> {
  const { bands } = await one.call<{ bands: { id: string; bandId: string }[] }>('GET', '/api/me')
  return bands.find((membership) => membership.bandId === bandId)?.id as string
}
