import { beforeEach, expect, test } from 'vitest'
import type { Note } from '@gaffer/domain/notes/note'
import { noteMessages } from '@gaffer/domain/notes/note-messages'
import { limits } from '@gaffer/domain/shared/limits'
import { personCommand } from '#cli/person.ts'
import { parseInput } from '#cli/run-command.ts'
import { settleDueNotices } from '#features/notices/settle.ts'
import { createTestBand, createTestGig, createTestSong, joinBand } from '#testing/builders.ts'
import { createTextChart } from '#testing/charts.ts'
import { readMailsTo } from '#testing/mail.ts'
import { createTestNote, readTestThread } from '#testing/notes.ts'
import { expectNotices, immediateNoticesEnvironment } from '#testing/notices.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const operator = 'Operator@example.org'
const server = useTestServer({ ...immediateNoticesEnvironment, OPERATOR_EMAIL: operator })
const serverWithoutOperator = useTestServer()

let dee: TestClient, ros: TestClient, bandId: string, note: Note

beforeEach(async () => {
  dee = await server().createUser({ firstName: 'Dee' })
  ros = await server().createUser({ firstName: 'Ros' })
  bandId = (await createTestBand(dee, { displayName: 'Dee' })).id
  const mentions = [(await joinBand(dee, bandId, ros)).id]
  const about = { kind: 'event' as const, id: (await createTestGig(dee, bandId)).id }
  const poll = { choices: ['Yes', 'No'] }
  note = await createTestNote(dee, bandId, about, { text: '<b>Rude</b> words', poll, mentions })
})

const report = (body: object = {}, client = ros) =>
  client.post(`/api/bands/${bandId}/reports`, { kind: 'note', id: note.id, reason: 'This is rude', ...body })
const runPersonCommand = async (...args: string[]) => {
  const { db, config } = server().services
  return personCommand.run({ db, config, address: server().database }, await parseInput(personCommand, args, config))
}
const readNote = async () => (await readTestThread(ros, bandId, note.about)).notes[0]

test('the mail of a report to the operator has the reported text, its writer, the reason, the path of its event and the command that hides the note', async () => {
  expect((await report()).status).toBe(202)
  const [{ id } = { id: '' }] = await server().services.db<
    { id: string }[]
  >`select id from reports where subject_id = ${note.id}`
  await expect
    .poll(async () => (await readMailsTo(dee, operator)).filter(({ text }) => text.includes(id)).length)
    .toBe(1)
  const mail = (await readMailsTo(dee, operator)).find(({ text }) => text.includes(id))
  expect(mail?.subject).toBe('Report: a note in The Night Buses')
  for (const part of [
    'Ros reported it: “This is rude”',
    'Dee wrote: “<b>Rude</b> words”',
    `/bands/${bandId}/events/${note.about.id}`,
    `npm run person hide ${id}`,
  ]) {
    expect(mail?.text).toContain(part)
  }
})

test('the operator can list reports, hide the reported note and show it again, and its writer gets one notice', async () => {
  await report()
  const listed = await runPersonCommand('reports')
  expect(listed).toContain('reported by Ros: This is rude')
  const [, id = ''] = /([0-9a-f-]{36}) .*note in The Night Buses, shown\n.*This is rude/.exec(listed) ?? []
  expect(await runPersonCommand('hide', id)).toBe('Hidden: the note in The Night Buses.')
  expect(await readNote()).toMatchObject({ text: noteMessages.hidden, poll: null, mentions: [] })
  expect((await dee.patch(`/api/bands/${bandId}/notes/${note.id}`, { text: 'Again' })).status).toBe(403)
  await runPersonCommand('hide', id)
  const notices = await expectNoticesOfHidden()
  expect(notices[0]).toMatchObject({ kind: 'content.hidden', title: 'Your note was hidden' })
  expect(await runPersonCommand('show', id)).toBe('Shown again: the note in The Night Buses.')
  expect(await readNote()).toMatchObject({ text: '<b>Rude</b> words' })
  await expect(runPersonCommand('hide', note.id)).rejects.toThrow('There is no report')
})

async function expectNoticesOfHidden() {
  await settleDueNotices(server().services, new AbortController().signal)
  return expectNotices(dee, ['content.hidden', 'member.joined'])
}

test('a chart can be reported, and a report of an unknown chart or of a note of another band gets 404', async () => {
  const songId = (await createTestSong(dee, bandId)).id
  const chart = await createTextChart(dee, { bandId, songId })
  expect((await report({ kind: 'chart', id: chart.id })).status).toBe(202)
  expect(await runPersonCommand('reports')).toContain('chart in The Night Buses')
  expect((await report({ kind: 'chart', id: note.id })).status).toBe(404)
  const foxes = (await createTestBand(ros, { name: 'The Foxes' })).id
  const refused = await ros.post(`/api/bands/${foxes}/reports`, { kind: 'note', id: note.id, reason: 'Theirs' })
  expect(refused.status).toBe(404)
})

test('the 11th report of a member within a day is refused with 429, which says when the next one can be sent', async () => {
  const answers = await Promise.all(Array.from({ length: limits.reportsPerDay + 1 }, () => report()))
  expect(
    answers
      .map(({ status }) => status)
      .toSorted()
      .slice(-2),
  ).toEqual([202, 429])
  const retryAfter = Number((await report()).headers.get('retry-after'))
  expect([retryAfter > 86_000, retryAfter <= 86_400]).toEqual([true, true])
  expect((await report({}, dee)).status).toBe(202)
})

test('without OPERATOR_EMAIL a report is stored and no mail is sent', async () => {
  const own = await serverWithoutOperator().createUser({ firstName: 'Una' })
  const band = await createTestBand(own)
  const about = { kind: 'event' as const, id: (await createTestGig(own, band.id)).id }
  const { id } = await createTestNote(own, band.id, about)
  const { status } = await own.post(`/api/bands/${band.id}/reports`, { kind: 'note', id, reason: 'A test' })
  expect(status).toBe(202)
  const [counts] = await serverWithoutOperator().services.db<{ reports: number; mails: number }[]>`
    select (select count(*)::int from reports) as reports,
      (select count(*)::int from outgoing_messages where purpose = 'report') as mails`
  expect(counts).toEqual({ reports: 1, mails: 0 })
})
