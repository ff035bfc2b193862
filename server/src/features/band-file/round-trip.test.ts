import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BandFile, type BandFileInput } from '@gaffer/domain/band-file'
import { bandIcons } from '@gaffer/domain/band-icons'
import { bandEventTypes, canBePublic } from '@gaffer/domain/event-type'
import { limits } from '@gaffer/domain/limits'
import { isPractice } from '@gaffer/domain/practised'
import { aPortrait } from '#testing/populated-user.ts'
import { aBandFile, aFileMember, aFileSong, type FileEvent, type Member, type Song } from '#testing/band-files.ts'
import { aBand, aGig, aPractice, aSong, joinBand } from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** The file with its ids numbered by their first occurrence, and without the time of the export. */
function withoutIds(file: object): unknown {
  const numbers = new Map<string, string>()
  const number = (id: string) => numbers.get(id) ?? numbers.set(id, `id ${numbers.size}`).get(id)!
  return JSON.parse(JSON.stringify({ ...file, exportedAt: null }).replace(uuid, number))
}

/** With the parts in the order of the export. */
const inOrder = ({ pictures, band, members, songs, setlists, events, deps, ...head }: BandFile) => ({
  ...head,
  pictures,
  band,
  members,
  songs,
  setlists,
  events,
  deps,
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

const line = fc.oneof(fc.string({ minLength: 1, maxLength: 20 }), fc.constantFrom('Ros & Kit', 'Ελλάς', '👩‍👩‍👧‍👦', '<b>"\\'))
const filled = line.map((text) => `a${text}`)
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const instant = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString())
const day = instant.map((at) => at.slice(0, 10))
const time = fc
  .tuple(fc.integer({ min: 9, max: 21 }), fc.constantFrom('00', '15', '30'))
  .map(([h, m]) => `${String(h).padStart(2, '0')}:${m}`)
const id = fc.uuid({ version: 7 })

const members = fc
  .uniqueArray(
    fc.record({
      id,
      displayName: filled,
      role: filled,
      access: fc.constantFrom('owner', 'admin', 'member'),
      icon: fc.constantFrom(...bandIcons),
      color: fc.constantFrom('#2563eb', '#dc2626'),
      email: fc.constantFrom(null, 'ros@example.org'),
    }),
    { minLength: 1, maxLength: 4, selector: (one) => one.id },
  )
  // The caller becomes the first one.
  .map((all): Member[] => all.map((one, at) => (at === 0 ? { ...one, access: 'owner', email: null } : one) as Member))

const song = (ids: string[]) =>
  fc.record({
    id,
    title: filled,
    artist: filled,
    album: optional(filled),
    durationSeconds: optional(fc.integer({ min: 1, max: 3600 })),
    key: fc.constantFrom(null, 'F# minor'),
    tempo: fc.constantFrom(null, 120),
    note: optional(filled),
    lastPractisedAt: optional(instant),
    addedByMembershipId: optional(fc.constantFrom(...ids)),
    readiness: fc
      .subarray(ids)
      .chain((some) =>
        fc.tuple(
          ...some.map((membershipId) =>
            fc.record({ membershipId: fc.constant(membershipId), status: fc.constantFrom('red', 'amber', 'green') }),
          ),
        ),
      ),
    vetos: fc.subarray(ids).map((some) => some.map((membershipId) => ({ membershipId }))),
  }) as fc.Arbitrary<Song>

const setlist = (songIds: string[]) =>
  fc.record({
    id,
    name: filled,
    items: fc.array(
      fc.oneof(
        fc.record({
          songId: fc.constant(null),
          label: filled,
          note: optional(filled),
          durationSeconds: fc.constant(60),
        }),
        ...(songIds.length > 0
          ? [fc.record({ songId: fc.constantFrom(...songIds), label: fc.constant(null), note: optional(filled) })]
          : []),
      ),
      { maxLength: 5 },
    ),
  })

type Known = { memberIds: string[]; songIds: string[]; setlistIds: string[] }
const answers = ({ memberIds }: Known) =>
  fc.subarray(memberIds).chain((some) =>
    fc.tuple(
      ...some.map((membershipId) =>
        fc
          .record({
            membershipId: fc.constant(membershipId),
            answer: fc.constantFrom('yes', 'maybe', 'no'),
            comment: optional(filled),
            isStale: fc.boolean(),
            setBy: optional(fc.constantFrom(...memberIds)),
            answeredAt: instant,
          })
          // A No stays as it is when the date changes.
          .map((answer) => ({ ...answer, isStale: answer.isStale && answer.answer !== 'no' })),
      ),
    ),
  )

const gigSheet = fc.record({
  address: optional(filled),
  times: fc.array(fc.record({ time, label: filled }), { maxLength: 3 }),
  contactName: optional(filled),
  contactPhone: fc.constantFrom(null, '0113 496 0000'),
  contactEmail: fc.constantFrom(null, 'venue@example.org'),
  gettingThere: optional(filled),
  gear: optional(filled),
  hospitality: optional(filled),
  feePence: optional(fc.nat({ max: limits.feePence })),
  feeNote: optional(filled),
  feePaid: fc.boolean(),
})

const event = (known: Known) =>
  fc
    .record({
      id,
      type: fc.constantFrom(...bandEventTypes),
      title: optional(filled),
      date: day,
      startTime: optional(time),
      place: filled,
      notes: optional(filled),
      status: fc.constantFrom('confirmed', 'tentative', 'cancelled'),
      asksAnswers: fc.boolean(),
      setlistId: known.setlistIds.length > 0 ? optional(fc.constantFrom(...known.setlistIds)) : fc.constant(null),
      addedByMembershipId: optional(fc.constantFrom(...known.memberIds)),
      seriesId: fc.constantFrom(null, '01890000-0000-7000-8000-00000000000a'),
      option: fc.boolean(),
      answers: answers(known),
      practised: fc.subarray(known.songIds),
      gigSheet: optional(gigSheet),
    })
    .map(({ place, option, practised, ...one }): FileEvent => {
      const isPublic = canBePublic(one.type)
      return {
        ...one,
        isPublic,
        isAllDay: one.startTime === null,
        location: isPublic ? null : place,
        venue: isPublic ? place : null,
        replyBy: one.asksAnswers ? one.date : null,
        isEditedByHand: one.seriesId !== null,
        practisedSongIds: isPractice(one.type) ? practised : [],
        ...(option && { optionGroupId: '01890000-0000-7000-8000-00000000000b', optionNumber: 1, optionCount: 2 }),
      } as FileEvent
    })

const depBook = [
  { name: 'Al', phone: '+447700900556', instrument: 'Bass', note: null, doNotAsk: true },
  { name: 'Tom', phone: '+447700900555', instrument: 'Drums', note: 'Own kit', doNotAsk: false },
]

const files: fc.Arbitrary<BandFileInput> = members.chain((all) => {
  const memberIds = all.map((one) => one.id)
  return fc.uniqueArray(song(memberIds), { maxLength: 4, selector: (one) => one.id }).chain((songs) => {
    const songIds = songs.map((one) => one.id)
    return fc.uniqueArray(setlist(songIds), { maxLength: 3, selector: (one) => one.id }).chain((setlists) => {
      const known = { memberIds, songIds, setlistIds: setlists.map((one) => one.id) }
      return fc.uniqueArray(event(known), { maxLength: 5, selector: (one) => one.id }).map((events) =>
        aBandFile({
          deps: depBook,
          members: all,
          songs,
          setlists,
          events: events.toSorted((a, b) => (a.date < b.date ? -1 : 1)),
        }),
      )
    })
  })
})

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
      practisedSongIds: one.practisedSongIds.toSorted((a, b) => Number(at.get(a)) - Number(at.get(b))),
    })),
  }
}

test('a generated file that is loaded, downloaded, loaded and downloaded again stays the same but for ids', async () => {
  await fc.assert(
    fc.asyncProperty(files, async (file) => {
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

test('a band with members, a picture, answers, options, a series and set lists is the same after it was downloaded and loaded', async () => {
  const [dee, kit] = [await server().createUser(), await server().createUser({ firstName: 'Kit' })]
  await kit.put('/api/me', { firstName: 'Kit', lastName: 'M', displayName: 'Kit', avatarUrl: await aPortrait() })
  const { id: bandId, membership } = await aBand(dee, { avatarUrl: await aPortrait(), description: 'Loud' })
  const kits = await joinBand(dee, bandId, kit)
  const to = (path: string) => `/api/bands/${bandId}/${path}`
  await dee.patch(`/api/bands/${bandId}`, { allowedEventTypes: ['practice', 'public_gig', 'meeting'] })
  const song = await aSong(dee, bandId)
  await kit.post(to(`songs/${song.id}/readiness`), { membershipId: kits.id, status: 'amber' })
  await dee.patch(to(`songs/${song.id}`), { key: 'Am', tempo: 120, note: 'Slow' })
  const items = [
    { songId: song.id, note: 'Capo' },
    { label: 'Break', durationSeconds: 900 },
  ]
  const setlist = (await dee.post(to('setlists'), { name: 'Friday', items })).body
  const gig = await aGig(kit, bandId, { setlistId: setlist.id })
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
  const past = await aPractice(dee, bandId, { date: '2026-01-09' })
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
  const second = await exportOf(dee, await load(dee, first))
  expect(withoutIds(second)).toEqual(withoutIds(first))
  expect(BandFile.safeParse(second).error?.issues).toBeUndefined()
})

test('songs, set lists and members that share all fields keep their order', async () => {
  const owner = await server().createUser()
  const file = aBandFile({
    members: Array.from({ length: 20 }, (_, at) => aFileMember({ displayName: `Member ${at}` })),
    songs: Array.from({ length: 20 }, (_, at) => aFileSong({ title: `Song ${at}` })),
    setlists: Array.from({ length: 20 }, (_, at) => ({ id: crypto.randomUUID(), name: `List ${at}` })),
  })
  const loaded = await exportOf(owner, await load(owner, file))
  expect(loaded.members.slice(0, 20).map(({ displayName }) => displayName)).toEqual(
    file.members?.map((one) => one.displayName),
  )
  expect(loaded.songs.map(({ title }) => title)).toEqual(file.songs?.map((one) => one.title))
  expect(loaded.setlists.map(({ name }) => name)).toEqual(file.setlists?.map((one) => one.name))
})
