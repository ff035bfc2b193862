import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BandFile } from '@gaffer/domain/band-file/band-file'
import { arbitraryBandFile } from '#testing/generated-band-files.ts'
import { createPortraitDataUrl } from '#testing/populated-user.ts'
import { aBandFile, aFileEvent, aFileMember, aFileSong } from '#testing/band-files.ts'
import { createTestBand, createTestGig, createTestPractice, createTestSong, joinBand } from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** The band file with its ids numbered by first occurrence, and without the time of its export. */
function withoutIds(file: object): unknown {
  const numbers = new Map<string, string>()
  const number = (id: string) => numbers.get(id) ?? numbers.set(id, `id ${numbers.size}`).get(id)!
  return JSON.parse(JSON.stringify({ ...file, exportedAt: null }).replace(uuid, number))
}

/** The band file with its parts in the order of the export. */
const inOrder = ({ pictures, band, members, songs, setlists, deps, events, ...head }: BandFile) => ({
  ...head,
  pictures,
  band,
  members,
  songs,
  setlists,
  deps,
  events,
})

async function exportOf(owner: TestClient, bandId: string): Promise<BandFile> {
  const { status, body, text } = await owner.get(`/api/bands/${bandId}/export`)
  expect([status, text]).toEqual([200, text])
  return body
}

async function load(owner: TestClient, file: object, query = ''): Promise<string> {
  const { status, body, text } = await owner.post(`/api/bands/import${query}`, file)
  expect([status, text]).toEqual([201, text])
  return body.id
}

/** Lists of members and songs within entries have no order of their own. */
function sorted(file: BandFile): BandFile {
  const at = new Map([...file.members, ...file.songs].map((entry, n) => [entry.id, n]))
  const byMember = <T extends { membershipId: string }>(list: T[]) =>
    list.toSorted((a, b) => Number(at.get(a.membershipId)) - Number(at.get(b.membershipId)))
  return {
    ...file,
    songs: file.songs.map((one) => ({ ...one, readiness: byMember(one.readiness), vetos: byMember(one.vetos) })),
    events: file.events.map((one) => ({
      ...one,
      answers: byMember(one.answers),
      lifts: byMember(one.lifts),
      practisedSongIds: one.practisedSongIds.toSorted((a, b) => Number(at.get(a)) - Number(at.get(b))),
    })),
  }
}

test('a generated band file that is imported and exported twice stays the same except for ids and the time of the export', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryBandFile, async (file) => {
      const owner = await server().createUser()
      const first = await exportOf(owner, await load(owner, file, `?membershipId=${file.members?.[0]?.id}`))
      const second = await exportOf(owner, await load(owner, first))
      const order = (one: BandFile) => withoutIds(inOrder(sorted(one)))
      expect(order(first)).toEqual(order(BandFile.parse(file)))
      expect(withoutIds(second)).toEqual(withoutIds(first))
    }),
    { numRuns: 20, endOnFailure: true },
  )
})

test('the export of a band with members, pictures, answers, options, a series, set lists, a gig sheet and deps is the same after its import, except for ids and the time of the export', async () => {
  const [dee, kit] = [await server().createUser(), await server().createUser({ firstName: 'Kit' })]
  await kit.put('/api/me', {
    firstName: 'Kit',
    lastName: 'M',
    displayName: 'Kit',
    avatarUrl: await createPortraitDataUrl(),
  })
  const { id: bandId, membership } = await createTestBand(dee, {
    avatarUrl: await createPortraitDataUrl(),
    description: 'Loud',
  })
  const kits = await joinBand(dee, bandId, kit)
  const to = (path: string) => `/api/bands/${bandId}/${path}`
  await dee.patch(`/api/bands/${bandId}`, { allowedEventTypes: ['practice', 'public_gig', 'meeting'] })
  const song = await createTestSong(dee, bandId)
  await kit.post(to(`songs/${song.id}/readiness`), { membershipId: kits.id, status: 'amber' })
  await dee.patch(to(`songs/${song.id}`), { key: 'Am', tempo: 120, note: 'Slow' })
  const items = [
    { songId: song.id, note: 'Capo' },
    { label: 'Break', durationSeconds: 900 },
  ]
  const setlist = (await dee.post(to('setlists'), { name: 'Friday', items })).body
  const gig = await createTestGig(kit, bandId, { setlistId: setlist.id })
  const sheet = { times: [{ time: '17:00', label: 'Load-in' }], feePence: 25_000, contactPhone: '0113 496 0000' }
  expect((await kit.put(to(`events/${gig.id}/gig-sheet`), sheet)).status).toBe(200)
  await kit.put(to(`events/${gig.id}/answers/${kits.id}`), { answer: 'yes', comment: 'With my own drums' })
  await dee.put(to(`events/${gig.id}/answers/${membership.id}`), { answer: 'no' })
  await dee.patch(to(`events/${gig.id}`), { date: '2027-03-13' })
  const { date: _, ...meeting } = { type: 'meeting', date: '2027-04-01', location: 'Unit 4' }
  await dee.post(to('event-options'), { event: meeting, dates: ['2027-04-01', '2027-04-02'] })
  const repeat = { every: 'week', until: '2027-05-15' }
  await dee.post(to('event-series'), { event: { ...meeting, date: '2027-05-01' }, repeat })
  const dep = { name: 'Tom', phone: '07700 900555', instrument: 'Drums', note: 'Own kit' }
  expect((await dee.post(to('deps'), dep)).status).toBe(201)
  const past = await createTestPractice(dee, bandId, { date: '2026-01-09' })
  await dee.put(to(`events/${past.id}/practised`), { songIds: [song.id] })

  const first = await exportOf(dee, bandId)
  expect(first).toMatchObject({
    band: { name: 'The Night Buses', description: 'Loud' },
    members: [{ displayName: 'Dee' }, { displayName: 'Kit', pictureId: expect.any(String) }],
    songs: [{ key: 'Am', readiness: [{ status: 'amber' }], lastPractisedAt: '2026-01-09T19:00:00.000Z' }],
    setlists: [{ items: [{ note: 'Capo' }, { label: 'Break' }] }],
    deps: [{ ...dep, phone: '+447700900555', doNotAsk: false }],
  })
  expect(first.pictures).toHaveLength(2)
  expect(first.events.find(({ id }) => id === gig.id)?.gigSheet).toMatchObject(sheet)
  expect(first.events).toHaveLength(7)
  expect(first.events.find(({ id }) => id === gig.id)?.changes).toMatchObject([
    { membershipId: membership.id, displayName: 'Dee', fields: [{ field: 'date' }] },
  ])
  const second = await exportOf(dee, await load(dee, first))
  expect(withoutIds(second)).toEqual(withoutIds(first))
  expect(BandFile.safeParse(second).error?.issues).toBeUndefined()
})

test('a band file of version 1, which has no history, is imported, and exported as version 2 with an empty history', async () => {
  const owner = await server().createUser()
  const event = aFileEvent()
  const file = { ...aBandFile({ events: [event] }), schemaVersion: 1 }
  const loaded = await exportOf(owner, await load(owner, file))
  expect(loaded).toMatchObject({ schemaVersion: 2, events: [{ date: event.date, changes: [] }] })
})

test('songs, set lists and members that differ only in their names have the order of the imported file in the next export', async () => {
  const owner = await server().createUser()
  const file = aBandFile({
    members: Array.from({ length: 20 }, (_, at) => aFileMember({ displayName: `Member ${at}` })),
    songs: Array.from({ length: 20 }, (_, at) => aFileSong({ title: `Song ${at}` })),
    setlists: Array.from({ length: 20 }, (_, at) => ({ id: crypto.randomUUID(), name: `List ${at}` })),
  })
  const loaded = await exportOf(owner, await load(owner, file))
  // The import also adds the caller's own membership.
  const names = loaded.members.map(({ displayName }) => displayName).filter((name) => name.startsWith('Member'))
  expect(names).toEqual(file.members?.map((one) => one.displayName))
  expect(loaded.songs.map(({ title }) => title)).toEqual(file.songs?.map((one) => one.title))
  expect(loaded.setlists.map(({ name }) => name)).toEqual(file.setlists?.map((one) => one.name))
})
