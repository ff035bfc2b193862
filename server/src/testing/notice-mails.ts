// A band with Ros, whose address for notices is verified, and a mail server whose mails can be read and that can fail.

import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { startFakeSmtp, type ReceivedMail, type FakeSmtp } from '@gaffer/fakes/smtp'
import type { Band } from '@gaffer/domain/bands/band'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { Membership } from '@gaffer/domain/bands/member'
import type { NoticeKind } from '@gaffer/domain/notices/notice'
import { createTestBand, createTestGig, joinBand } from './builders.ts'
import { deliverNotice, insertNoticeMessages } from './messages.ts'
import type { TestClient } from './test-client.ts'
import { testClock } from './test-clock.ts'
import { startTestServer, type TestServer } from './test-server.ts'

export type NoticeMailScene = {
  dee: TestClient
  ros: TestClient
  band: Band & { membership: Membership }
  rosCard: Membership
  gig: CalendarEntry
  /** The address of Ros. */
  email: string
}
type Overrides = { kind?: NoticeKind; title?: string; body?: string; eventId?: string | null; bandId?: string | null }

let smtp: FakeSmtp, server: TestServer, scene: NoticeMailScene

/** Starts the servers before the first test of the file, and creates a new band before each test. */
export function useNoticeMailFixture() {
  let count = 0
  beforeAll(async () => {
    smtp = await startFakeSmtp()
    server = await startTestServer({ SMTP_URL: smtp.url, MAIL_FROM: smtp.from })
  })
  afterAll(async () => {
    await server?.stop()
    await smtp?.close()
  })
  beforeEach(async () => {
    smtp.fail(null)
    smtp.clear()
    count += 1
    const dee = await server.createUser({ displayName: 'Dee' })
    const ros = await server.createUser({ displayName: 'Ros' })
    const band = await createTestBand(dee)
    const rosCard = await joinBand(dee, band.id, ros)
    const gig = await createTestGig(dee, band.id, { title: 'Launch', notes: 'Canary notes' })
    const email = `ros${count}@example.org`
    await server.services
      .db`insert into notice_emails (user_id, email, verified_at) values (${ros.user.id}, ${email}, ${testClock.now()})`
    scene = { dee, ros, band, rosCard, gig, email }
  })
  return { smtp: () => smtp, server: () => server, scene: () => scene }
}

/** A notice to Ros, with a mail to deliver. */
export async function insertMailNotice(given: Overrides = {}): Promise<string> {
  const { ros, gig, band } = scene
  const {
    kind = 'answer.asked',
    title = 'Can you make it? Launch, Fri 12 Mar, 8 PM',
    body = 'Dee asks. Place: X.',
  } = given
  const { eventId = gig.id, bandId = band.id } = given
  const { db } = server.services
  const id = randomUUIDv7()
  const url = eventId === null ? '/notices' : `/bands/${bandId}/events/${eventId}`
  const dedupKey = kind === 'reminder' ? `eveningBefore ${id}` : null
  await db`
    insert into notices (user_id, id, band_id, event_id, cause_id, kind, title, body, url, dedup_key, created_at, schedule)
    values (${ros.user.id}, ${id}, ${bandId}, ${eventId}, ${randomUUIDv7()}, ${kind}, ${title}, ${body}, ${url},
      ${dedupKey}, ${testClock.now()}, (select schedule_of(e.date, e.start_time, e.location, e.venue) from events e where e.id = ${eventId}))`
  await insertNoticeMessages(server.services, [id], 'mail')
  return id
}

/** Runs the job of the notice; returns the outcome that it recorded. */
export function deliverNoticeMail(noticeId: string): Promise<string | null | undefined> {
  return deliverNotice(server.services, noticeId, 'mail')
}

export async function insertAndDeliverNotice(given?: Overrides): Promise<string | null | undefined> {
  return deliverNoticeMail(await insertMailNotice(given))
}

export function expectOnlyMail(): ReceivedMail & { text: string; html: string } {
  expect(smtp.messages()).toHaveLength(1)
  return smtp.messages()[0] as ReceivedMail & { text: string; html: string }
}
