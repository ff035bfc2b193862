// Test data builders with defaults. They create data through the API; users and bands of a server in this process by calls of services.

import type { Band } from '@gaffer/domain/bands/band'
import type { BandEvent, CalendarEntry, DaysAway } from '@gaffer/domain/events/event'
import type { Membership } from '@gaffer/domain/bands/member'
import type { Song } from '@gaffer/domain/songs/song'
import type { SetUp } from './set-up.ts'
import type { TestResponse, TestClient } from './test-client.ts'

type UserFactory = { createUser(profile?: object): Promise<TestClient> }

export async function createTestBand(
  owner: TestClient,
  input: object = {},
): Promise<Band & { membership: Membership }> {
  const band = { name: 'The Night Buses', displayName: 'Dee', role: 'Drums', ...input }
  // A picture needs a request: the route reads it from the body.
  return (('avatarUrl' in band ? undefined : owner.setUp) ?? createRequestSetUp(owner)).createBand(band)
}

/** Accepts a general invitation of the owner as `person`; returns the new membership. */
export async function joinBand(owner: TestClient, bandId: string, person: TestClient): Promise<Membership> {
  const { inviteLink } = await (owner.setUp ?? createRequestSetUp(owner)).inviteByLink(bandId)
  const { acceptInvitation, listMembers } = person.setUp ?? createRequestSetUp(person)
  await acceptInvitation(inviteLink.split('/invite/')[1] as string)
  const members = await listMembers(bandId)
  return members.find((member) => member.userId === person.user.id) as Membership
}

/** The set-up calls for a server in another process. */
function createRequestSetUp(caller: TestClient): SetUp {
  return {
    saveProfile: (profile) => caller.put('/api/me', profile),
    createBand: async (input) => requireCreated(await caller.post('/api/bands', input)),
    inviteByLink: async (bandId) => requireCreated(await caller.post(`/api/bands/${bandId}/invites/general`)),
    async acceptInvitation(token) {
      const { status, text } = await caller.post(`/api/invites/${token}/accept`)
      if (status !== 200) throw new Error(`Accepting the invitation answered ${status} ${text}`)
    },
    listMembers: async (bandId) => (await caller.get(`/api/bands/${bandId}/members`)).body,
  }
}

/** Dee, who owns the band, and Ros, a member. */
export async function createTestBandOfTwo(server: UserFactory) {
  const dee = await server.createUser({ displayName: 'Dee' })
  const ros = await server.createUser({ displayName: 'Ros' })
  const band = await createTestBand(dee, { displayName: 'Dee' })
  await joinBand(dee, band.id, ros)
  return { dee, ros, band }
}

/** The practice list of a new band of Dee and Kit; `songs` is its path. */
export async function createBandWithPracticeList(server: UserFactory) {
  const dee = await server.createUser({ firstName: 'Dee' })
  const kit = await server.createUser({ firstName: 'Kit' })
  const { id: bandId, membership } = await createTestBand(dee)
  const kits = await joinBand(dee, bandId, kit)
  return { dee, kit, bandId, deesId: membership.id, kits, songs: `/api/bands/${bandId}/songs` }
}

/** A general invitation of a new band. */
export async function createBandWithInvitation(server: UserFactory) {
  const owner = await server.createUser({ firstName: 'Dee' })
  const { id: bandId } = await createTestBand(owner)
  const { body } = await owner.post(`/api/bands/${bandId}/invites/general`)
  return { owner, bandId, token: body.inviteLink.split('/invite/')[1] as string }
}

export async function createTestPractice(caller: TestClient, bandId: string, input: object = {}): Promise<BandEvent> {
  return requireCreated(
    await caller.post(`/api/bands/${bandId}/events`, {
      type: 'practice',
      date: '2027-03-05',
      startTime: '19:00',
      endTime: '22:00',
      location: 'Unit 4, Elm Road',
      ...input,
    }),
  )
}

/** The default dates of this file are in the future on the test clock, not on the machine's clock. */
export async function createTestGig(caller: TestClient, bandId: string, input: object = {}): Promise<BandEvent> {
  return requireCreated(
    await caller.post(`/api/bands/${bandId}/events`, {
      type: 'public_gig',
      date: '2027-03-12',
      startTime: '20:00',
      endTime: '23:00',
      venue: 'The Brudenell',
      ...input,
    }),
  )
}

/** The options of a group, one event for each of the dates. */
export async function createTestOptions(
  caller: TestClient,
  bandId: string,
  dates: readonly string[],
  input: object = {},
): Promise<{ optionGroupId: string; events: BandEvent[] }> {
  const event = { type: 'public_gig', title: 'Launch', startTime: '20:00', endTime: '22:00', venue: 'The Fenton' }
  return requireCreated(
    await caller.post(`/api/bands/${bandId}/event-options`, { event: { ...event, ...input }, dates }),
  )
}

export function eventPathOf({ bandId, id }: Pick<CalendarEntry, 'bandId' | 'id'>): string {
  return `/api/bands/${bandId}/events/${id}`
}

export async function createTestDaysAway(caller: TestClient, bandId: string, input: object = {}): Promise<DaysAway> {
  return requireCreated(
    await caller.post(`/api/bands/${bandId}/events`, {
      type: 'unavailable',
      date: '2027-03-10',
      endDate: '2027-03-14',
      ...input,
    }),
  )
}

/** A song of Spotify's catalogue, as the Add Song dialog sends it. */
export const spotifySongInput = {
  title: 'Ghost Town',
  artist: 'The Specials',
  album: 'Ghost Town',
  spotifyId: '0123456789abcdefABCDEF',
  spotifyUrl: 'https://open.spotify.com/track/0123456789abcdefABCDEF?si=1a2b',
  imageUrl: 'https://i.scdn.co/image/ab67616d0000b273',
  previewUrl: 'https://p.scdn.co/mp3-preview/0a1b2c',
  durationSeconds: 359,
}

let songCount = 0

/** A song with a unique title. */
export async function createTestSong(caller: TestClient, bandId: string, input: object = {}): Promise<Song> {
  songCount += 1
  const title = `Ghost Town ${songCount}`
  return requireCreated(await caller.post(`/api/bands/${bandId}/songs`, { title, artist: 'The Specials', ...input }))
}

function requireCreated<T>(response: TestResponse): T {
  if (response.status !== 201) throw new Error(`Expected 201, got ${response.status}: ${response.text}`)
  return response.body as T
}
