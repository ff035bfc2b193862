// The mail of a report while the mail server fails.

import { startFakeSmtp, type FakeSmtp, type SmtpFault } from '@gaffer/fakes/smtp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { personCommand } from '#cli/person.ts'
import { parseInput } from '#cli/run-command.ts'
import { maxAttempts, sendMessage } from '#features/messages/send.ts'
import { createSmtpMailSender } from '#providers/mail.ts'
import { createTestBand, createTestGig, joinBand } from '#testing/builders.ts'
import { createTestNote } from '#testing/notes.ts'
import type { TestClient } from '#testing/test-client.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

let smtp: FakeSmtp, server: TestServer, ros: TestClient, bandId: string, noteId: string

beforeAll(async () => {
  smtp = await startFakeSmtp()
  server = await startTestServer({ SMTP_URL: smtp.url, MAIL_FROM: smtp.from, OPERATOR_EMAIL: 'operator@example.org' })
  // A short timeout, for a mail server that says nothing.
  server.services.mail = createSmtpMailSender({ url: smtp.url, from: smtp.from, timeoutMs: 1000 })
})
afterAll(async () => {
  await server?.stop()
  await smtp?.close()
})
beforeEach(async () => {
  smtp.clear()
  const dee = await server.createUser({ firstName: 'Dee' })
  ros = await server.createUser({ firstName: 'Ros' })
  bandId = (await createTestBand(dee)).id
  await joinBand(dee, bandId, ros)
  const about = { kind: 'event' as const, id: (await createTestGig(dee, bandId)).id }
  noteId = (await createTestNote(dee, bandId, about, { text: 'Rude words' })).id
})

type Row = { id: string; attempts: number; outcome: string | null; isClaimed: boolean }
const readReportMessage = async () => {
  const [row] = await server.services.db<Row[]>`
    select m.id, m.attempts, m.outcome, m.claimed_at is not null as "isClaimed"
    from outgoing_messages m join reports r on r.id = m.id where r.subject_id = ${noteId}`
  return row as Row
}

async function reportDuring(fault: SmtpFault): Promise<Row> {
  smtp.fail(fault)
  const { status } = await ros.post(`/api/bands/${bandId}/reports`, { kind: 'note', id: noteId, reason: 'Rude' })
  expect(status).toBe(202)
  await expect
    .poll(async () => {
      const { attempts, outcome, isClaimed } = await readReportMessage()
      return outcome !== null || (attempts > 0 && !isClaimed)
    })
    .toBe(true)
  return readReportMessage()
}

test.each<[string, SmtpFault]>([
  ['says nothing', { at: 'greeting', how: 'hang' }],
  ['is overloaded', { at: 'greeting', how: 421 }],
  ['has no room', { at: 'data', how: 452 }],
])('a report is accepted while the mail server %s, and a retry sends its mail once', async (_, fault) => {
  const { id, outcome } = await reportDuring(fault)
  expect(outcome).toBeNull()
  smtp.fail(null)
  await Promise.all([sendMessage(server.services, id), sendMessage(server.services, id)])
  expect((await readReportMessage()).outcome).toBe('sent')
  expect(smtp.messages().filter(({ text }) => text?.includes(id))).toHaveLength(1)
})

test('a report whose mail is refused stays in the list of reports', async () => {
  const { id, outcome } = await reportDuring({ at: 'recipient', how: 550 })
  smtp.fail(null)
  expect([outcome, smtp.messages()]).toEqual(['failed', []])
  const { db, config } = server.services
  const listed = await personCommand.run(
    { db, config, address: server.database },
    await parseInput(personCommand, ['reports'], config),
  )
  expect(listed).toContain(id)
})

test('the mail of a report is not dropped after four failed attempts, and a later attempt sends the mail', async () => {
  const { id } = await reportDuring({ at: 'greeting', how: 421 })
  for (let attempt = 0; attempt < maxAttempts; attempt += 1)
    await sendMessage(server.services, id).catch(() => undefined)
  const given = await readReportMessage()
  expect([given.attempts >= maxAttempts, given.outcome]).toEqual([true, null])
  smtp.fail(null)
  await sendMessage(server.services, id)
  expect((await readReportMessage()).outcome).toBe('sent')
})
