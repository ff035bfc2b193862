// Which members get notices of new notes, when, and how many.

import { beforeEach, expect, test } from 'vitest'
import type { Notice } from '@gaffer/domain/notices/notice'
import type { NoteInput, NoteSubject } from '@gaffer/domain/notes/note'
import { noteMessages } from '@gaffer/domain/notes/note-messages'
import { settleDueNotices } from '#features/notices/settle.ts'
import { createTestBand, createTestGig, createTestSong, joinBand } from '#testing/builders.ts'
import { createTestNote } from '#testing/notes.ts'
import {
  immediateNoticesEnvironment,
  createQuietHoursAroundNow,
  readNoticesOf,
  subscribePushDevice,
  withQuietHours,
} from '#testing/notices.ts'
import { createTestRecording } from '#testing/recordings.ts'
import type { TestClient } from '#testing/test-client.ts'
import { ago } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer({ ...immediateNoticesEnvironment, NOTICE_SETTLE_SECONDS: '60' })

let dee: TestClient, ros: TestClient, kit: TestClient
let bandId: string, rosId: string, kitId: string, gig: NoteSubject, song: NoteSubject

beforeEach(async () => {
  dee = await server().createUser({ firstName: 'Dee' })
  ros = await server().createUser({ firstName: 'Ros' })
  kit = await server().createUser({ firstName: 'Kit' })
  bandId = (await createTestBand(dee, { displayName: 'Dee' })).id
  rosId = (await joinBand(dee, bandId, ros)).id
  kitId = (await joinBand(dee, bandId, kit)).id
  gig = { kind: 'event', id: (await createTestGig(dee, bandId, { title: 'Launch', date: '2027-03-12' })).id }
  song = { kind: 'song', id: (await createTestSong(dee, bandId)).id }
  await settle()
  await server().services.db`delete from notices`
})

/** Makes the notices of all notes so far, as if `minutes` had passed. The server's own job may make some of them. */
async function settle(minutes = 11): Promise<void> {
  const { services } = server()
  const { db } = services
  await db`update pending_notices set due_at = ${ago({ minutes })} where cause <> 'songs'`
  await settleDueNotices(services, new AbortController().signal)
  const causes = minutes > 10 ? ['note', 'mention', 'event', 'joined'] : ['mention']
  await expect.poll(async () => (await db`select from pending_notices where cause = any(${causes})`).length).toBe(0)
}

const writeNote = (client: TestClient, text: string, more: Partial<NoteInput> = {}, about = gig) =>
  createTestNote(client, bandId, about, { text, ...more })
const ofNotes = ({ kind, title, body }: Notice) => (kind.startsWith('note.') ? [[kind, title, body]] : [])
const readNoteNotices = async (client: TestClient) => (await readNoticesOf(client)).flatMap(ofNotes)
const answer = (client: TestClient, membershipId: string, value: string) =>
  client.put(`/api/bands/${bandId}/events/${gig.id}/answers/${membershipId}`, { answer: value })

test('two notes that are written on an event before a notice of them is made lead to one notice for each other member who did not say No', async () => {
  await answer(kit, kitId, 'no')
  await writeNote(ros, 'Who drives?')
  await writeNote(ros, 'And who has\nthe PA?')
  await settle()
  const expected = ['note.added', '2 new notes: Launch, Fri 12 Mar, 8 PM', 'Ros: “And who has the PA?”']
  expect([await readNoteNotices(dee), await readNoteNotices(ros), await readNoteNotices(kit)]).toEqual([
    [expected],
    [],
    [],
  ])
  const [notice] = await readNoticesOf(dee)
  expect(notice).toMatchObject({ eventId: gig.id, url: `/bands/${bandId}/events/${gig.id}` })
})

test('the notice of a new note is made ten settling times after the note, and the notice of a mention in the note is made earlier', async () => {
  await writeNote(ros, 'Dee, can you drive?', { mentions: [rosId, kitId] })
  await settle(9)
  expect(await readNoteNotices(kit)).toEqual([
    ['note.mentioned', 'You were mentioned: Launch, Fri 12 Mar, 8 PM', 'Ros: “Dee, can you drive?”'],
  ])
  expect([await readNoteNotices(dee), await readNoteNotices(ros)]).toEqual([[], []])
  await settle()
  expect([(await readNoteNotices(dee)).length, (await readNoteNotices(kit)).length]).toEqual([1, 1])
})

test('a note that mentions an invited member who has not joined is refused', async () => {
  const invited = { email: 'bo@example.org', role: 'Bass', displayName: 'Bo' }
  const { id } = (await dee.post(`/api/bands/${bandId}/members/invite`, invited)).body
  const { body } = await ros.post(`/api/bands/${bandId}/notes`, { about: gig, text: 'Bo?', mentions: [id] })
  expect(body.message).toBe(noteMessages.mentionUnknown)
})

test('a member who said No gets notices of a thread in which they have written', async () => {
  await answer(kit, kitId, 'no')
  await writeNote(kit, 'I am away')
  await writeNote(ros, 'Pity')
  await settle()
  expect(await readNoteNotices(kit)).toEqual([['note.added', 'New note: Launch, Fri 12 Mar, 8 PM', 'Ros: “Pity”']])
})

test('a note on a song makes notices only for members who wrote in its thread, with a link that names the band', async () => {
  await writeNote(kit, 'Capo 2', {}, song)
  await writeNote(ros, 'Capo 3', {}, song)
  await settle()
  expect(await readNoteNotices(dee)).toEqual([])
  const [notice] = await readNoticesOf(kit)
  expect(notice).toMatchObject({
    kind: 'note.added',
    url: `/songs?song=${song.id}&band=${bandId}`,
    body: 'Ros: “Capo 3”',
  })
})

test('a member who muted a thread and a member who has read its notes get no notice of these notes', async () => {
  await ros.put(`/api/bands/${bandId}/note-threads/mute`, { about: gig, isMuted: true })
  const first = await writeNote(kit, 'Anybody?')
  const second = await writeNote(kit, 'Ros, who drives?', { mentions: [rosId] })
  // Another phone, which shows only the first note, marks it as read later.
  for (const { id: upTo } of [second, first])
    await dee.post(`/api/bands/${bandId}/note-threads/read`, { about: gig, upTo })
  await settle()
  expect([await readNoteNotices(ros), await readNoteNotices(dee)]).toEqual([[], []])
})

test('a member who ends the mute of a thread gets notices of notes that are written afterwards, not of earlier ones', async () => {
  const mute = (isMuted: boolean) => ros.put(`/api/bands/${bandId}/note-threads/mute`, { about: gig, isMuted })
  await mute(true)
  await writeNote(kit, 'Who drives?')
  await settle()
  await mute(false)
  await writeNote(kit, 'Nobody?')
  await settle()
  expect(await readNoteNotices(ros)).toEqual([['note.added', 'New note: Launch, Fri 12 Mar, 8 PM', 'Kit: “Nobody?”']])
})

test('in quiet hours the push messages of new notes and of mentions wait until the quiet hours end', async () => {
  const { services } = server()
  await subscribePushDevice(ros)
  await withQuietHours(server(), createQuietHoursAroundNow(), async () => {
    await writeNote(kit, 'Ros, who drives?', { mentions: [rosId] })
    await writeNote(dee, 'And who has the PA?')
    await settle()
  })
  const rows = await services.db<{ kind: string; hours: number }[]>`
    select n.kind, round(extract(epoch from m.due_at - ${ago({ minutes: 0 })}::timestamptz) / 3600)::int as hours
    from outgoing_messages m join notices n on n.id = m.notice_id
    where n.user_id = ${ros.user.id} and m.way = 'push' order by n.kind`
  expect(rows).toEqual([
    { kind: 'note.added', hours: 2 },
    { kind: 'note.mentioned', hours: 2 },
  ])
})

test('deleted and hidden notes, and notes on a deleted event make no notice', async () => {
  const { id } = await writeNote(kit, 'Oops')
  await kit.delete(`/api/bands/${bandId}/notes/${id}`)
  const { id: hiddenId } = await writeNote(kit, 'Rude words')
  await server().services.db`update notes set hidden_at = ${ago({ minutes: 1 })} where id = ${hiddenId}`
  await settle()
  expect(await readNoteNotices(dee)).toEqual([])
  await writeNote(kit, 'Who drives?')
  await dee.delete(`/api/bands/${bandId}/events/${gig.id}`)
  await settle()
  expect([await readNoteNotices(dee), await readNoteNotices(ros)]).toEqual([[], []])
})

test('an edit of a note makes a notice for a newly mentioned member, and none for a member whom the note already mentioned', async () => {
  const { id } = await writeNote(ros, 'Kit drives', { mentions: [kitId] })
  await settle()
  const mentions = [kitId, (await dee.get('/api/me')).body.bands[0].id]
  expect((await ros.patch(`/api/bands/${bandId}/notes/${id}`, { text: 'Kit and Dee', mentions })).status).toBe(200)
  await settle()
  const kinds = async (client: TestClient) => (await readNoteNotices(client)).map(([kind]) => kind)
  expect(await kinds(kit)).toEqual(['note.mentioned'])
  expect(await kinds(dee)).toEqual(['note.mentioned', 'note.added'])
})

test('a note on a recording is counted in noteCount, is unread for other members, and makes a notice that links to the page of the event', async () => {
  const recording = await createTestRecording(dee, bandId, { eventId: gig.id })
  const about: NoteSubject = { kind: 'recording', id: recording.id }
  await writeNote(kit, 'Listen to the end', { atSeconds: 1, mentions: [rosId] }, about)
  const read = async (client: TestClient) => (await client.get(`/api/bands/${bandId}/recordings/${recording.id}`)).body
  expect(await read(ros)).toMatchObject({ noteCount: 1, hasUnreadNotes: true })
  expect(await read(kit)).toMatchObject({ noteCount: 1, hasUnreadNotes: false })
  await settle()
  const [notice] = await readNoticesOf(ros)
  expect(notice).toMatchObject({ kind: 'note.mentioned', url: `/bands/${bandId}/events/${gig.id}` })
})

test('the notice of a note on a recording without an event links to the page of all recordings', async () => {
  const { id } = await createTestRecording(dee, bandId)
  await writeNote(kit, 'Whose is this?', { mentions: [rosId] }, { kind: 'recording', id })
  await settle()
  const [notice] = await readNoticesOf(ros)
  expect(notice).toMatchObject({ kind: 'note.mentioned', url: `/bands/${bandId}/recordings` })
})
