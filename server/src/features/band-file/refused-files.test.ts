// Long because it is one table: band files that are refused, with the path and message of the refusal.

import { beforeAll, beforeEach, expect, test } from 'vitest'
import { bandFileVersion } from '@gaffer/domain/band-file/band-file-version'
import { depMessages } from '@gaffer/domain/deps/dep-messages'
import { imageMessages } from '@gaffer/domain/images/image'
import { limits } from '@gaffer/domain/shared/limits'
import { messages } from '@gaffer/domain/shared/messages'
import { bandFileMessages } from '@gaffer/domain/band-file/band-file-messages'
import { bandMessages } from '@gaffer/domain/bands/band-messages'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { gigSheetMessages } from '@gaffer/domain/gig-sheets/gig-sheet-messages'
import { seriesMessages } from '@gaffer/domain/events/series-messages'
import { setlistMessages } from '@gaffer/domain/set-lists/set-list-messages'
import { songMessages } from '@gaffer/domain/songs/song-messages'
import { aBandFile, aFileEvent, aFileMember, aFileSong } from '#testing/band-files.ts'
import { createTestBand } from '#testing/builders.ts'
import { fingerprintAllTables } from '#testing/fingerprint.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'
import { purgeExpired } from '#features/operations/retention.ts'

const server = useTestServer()
let dee: TestClient
// Retention runs a minute after the start. Run it now, so that it changes no fingerprint during the tests.
beforeAll(() => purgeExpired(server().services))
beforeEach(async () => {
  dee = await server().createUser()
})

const unknownId = '01890000-0000-7000-8000-000000000000'
const member = aFileMember()
const song = aFileSong()
const other = aFileSong({ title: 'Valerie' })
const setlist = { id: unknownId.replace(/0$/, '1'), name: 'Friday' }
const answer = { membershipId: member.id, answer: 'yes' as const }
const option = { optionGroupId: unknownId, optionNumber: 1, optionCount: 2 }
const change = { at: '2026-02-03T10:00:00.000Z', membershipId: null, displayName: 'Al' }
const depId = '01890000-0000-7000-8000-0000000000d1'
const ask = { depId, askedAt: '2026-02-03T10:00:00.000Z' }
const depRequest = { mode: 'all' as const, instrument: 'Drums', asks: [ask] }
const withDepRequest = (parts: object, deps: object[] = [{ ...dep, id: depId }]) => ({
  members: [member],
  deps,
  events: [aFileEvent({ type: 'gig', depRequests: [{ ...depRequest, ...parts }] })],
})
const withEvent = (parts: object) => ({ members: [member], songs: [song], events: [aFileEvent(parts)] })
const dep = { name: 'Tom', phone: '07700 900555', instrument: 'Drums' }
const spotifyId = '4uLU6hMCjMI75M1A2tKUQC'
const many = <T>(count: number, make: () => T) => Array.from({ length: count }, make)
const noPicture = `data:image/png;base64,${Buffer.from('no picture').toString('base64')}`

const refused: [name: string, parts: object, path: string, message: string][] = [
  ['another schema', { schema: 'gaffer-person' }, 'schema', bandFileMessages.bandFileUnknown],
  [
    'a later schema version',
    { schemaVersion: bandFileVersion + 1, setlist: 'new' },
    'schemaVersion',
    bandFileMessages.bandFileVersion,
  ],
  ['an earlier schema version', { schemaVersion: 0 }, 'schemaVersion', bandFileMessages.bandFileVersion],
  ['a band without a name', { band: { name: ' ' } }, 'band.name', bandMessages.bandNameRequired.text],
  ['a bidi control as the band name', { band: { name: '\u202E' } }, 'band.name', bandMessages.bandNameRequired.text],
  [
    'no allowed event types',
    { band: { name: 'x', allowedEventTypes: [] } },
    'band.allowedEventTypes',
    bandMessages.eventTypesRequired,
  ],
  [
    'a picture of the band that is not in the file',
    { band: { name: 'x', pictureId: unknownId } },
    'band.pictureId',
    bandFileMessages.bandFileReference,
  ],
  [
    'a picture of a member that is not in the file',
    { members: [{ ...member, pictureId: unknownId }] },
    'members.0.pictureId',
    bandFileMessages.bandFileReference,
  ],
  [
    'a picture at an address',
    { pictures: [{ id: unknownId, dataUrl: 'https://example.org/x.png' }] },
    'pictures.0.dataUrl',
    imageMessages.wrongType.text,
  ],
  [
    'a picture of this server by its path',
    { pictures: [{ id: unknownId, dataUrl: `/images/${unknownId}.webp` }] },
    'pictures.0.dataUrl',
    bandFileMessages.bandFilePicture,
  ],
  [
    'a picture that is no image',
    { band: { name: 'x', pictureId: unknownId }, pictures: [{ id: unknownId, dataUrl: noPicture }] },
    'pictures',
    imageMessages.wrongType.text,
  ],
  ['a member twice', { members: [member, member] }, 'members.1.id', bandFileMessages.bandFileTwice],
  [
    'a member with too long a name',
    { members: [{ ...member, displayName: 'x'.repeat(81) }] },
    'members.0.displayName',
    'Use at most 80 characters',
  ],
  [
    'a member with an unknown access level',
    { members: [{ ...member, access: 'platformAdmin' }] },
    'members.0.access',
    'Choose one of owner, admin, member',
  ],
  [
    'a member with a user id',
    { members: [{ ...member, userId: unknownId }] },
    'members.0.userId',
    messages.unknownField,
  ],
  [
    'a member with an invalid email address',
    { members: [{ ...member, email: 'ros' }] },
    'members.0.email',
    messages.emailInvalid,
  ],
  [
    'too many members',
    { members: many(limits.membersInBandFile + 1, aFileMember) },
    'members',
    bandFileMessages.bandFileMembersTooMany,
  ],
  ['too many songs', { songs: many(limits.songsPerBand + 1, aFileSong) }, 'songs', songMessages.songsFull],
  ['a song twice', { songs: [song, song] }, 'songs.1.id', bandFileMessages.bandFileTwice],
  [
    'a Spotify track twice',
    {
      songs: [
        { ...song, spotifyId },
        { ...other, spotifyId },
      ],
    },
    'songs.1.spotifyId',
    bandFileMessages.bandFileTwice,
  ],
  [
    'a song added by a member who is not in the file',
    { songs: [{ ...song, addedByMembershipId: unknownId }] },
    'songs.0.addedByMembershipId',
    bandFileMessages.bandFileReference,
  ],
  [
    'a cover of another site',
    { songs: [{ ...song, imageUrl: 'https://example.org/x.png' }] },
    'songs.0.imageUrl',
    songMessages.notSpotifyAddress,
  ],
  [
    'a cover on another port of this machine',
    { songs: [{ ...song, imageUrl: 'http://127.0.0.1:1/x.png' }] },
    'imageUrl',
    songMessages.notSpotifyAddress,
  ],
  ['an invalid tempo', { songs: [{ ...song, tempo: 7 }] }, 'songs.0.tempo', songMessages.tempoInvalid],
  [
    'a readiness of a member who is not in the file',
    { songs: [{ ...song, readiness: [{ membershipId: unknownId, status: 'red' }] }] },
    'songs.0.readiness.0.membershipId',
    bandFileMessages.bandFileReference,
  ],
  [
    'two vetoes of one member',
    { members: [member], songs: [{ ...song, vetos: [answer, answer].map(({ membershipId }) => ({ membershipId })) }] },
    'songs.0.vetos.1.membershipId',
    bandFileMessages.bandFileTwice,
  ],
  [
    'a year 0, which PostgreSQL cannot store',
    { songs: [{ ...song, lastPractisedAt: '0000-01-01T00:00:00Z' }] },
    'songs.0.lastPractisedAt',
    messages.chooseRealDate,
  ],
  [
    'too many set lists',
    { setlists: many(limits.setlistsPerBand + 1, () => ({ ...setlist })) },
    'setlists',
    setlistMessages.setlistsFull,
  ],
  [
    'a set list with too many items',
    { setlists: [{ ...setlist, items: many(101, () => ({ label: 'Break' })) }] },
    'setlists.0.items',
    setlistMessages.setlistTooLong,
  ],
  [
    'a set list with a song that is not in the file',
    { setlists: [{ ...setlist, items: [{ songId: unknownId }] }] },
    'setlists.0.items.0.songId',
    bandFileMessages.bandFileReference,
  ],
  ['too many events', { events: many(limits.eventsPerBand + 1, aFileEvent) }, 'events', eventMessages.bandEventsFull],
  [
    'an event twice',
    { events: [aFileEvent({ id: unknownId }), aFileEvent({ id: unknownId })] },
    'events.1.id',
    bandFileMessages.bandFileTwice,
  ],
  [
    'days away',
    withEvent({ type: 'unavailable' }),
    'events.0.type',
    expect.stringMatching(/^Choose one of /) as unknown as string,
  ],
  [
    'an event that ends before it starts',
    withEvent({ endDate: '2027-03-04' }),
    'events.0.endDate',
    eventMessages.endBeforeStart,
  ],
  [
    'a time that the clocks skip',
    withEvent({ date: '2027-03-28', startTime: '01:30' }),
    'events.0.startTime',
    eventMessages.timeDoesNotExist,
  ],
  ['an event without a place', withEvent({ location: null }), 'events.0.location', eventMessages.locationRequired],
  [
    'a set list of an event that is not in the file',
    withEvent({ setlistId: unknownId }),
    'events.0.setlistId',
    bandFileMessages.bandFileReference,
  ],
  [
    'an event added by a member who is not in the file',
    withEvent({ addedByMembershipId: unknownId }),
    'events.0.addedByMembershipId',
    bandFileMessages.bandFileReference,
  ],
  [
    'an answer of a member who is not in the file',
    withEvent({ answers: [{ ...answer, membershipId: unknownId }] }),
    'events.0.answers.0.membershipId',
    bandFileMessages.bandFileReference,
  ],
  [
    'two answers of one member',
    withEvent({ answers: [answer, answer] }),
    'events.0.answers.1.membershipId',
    bandFileMessages.bandFileTwice,
  ],
  [
    'an answer set by a member who is not in the file',
    withEvent({ answers: [{ ...answer, setBy: unknownId }] }),
    'events.0.answers.0.setBy',
    bandFileMessages.bandFileReference,
  ],
  [
    'an unknown answer',
    withEvent({ answers: [{ ...answer, answer: 'perhaps' }] }),
    'events.0.answers.0.answer',
    eventMessages.answerUnknown,
  ],
  [
    'a practised song that is not in the file',
    withEvent({ practisedSongIds: [unknownId] }),
    'events.0.practisedSongIds.0',
    bandFileMessages.bandFileReference,
  ],
  [
    'a change by a member who is not in the file',
    withEvent({ changes: [{ ...change, membershipId: unknownId }] }),
    'events.0.changes.0.membershipId',
    bandFileMessages.bandFileReference,
  ],
  [
    'too many changes of one event',
    withEvent({ changes: many(limits.changesInBandFile + 1, () => change) }),
    'events.0.changes',
    bandFileMessages.bandFileHistoryTooLong,
  ],
  ['a dep with a landline', { deps: [{ ...dep, phone: '0113 496 0000' }] }, 'deps.0.phone', messages.phoneNotMobile],
  ['a dep twice', { deps: [dep, { ...dep, phone: '+44 7700 900555' }] }, 'deps.1.phone', depMessages.exists],
  [
    'a request to a dep who is not in the file',
    withDepRequest({}, []),
    'events.0.depRequests.0.asks.0.depId',
    bandFileMessages.bandFileReference,
  ],
  [
    'a dep who is asked twice',
    withDepRequest({ asks: [ask, ask] }),
    'events.0.depRequests.0.asks.1.depId',
    bandFileMessages.bandFileTwice,
  ],
  [
    'an answer of a dep without its time',
    withDepRequest({ asks: [{ ...ask, answer: 'yes' }] }),
    'events.0.depRequests.0.asks.0.answer',
    bandFileMessages.bandFileDepAnswer,
  ],
  [
    'a dep request that covers a member who is not in the file',
    withDepRequest({ coversMembershipId: unknownId }),
    'events.0.depRequests.0.coversMembershipId',
    bandFileMessages.bandFileReference,
  ],
  ['too many deps', { deps: many(limits.depsPerBand + 1, () => dep) }, 'deps', depMessages.bookFull],
  [
    'a gig sheet with a negative fee',
    withEvent({ gigSheet: { feePence: -1 } }),
    'events.0.gigSheet.feePence',
    gigSheetMessages.feeInvalid,
  ],
  [
    'an event edited by hand without a series',
    withEvent({ isEditedByHand: true }),
    'events.0.isEditedByHand',
    bandFileMessages.bandFileEditedByHand,
  ],
  [
    'an option without its number',
    withEvent({ ...option, optionNumber: null }),
    'events.0.optionGroupId',
    bandFileMessages.bandFileOption,
  ],
  [
    'an option whose number exceeds its count',
    withEvent({ ...option, optionNumber: 3 }),
    'events.0.optionGroupId',
    bandFileMessages.bandFileOption,
  ],
  [
    'seven options of one enquiry',
    { events: many(7, () => aFileEvent(option)) },
    'events.6.optionGroupId',
    eventMessages.optionDatesCount,
  ],
  [
    'a series of 61 dates',
    { events: many(61, () => aFileEvent({ seriesId: unknownId })) },
    'events.60.seriesId',
    seriesMessages.seriesTooLong,
  ],
]

test.each(refused)(
  'a band file with %s is refused with 400 and a message about that fault, and nothing is stored',
  async (_, parts, path, message) => {
    const before = await fingerprintAllTables(server())
    const { status, body } = await dee.post('/api/bands/import', { ...aBandFile(), ...parts })
    expect([status, body.issues[0]]).toEqual([400, { path, message }])
    expect([body.code, body.message]).toEqual(['invalid_input', body.issues[0].message])
    expect(await fingerprintAllTables(server())).toEqual(before)
  },
)

const fileText = JSON.stringify(aBandFile({ songs: [aFileSong({ durationSeconds: 60 })] }))
test.each([
  ['a __proto__ key', fileText.replace('{', '{"__proto__":{"platformAdmin":true},')],
  ['a __proto__ key in a song', fileText.replace('"songs":[{', '"songs":[{"__proto__":{"title":"x"},')],
  ['a constructor key', fileText.replace('{', '{"constructor":{"prototype":{"platformAdmin":true}},')],
  ['50,000 nested arrays', fileText.replace('{', `{"songs":${'['.repeat(50_000)}${']'.repeat(50_000)},"x":`)],
  ['an infinite number', fileText.replace(/"schemaVersion":\d+/, '"schemaVersion":1e999')],
  ['a number that is too large', fileText.replace('"durationSeconds":60', '"durationSeconds":1e308')],
])('a band file with %s is refused with 400, no prototype is changed, and nothing is stored', async (_, file) => {
  expect(file).not.toBe(fileText)
  const before = await fingerprintAllTables(server())
  const { status } = await dee.post('/api/bands/import', file, { 'content-type': 'application/json' })
  expect([status, ({} as { platformAdmin?: boolean }).platformAdmin]).toEqual([400, undefined])
  expect(await fingerprintAllTables(server())).toEqual(before)
})

test('an import as a member who is not in the band file is refused with 400, and nothing is stored', async () => {
  const before = await fingerprintAllTables(server())
  const { status, body } = await dee.post(
    `/api/bands/import?membershipId=${unknownId}`,
    aBandFile({ members: [member] }),
  )
  expect([status, body.message]).toEqual([400, bandFileMessages.bandFileNoSuchMember])
  expect(await fingerprintAllTables(server())).toEqual(before)
})

test('an import by a member of 20 bands is refused with 409 and creates no band', async () => {
  for (let count = 0; count < limits.bandsPerPerson; count += 1) await createTestBand(dee)
  const before = await fingerprintAllTables(server())
  const { status, body } = await dee.post('/api/bands/import', aBandFile())
  expect([status, body]).toEqual([409, { code: 'conflict', message: bandMessages.bandsTooMany }])
  expect(await fingerprintAllTables(server())).toEqual(before)
})

test('an import that fails when it stores the practised songs of an event stores nothing', async () => {
  const before = await fingerprintAllTables(server())
  const { db } = server().services
  await db`alter table practised_songs add constraint planted check (band_id is null)`
  const { status } = await dee.post('/api/bands/import', aBandFile(withEvent({ practisedSongIds: [song.id] })))
  await db`alter table practised_songs drop constraint planted`
  expect(status).toBe(500)
  expect(await fingerprintAllTables(server())).toEqual(before)
})

test('importing a band file stores markup as text and removes control and bidi characters', async () => {
  const title = '\u202E<b>\u0000Ghost\u2066</b> \u0007Town'
  const { body } = await dee.post('/api/bands/import', aBandFile({ songs: [aFileSong({ title })] }))
  expect((await dee.get(`/api/bands/${body.id}/songs`)).body).toMatchObject([{ title: '<b>Ghost</b> Town' }])
})

test('importing a band file removes control and bidi characters from the old and new values in the history of an event', async () => {
  const changes = [{ ...change, fields: [{ field: 'title', from: 'Pub\u0000', to: '\u202EClub\uD800' }] }]
  const { status, body } = await dee.post('/api/bands/import', aBandFile(withEvent({ changes })))
  expect(status).toBe(201)
  const { events } = (await dee.get(`/api/bands/${body.id}/export`)).body
  expect(events[0].changes[0].fields).toEqual([{ field: 'title', from: 'Pub', to: 'Club' }])
})
