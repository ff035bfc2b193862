import { setTimeout as sleep } from 'node:timers/promises'
import type { TestClient } from './test-client.ts'

export type Mail = { subject: string | null; text: string }

export async function readMailsTo(caller: TestClient, address: string): Promise<Mail[]> {
  const inbox = await fetch(`${caller.url}/dev/inbox?format=json&to=${encodeURIComponent(address)}`)
  return (await inbox.json()) as Mail[]
}

/** Waits until there are `count` mails to the address; returns the newest. */
export async function waitForMailTo(caller: TestClient, address: string, count = 1): Promise<Mail> {
  for (let waited = 0; waited <= 20_000; waited += 50) {
    const mails = await readMailsTo(caller, address)
    if (mails.length >= count) return mails[0] as Mail
    await sleep(50)
  }
  throw new Error(`Fewer than ${count} mails to ${address}`)
}

/** The token of the invitation link in a text or mail. */
export function invitationTokenIn(text: string): string {
  const token = /\/invite\/([\w-]{43})/.exec(text)?.[1]
  if (!token) throw new Error('No invitation link in the message')
  return token
}
