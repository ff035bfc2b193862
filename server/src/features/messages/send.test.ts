// How a message is handed over to its provider: once, and again only when it was certainly not sent.

import { randomUUIDv7 } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { ProviderError, type ProviderFailure } from '#providers/provider-error.ts'
import { createTestBand } from '#testing/builders.ts'
import { readTextsTo } from '#testing/sms.ts'
import { nextTestPhone, useTestServer } from '#testing/test-server.ts'
import { messageJobs } from './jobs.ts'
import { addMissingMessageJobs } from './queue.ts'
import { fromNow, testClock } from '#testing/test-clock.ts'
import { sendMessage } from './send.ts'

const server = useTestServer()
let phone: string, id: string

/** Stores an invitation by text without a job. */
beforeEach(async () => {
  const { services } = server()
  const owner = await server().createUser()
  const band = await createTestBand(owner)
  phone = nextTestPhone()
  const { jobs } = services
  services.jobs = { ...jobs, addAll: () => Promise.resolve() }
  try {
    await owner.post(`/api/bands/${band.id}/invites/phone`, { phone })
  } finally {
    services.jobs = jobs
  }
  const [message] = await services.db<{ id: string }[]>`select id from outgoing_messages where recipient = ${phone}`
  id = message?.id as string
})

const readTexts = () => readTextsTo(server().newClient(), phone)

async function readState(): Promise<{ outcome: string | null; attempts: number; isClaimed: boolean }> {
  const [row] = await server().services.db<{ outcome: string | null; attempts: number; isClaimed: boolean }[]>`
    select outcome, attempts, claimed_at is not null as "isClaimed" from outgoing_messages where id = ${id}`
  return row!
}

/** Services whose SMS provider always fails. */
function createFailingServices(failure: ProviderFailure, retryAfterSeconds: number | null = null) {
  const sms = {
    send: () =>
      Promise.reject(new ProviderError({ service: 'sms', failure, reference: 'x', detail: 'HTTP', retryAfterSeconds })),
  }
  return { ...server().services, sms }
}

async function readWaitingJobDelays(): Promise<number[]> {
  const rows = await server().services.db<{ seconds: number }[]>`
    select round(extract(epoch from start_after - now()))::int as seconds from jobs.job
    where name = ${messageJobs.text.name} and state = 'created' and data -> 'messageIds' ? ${id}`
  return rows.map(({ seconds }) => seconds)
}

test('a message that ten parallel jobs send reaches the provider once', async () => {
  await Promise.all(Array.from({ length: 10 }, () => sendMessage(server().services, id)))
  expect(await readTexts()).toHaveLength(1)
  expect(await readState()).toEqual({ outcome: 'sent', attempts: 1, isClaimed: true })
})

test('after the fourth failed attempt a message is recorded as failed and not sent again', async () => {
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    await expect(sendMessage(createFailingServices('busy'), id)).rejects.toThrow('busy')
    expect(await readState()).toEqual({ outcome: attempt === 4 ? 'failed' : null, attempts: attempt, isClaimed: false })
  }
  await sendMessage(server().services, id)
  expect(await readTexts()).toEqual([])
})

test('a message is retried after the time of the provider’s Retry-After', async () => {
  await sendMessage(createFailingServices('busy', 120), id)
  const [seconds, ...others] = await readWaitingJobDelays()
  expect(others).toEqual([])
  expect(seconds).toBeGreaterThan(110)
  expect(seconds).toBeLessThanOrEqual(120)
  await sendMessage(server().services, id)
  expect(await readTexts()).toHaveLength(1)
})

test('a message whose server was killed while sending keeps a job, and is recorded as failed after 30 seconds', async () => {
  const { services } = server()
  await services.db`update outgoing_messages set claimed_at = ${testClock.now()}::timestamptz where id = ${id}`
  await sendMessage(services, id)
  expect((await readState()).outcome).toBeNull()
  expect(await readWaitingJobDelays()).toHaveLength(1)
  await services.db`update outgoing_messages set claimed_at = ${testClock.now()}::timestamptz - interval '31 seconds' where id = ${id}`
  await sendMessage(services, id)
  expect((await readState()).outcome).toBe('failed')
  expect(await readTexts()).toEqual([])
})

test('addMissingMessageJobs adds one job for a waiting message that has no job, and a second call adds no other job', async () => {
  const { services } = server()
  await services.db`update outgoing_messages set due_at = ${fromNow({ hours: 1 })} where id = ${id}`
  await addMissingMessageJobs(services)
  await addMissingMessageJobs(services)
  expect(await readWaitingJobDelays()).toHaveLength(1)
})

test('a message that is deleted before its job runs is not sent', async () => {
  await sendMessage(server().services, randomUUIDv7())
  await server().services.db`delete from outgoing_messages where id = ${id}`
  await sendMessage(server().services, id)
  expect(await readTexts()).toEqual([])
})
