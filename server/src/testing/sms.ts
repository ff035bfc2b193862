// Sign-in by SMS, step by step.

import { setTimeout as sleep } from 'node:timers/promises'
import { TestClient, type TestResponse } from './test-client.ts'

/** Waits until there are `count` texts to the number; returns the newest. Throws after `timeoutMs`. */
export async function waitForTextTo(caller: TestClient, phone: string, count = 1, timeoutMs = 20_000): Promise<string> {
  for (let waited = 0; waited <= timeoutMs; waited += 50) {
    const texts = await readTextsTo(caller, phone)
    if (texts.length >= count) return texts[0] as string
    await sleep(50)
  }
  throw new Error(`Fewer than ${count} texts to ${phone}`)
}

export async function readTextsTo(caller: TestClient, phone: string): Promise<string[]> {
  const { body } = await new TestClient(caller.url).get(`/dev/inbox?format=json&to=${encodeURIComponent(phone)}`)
  return (body as { text: string }[]).map(({ text }) => text)
}

export function codeIn(text: string): string {
  const code = /\b\d{6}\b/.exec(text)?.[0]
  if (!code) throw new Error('No six-digit code in the text')
  return code
}

/** Six digits other than `code`. */
export function toWrongCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}

export async function signInBySms(
  caller: TestClient,
  phone: string,
  { linkGoogle }: { linkGoogle?: boolean } = {},
): Promise<TestResponse> {
  const before = await readTextsTo(caller, phone)
  const response = await caller.post('/auth/phone/send-code', { phone })
  if (response.status !== 202) return response
  const code = await waitForNewCode(caller, phone, before)
  return caller.post('/auth/phone/verify-code', { phone, code, linkGoogle })
}

/** Waits for a text with a code that is not in `before`. The text of an invitation may arrive meanwhile. */
async function waitForNewCode(caller: TestClient, phone: string, before: readonly string[]): Promise<string> {
  for (let waited = 0; waited <= 20_000; waited += 50) {
    const texts = await readTextsTo(caller, phone)
    const withCode = texts.find((text) => !before.includes(text) && /\b\d{6}\b/.test(text))
    if (withCode) return codeIn(withCode)
    await sleep(50)
  }
  throw new Error(`No text with a code to ${phone}`)
}
