// Deps of test bands, the texts to them and their links.

import { expect } from 'vitest'
import type { Dep, DepRequest } from '@gaffer/domain/dep'
import type { DepLink } from '@gaffer/domain/dep-link'
import { messagesTo, messageTo } from './sms.ts'
import type { Answer, TestClient } from './test-client.ts'
import { aPhone } from './test-server.ts'

export type TestDep = Dep & { phone: string }

export async function aDep(owner: TestClient, bandId: string, input: object = {}): Promise<TestDep> {
  const body = { name: 'Tom', instrument: 'Drums', phone: aPhone(), ...input }
  const answer = await owner.post(`/api/bands/${bandId}/deps`, body)
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  return answer.body as TestDep
}

export function askDeps(owner: TestClient, path: string, deps: readonly Dep[], input: object = {}): Promise<Answer> {
  const depIds = deps.map(({ id }) => id)
  return owner.post(`${path}/dep-requests`, { depIds, mode: 'one-by-one', instrument: 'drums', ...input })
}

/** The only request of the event at `path`. */
export async function requestOf(caller: TestClient, path: string): Promise<DepRequest> {
  const [request] = (await caller.get(`${path}/dep-requests`)).body as DepRequest[]
  return request as DepRequest
}

/** "open yes asked": the request's status and those of its asks. */
export async function statuses(caller: TestClient, path: string): Promise<string> {
  const { status, asks } = await requestOf(caller, path)
  return [status, ...asks.map((ask) => ask.status)].join(' ')
}

/** Waits for the text that asks the dep; returns the path of its link in the API. */
export async function linkOf(caller: TestClient, { phone }: TestDep, count = 1): Promise<string> {
  return linkIn(await messageTo(caller, phone, count))
}

export function linkIn(text: string): string {
  const token = /\/dep\/([\w-]{16})$/.exec(text)?.[1]
  if (!token) throw new Error(`No link of a dep in the text "${text}"`)
  return `/api/dep-links/${token}`
}

export async function stateOf(caller: TestClient, link: string): Promise<DepLink['state']> {
  return ((await caller.get(link)).body as DepLink).state
}

/** The texts to the dep without links, the oldest first. */
export async function textsTo(caller: TestClient, { phone }: TestDep): Promise<string[]> {
  return (await messagesTo(caller, phone)).map((text) => text.replace(/https?:\S+/, 'LINK')).toReversed()
}

export async function expectTexts(caller: TestClient, dep: TestDep, texts: readonly string[]): Promise<void> {
  await expect.poll(() => textsTo(caller, dep)).toEqual(texts)
}
