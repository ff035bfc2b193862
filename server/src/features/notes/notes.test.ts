import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Band } from '@gaffer/domain/bands/band'
import type { Membership } from '@gaffer/domain/bands/member'
import type { Note, NoteSubject } from '@gaffer/domain/notes/note'
import { noteMessages } from '@gaffer/domain/notes/note-messages'
import { limits } from '@gaffer/domain/shared/limits'
import { createTestBand, createTestPractice, createTestSong, joinBand } from '#testing/builders.ts'
import { createTestNote, readTestThread } from '#testing/notes.ts'
import type { TestClient } from '#testing/test-client.ts'
import { testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
afterEach(testClock.reset)

let dee: TestClient, ros: TestClient, kit: TestClient
let band: Band & { membership: Membership }, rosCard: Membership, kitCard: Membership, event: NoteSubject

beforeEach(async () => {
  dee = await server().createUser({ displayName: 'Dee' })
  ros = await server().createUser({ displayName: 'Ros' })
  kit = await server().createUser({ displayName: 'Kit' })
  band = await createTestBand(dee, { displayName: 'Dee' })
  rosCard = await joinBand(dee, band.id, ros)
  kitCard = await joinBand(dee, band.id, kit)
  event = { kind: 'event', id: (await createTestPractice(dee, band.id)).id }
})

const base = () => `/api/bands/${band.id}`
const writeNote = (client: TestClient, body: object = {}) =>
  client.post(`${base()}/notes`, { about: event, text: 'Who drives?', ...body })
const readThread = (client = dee) => readTestThread(client, band.id, event)
const textsOf = async (client = dee) => (await readThread(client)).notes.map(({ text }) => text)
const pathOf = ({ id }: Pick<Note, 'id'>) => `${base()}/notes/${id}`
const readNoteCounts = async (client: TestClient) => {
  const { body } = await client.get(`${base()}/events/${event.id}`)
  return [body.noteCount, body.hasUnreadNotes]
}

test('a stored note has its writer, its mentions and its text without control characters, and is the last note of the thread', async () => {
  await createTestNote(dee, band.id, event, { text: 'First' })
  const mentions = [kitCard.id, kitCard.id]
  const { status, body } = await writeNote(ros, { text: ' Kit,\u202E <b>who</b> drives?\u0000 ', mentions })
  expect([status, body]).toEqual([
    201,
    {
      id: expect.any(String),
      about: event,
      atSeconds: null,
      text: 'Kit, <b>who</b> drives?',
      writtenBy: rosCard.id,
      displayName: 'Ros',
      createdAt: expect.stringMatching(/Z$/),
      editedAt: null,
      mentions: [kitCard.id],
      poll: null,
      version: 1,
    },
  ])
  const { notes, isMuted } = await readThread()
  expect([notes.map(({ text }) => text), notes[1], isMuted]).toEqual([['First', body.text], body, false])
})

test('notes about a song and notes about a set list are in separate threads, and the lists of songs and set lists have noteCount and hasUnreadNotes', async () => {
  const song = { kind: 'song' as const, id: (await createTestSong(dee, band.id)).id }
  const { id } = (await dee.post(`${base()}/setlists`, { name: 'Friday', items: [] })).body
  const setlist = { kind: 'setlist' as const, id }
  await createTestNote(ros, band.id, song, { text: 'Capo 2' })
  await createTestNote(ros, band.id, setlist, { text: 'Too slow' })
  expect((await readTestThread(dee, band.id, song)).notes.map(({ text }) => text)).toEqual(['Capo 2'])
  expect((await readTestThread(dee, band.id, setlist)).notes.map(({ text }) => text)).toEqual(['Too slow'])
  expect(await textsOf()).toEqual([])
  for (const [client, isUnread] of [
    [dee, true],
    [ros, false],
  ] as const) {
    const [listed] = (await client.get(`${base()}/songs`)).body
    const [list] = (await client.get(`${base()}/setlists`)).body
    const expected = { noteCount: 1, hasUnreadNotes: isUnread }
    expect([listed, list]).toMatchObject([expected, expected])
  }
})

test('a client that sends a note again with its id gets the stored note, and another member who sends that id gets 409', async () => {
  const id = randomUUID()
  const first = await writeNote(ros, { id })
  const again = await writeNote(ros, { id, text: 'Changed' })
  expect([again.status, again.body]).toEqual([201, first.body])
  expect((await writeNote(kit, { id })).status).toBe(409)
  expect(await textsOf()).toEqual(['Who drives?'])
  expect(await readNoteCounts(dee)).toEqual([1, true])
})

test('a thread is read in pages of 50 notes, the newest page first, and each page has its oldest note first', async () => {
  const { db } = server().services
  await db`
    insert into notes (band_id, id, event_id, position, text, created_at)
    select ${band.id}::uuid, gen_random_uuid(), ${event.id}::uuid, n, 'Note ' || n, ${testClock.now()} from generate_series(1, 120) n`
  const first = (await readThread()).notes
  const second = (await readTestThread(dee, band.id, event, first[0]?.id)).notes
  const third = (await readTestThread(dee, band.id, event, second[0]?.id)).notes
  expect([first, second, third].map((notes) => [notes.length, notes[0]?.text, notes.at(-1)?.text])).toEqual([
    [50, 'Note 71', 'Note 120'],
    [50, 'Note 21', 'Note 70'],
    [20, 'Note 1', 'Note 20'],
  ])
  const gone = await dee.get(`${base()}/notes?about=event:${event.id}&before=${randomUUID()}`)
  expect(gone.status).toBe(404)
})

test('a new note is unread for other members until they mark it as read, and a GET of the thread does not mark it as read', async () => {
  const first = await createTestNote(ros, band.id, event)
  const second = await createTestNote(ros, band.id, event)
  await readThread(dee)
  expect([await readNoteCounts(ros), await readNoteCounts(dee)]).toEqual([
    [2, false],
    [2, true],
  ])
  const read = (upTo: string) => dee.post(`${base()}/note-threads/read`, { about: event, upTo })
  expect((await read(first.id)).status).toBe(204)
  expect(await readNoteCounts(dee)).toEqual([2, true])
  expect((await read(second.id)).status).toBe(204)
  expect([await readNoteCounts(dee), await readNoteCounts(kit)]).toEqual([
    [2, false],
    [2, true],
  ])
  await createTestNote(kit, band.id, event)
  expect(await readNoteCounts(dee)).toEqual([3, true])
  expect((await read(randomUUID())).status).toBe(404)
})

test('a member’s own note neither marks the notes of others as read, nor keeps the thread unread for that member', async () => {
  const { id: upTo } = await createTestNote(ros, band.id, event)
  await createTestNote(dee, band.id, event)
  expect(await readNoteCounts(dee)).toEqual([2, true])
  await dee.post(`${base()}/note-threads/read`, { about: event, upTo })
  expect(await readNoteCounts(dee)).toEqual([2, false])
})

test('a deleted note no longer counts as unread', async () => {
  const first = await createTestNote(ros, band.id, event)
  await dee.post(`${base()}/note-threads/read`, { about: event, upTo: first.id })
  const second = await createTestNote(ros, band.id, event)
  expect((await ros.delete(pathOf(second))).status).toBe(204)
  expect([await readNoteCounts(dee), await readNoteCounts(kit)]).toEqual([
    [1, false],
    [1, true],
  ])
  await ros.delete(pathOf(first))
  expect(await readNoteCounts(kit)).toEqual([0, false])
  await createTestNote(ros, band.id, event)
  expect(await readNoteCounts(dee)).toEqual([1, true])
})

test('only the writer can change a note, for 15 minutes', async () => {
  const note = await createTestNote(ros, band.id, event)
  for (const client of [kit, dee]) expect((await client.patch(pathOf(note), { text: 'No' })).status).toBe(403)
  const changed = await ros.patch(pathOf(note), { text: 'Kit drives', mentions: [kitCard.id] }, { 'if-match': '"1"' })
  expect([changed.status, changed.body]).toMatchObject([
    200,
    { text: 'Kit drives', mentions: [kitCard.id], version: 2, editedAt: expect.stringMatching(/Z$/) },
  ])
  expect((await ros.patch(pathOf(note), { text: 'Stale' }, { 'if-match': '"1"' })).status).toBe(412)
  expect((await ros.patch(pathOf(note), { text: 'Again' })).body.mentions).toEqual([kitCard.id])
  testClock.advance({ minutes: 15 })
  const late = await ros.patch(pathOf(note), { text: 'Too late' })
  expect([late.status, late.body.message]).toEqual([403, noteMessages.editTimeOver])
  expect(await textsOf()).toEqual(['Again'])
})

test('the writer, admins and owners can delete a note, and other members cannot', async () => {
  const addNote = () => createTestNote(ros, band.id, event)
  const [one, two, three] = [await addNote(), await addNote(), await addNote()]
  for (const note of [one, two, three]) expect((await kit.delete(pathOf(note))).status).toBe(403)
  expect((await ros.delete(pathOf(one))).status).toBe(204)
  expect((await dee.delete(pathOf(two))).status).toBe(204)
  expect((await dee.delete(pathOf(two))).status).toBe(404)
  expect((await dee.patch(`${base()}/members/${kitCard.id}`, { access: 'admin' })).status).toBe(200)
  expect((await kit.delete(pathOf(three))).status).toBe(204)
  expect(await textsOf()).toEqual([])
})

test('a poll lists the members who voted for each choice in the order of their first votes; a later vote replaces the earlier one; a vote for two choices, an unknown choice or a closed poll is refused', async () => {
  const { body } = await writeNote(ros, { poll: { choices: ['Red', ' Black '], closesOn: '2026-11-28' } })
  expect(body.poll).toEqual({
    choices: [
      { id: expect.any(String), label: 'Red', membershipIds: [] },
      { id: expect.any(String), label: 'Black', membershipIds: [] },
    ],
    allowsSeveral: false,
    closesOn: '2026-11-28',
  })
  const [red, black] = body.poll.choices.map(({ id }: { id: string }) => id)
  const vote = (client: TestClient, choiceIds: unknown) => client.put(`${pathOf(body)}/votes`, { choiceIds })
  const votes = async () => (await readThread()).notes[0]?.poll?.choices.map(({ membershipIds }) => membershipIds)
  expect((await vote(dee, [red])).status).toBe(200)
  expect((await vote(kit, [red])).body.poll.choices[0].membershipIds).toEqual([band.membership.id, kitCard.id])
  expect((await vote(dee, [red])).body.poll.choices[0].membershipIds).toEqual([band.membership.id, kitCard.id])
  await vote(dee, [black])
  expect(await votes()).toEqual([[kitCard.id], [band.membership.id]])
  const several = await vote(dee, [red, black])
  expect([several.status, several.body.message]).toEqual([400, noteMessages.oneChoice])
  expect((await vote(dee, [randomUUID()])).status).toBe(400)
  expect((await vote(kit, [])).status).toBe(200)
  expect(await votes()).toEqual([[], [band.membership.id]])
  testClock.advance({ hours: 36 })
  const closed = await vote(kit, [red])
  expect([closed.status, closed.body.message]).toEqual([409, noteMessages.pollClosed])
  expect(await votes()).toEqual([[], [band.membership.id]])
})

test('a poll that allows several choices takes several from one member, and a vote on a note without a poll is refused', async () => {
  const { body } = await writeNote(ros, { poll: { choices: ['Red', 'Black', 'Blue'], allowsSeveral: true } })
  const choiceIds = body.poll.choices.map(({ id }: { id: string }) => id)
  const voted = (await dee.put(`${pathOf(body)}/votes`, { choiceIds })).body
  expect(voted.poll.choices.map((choice: { membershipIds: string[] }) => choice.membershipIds)).toEqual(
    choiceIds.map(() => [band.membership.id]),
  )
  const plain = await createTestNote(ros, band.id, event)
  expect((await dee.put(`${pathOf(plain)}/votes`, { choiceIds: [] })).status).toBe(409)
})

test.each([
  ['2,001 characters', { text: 'x'.repeat(2001) }, 'Use at most 2000 characters'],
  ['21 mentions', { mentions: Array.from({ length: 21 }, () => randomUUID()) }, noteMessages.tooManyMentions],
  ['a mention of a non-member', { mentions: [randomUUID()] }, noteMessages.mentionUnknown],
  ['a poll of one choice', { poll: { choices: ['Red'] } }, noteMessages.choiceCount],
  ['a poll of seven choices', { poll: { choices: [...'1234567'] } }, noteMessages.choiceCount],
  ['a poll choice of 81 characters', { poll: { choices: ['Red', 'x'.repeat(81)] } }, 'Use at most 80 characters'],
  [
    'a poll that closed yesterday',
    { poll: { choices: ['Red', 'Black'], closesOn: '2026-11-26' } },
    noteMessages.closesInPast,
  ],
  ['a time in seconds on an event', { atSeconds: 5 }, noteMessages.onlyAtRecordings],
])('a note with %s is refused with an error message and not stored', async (_, body, sentence) => {
  const refused = await writeNote(ros, body)
  expect([refused.status, refused.body.message]).toEqual([400, sentence])
  expect(await textsOf()).toEqual([])
})

test('the 31st note of a member within a minute is refused with 429 until the minute is over, and another member can write meanwhile', async () => {
  const answers = await Promise.all(Array.from({ length: limits.notesPerMinute + 1 }, () => writeNote(ros)))
  expect(
    answers
      .map(({ status }) => status)
      .toSorted()
      .slice(-2),
  ).toEqual([201, 429])
  expect((await writeNote(kit)).status).toBe(201)
  testClock.advance({ minutes: 1, seconds: 1 })
  expect((await writeNote(ros)).status).toBe(201)
})

test('the 5,001st note of a thread is refused with 409 and an error message', async () => {
  await server().services.db`update events set note_count = ${limits.notesPerThread} where id = ${event.id}`
  const refused = await writeNote(ros)
  expect([refused.status, refused.body.message]).toEqual([409, noteMessages.threadFull])
})

test('parallel notes of several members are each stored once', async () => {
  await Promise.all([dee, ros, kit].flatMap((client) => Array.from({ length: 8 }, () => writeNote(client))))
  expect([(await readThread()).notes.length, (await readNoteCounts(dee))[0]]).toEqual([24, 24])
})

test('requests for notes about a deleted event, an unknown song or an event of another band get 404, and restoring the event brings its notes back', async () => {
  const note = await createTestNote(ros, band.id, event)
  const foxes = await createTestBand(ros, { name: 'The Foxes' })
  const theirs = { kind: 'event' as const, id: (await createTestPractice(ros, foxes.id)).id }
  expect((await writeNote(ros, { about: theirs })).status).toBe(404)
  expect((await ros.get(`${base()}/notes?about=event:${theirs.id}`)).status).toBe(404)
  expect((await writeNote(ros, { about: { kind: 'song', id: event.id } })).status).toBe(404)
  await dee.delete(`${base()}/events/${event.id}`)
  expect((await writeNote(ros)).status).toBe(404)
  expect((await ros.get(`${base()}/notes?about=event:${event.id}`)).status).toBe(404)
  expect((await ros.patch(pathOf(note), { text: 'x' })).status).toBe(404)
  expect((await ros.delete(pathOf(note))).status).toBe(404)
  await dee.post(`${base()}/events/${event.id}/restore`)
  expect(await textsOf()).toEqual(['Who drives?'])
})

test('notes of a removed member keep the member’s name, notes that mention the member can be changed, and the member’s votes are deleted', async () => {
  const note = await createTestNote(ros, band.id, event, { poll: { choices: ['Red', 'Black'] } })
  await ros.put(`${pathOf(note)}/votes`, { choiceIds: [note.poll?.choices[0]?.id] })
  const about = await createTestNote(dee, band.id, event, { mentions: [rosCard.id] })
  expect((await dee.delete(`${base()}/members/${rosCard.id}`)).status).toBe(204)
  expect((await dee.patch(pathOf(about), { text: 'Who drives Ros?' })).status).toBe(200)
  const [kept] = (await readThread()).notes
  expect(kept).toMatchObject({ writtenBy: null, displayName: 'Ros', text: 'Who drives?' })
  expect(kept?.poll?.choices[0]?.membershipIds).toEqual([])
})

test('a muted thread is marked as muted only for the member who muted it', async () => {
  expect((await ros.put(`${base()}/note-threads/mute`, { about: event, isMuted: true })).status).toBe(204)
  expect([(await readThread(ros)).isMuted, (await readThread(dee)).isMuted]).toEqual([true, false])
  await ros.put(`${base()}/note-threads/mute`, { about: event, isMuted: false })
  expect((await readThread(ros)).isMuted).toBe(false)
})
