// Deps of test bands, the texts to them and their links.

import { expect } from 'vitest'
import type { Dep, DepRequest } from '@gaffer/domain/deps/dep'
import type { DepLinkContent } from '@gaffer/domain/deps/dep-link'
import { sendMessages } from '#features/messages/send.ts'
import { readTextsTo, waitForTextTo } from './sms.ts'
import type { TestResponse, TestClient } from './test-client.ts'
import { nextTestPhone, type TestServer } from './test-server.ts'

export type TestDep = Dep & { phone: string }

export async function createTestDep(owner: TestClient, bandId: string, input: object = {}): Promise<TestDep> {
  const body = { name: 'Tom', instrument: 'Drums', phone: nextTestPhone(), ...input }
  const response = await owner.post(`/api/bands/${bandId}/deps`, body)
  expect([response.status, response.text]).toEqual([201, expect.any(String)])
  return response.body as TestDep
}

export function askDeps(
  owner: TestClient,
  path: string,
  deps: readonly Dep[],
  input: object = {},
): Promise<TestResponse> {
  const depIds = deps.map(({ id }) => id)
  return owner.post(`${path}/dep-requests`, { depIds, mode: 'one-by-one', instrument: 'drums', ...input })
}

/** The only request of the event at `path`. */
export async function findOnlyDepRequest(caller: TestClient, path: string): Promise<DepRequest> {
  const [request] = (await caller.get(`${path}/dep-requests`)).body as DepRequest[]
  return request as DepRequest
}

/** The status of the request, and then of each of its asks, such as "open yes asked". */
export async function readDepStatusLine(caller: TestClient, path: string): Promise<string> {
  const { status, asks } = await findOnlyDepRequest(caller, path)
  return [status, ...asks.map((ask) => ask.status)].join(' ')
}

/** Waits for the text that asks the dep; returns the path of its link in the API. */
export async function waitForDepLinkPath(caller: TestClient, { phone }: TestDep, count = 1): Promise<string> {
  return readDepLinkPath(await waitForTextTo(caller, phone, count))
}

export function readDepLinkPath(text: string): string {
  const token = /\/dep\/([\w-]{16})$/.exec(text)?.[1]
  if (!token) throw new Error(`No link of a dep in the text "${text}"`)
  return `/api/dep-links/${token}`
}

export async function readDepLinkState(caller: TestClient, link: string): Promise<DepLinkContent['state']> {
  return ((await caller.get(link)).body as DepLinkContent).state
}

/** The texts to the dep without links, the oldest first. */
export async function readDepTexts(caller: TestClient, { phone }: TestDep): Promise<string[]> {
  return (await readTextsTo(caller, phone)).map((text) => text.replace(/https?:\S+/, 'LINK')).toReversed()
}

export async function expectDepTexts(caller: TestClient, dep: TestDep, texts: readonly string[]): Promise<void> {
  await expect.poll(() => readDepTexts(caller, dep)).toEqual(texts)
}

/** Moves the sent texts into the past, and runs the jobs of texts that wait for the pause between two texts or for a budget. */
export async function passMinutesSinceDepTexts({ services }: TestServer, minutes: number): Promise<void> {
  const { db } = services
  await db`
    update outgoing_messages set claimed_at = claimed_at - make_interval(mins => ${minutes}),
      counted_at = counted_at - make_interval(mins => ${minutes})
    where claimed_at is not null and purpose = 'dep text'`
  const waiting = await db<{ messageIds: string[] }[]>`
    select distinct data -> 'messageIds' as "messageIds" from jobs.job where name = 'send-text' and state = 'created'`
  await Promise.all(waiting.map(({ messageIds }) => sendMessages(services, messageIds)))
}

/** Waits until every text to a dep was sent, or is queued for later. */
export async function waitUntilDepTextsSettled({ services }: TestServer, bandId: string): Promise<void> {
  const listUnsettled = () => services.db`
    select id from pending_notices where band_id = ${bandId} and cause = 'event'
    union all select id from jobs.job
      where name in ('send-text', 'advance-deps') and state < 'completed' and start_after <= now() + interval '1 second'`
  await expect.poll(async () => (await listUnsettled()).length).toBe(0)
}
