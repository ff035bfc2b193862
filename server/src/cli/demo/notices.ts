// The demo's notices: the older ones are read, the news is unread.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Notice } from '@gaffer/domain/notices/notice'
import { settleDueNotices } from '#features/notices/settle.ts'
import type { DemoContext, SignedInDemoPerson } from './create-bands.ts'

/** Makes the notices of all changes so far, without the time in which further changes would join them. */
export async function settleAllNotices({ gaffer: { services } }: DemoContext): Promise<void> {
  await settleDueNotices({ ...services, config: { ...services.config, noticeSettleSeconds: 0 } }, services.ending)
}

export async function markAllNoticesRead({ people }: DemoContext): Promise<void> {
  for (const one of people) {
    const { notices } = await one.call<{ notices: Notice[] }>('GET', '/api/me/notices')
    if (notices[0]) await one.call('POST', '/api/me/notices/read', { upTo: notices[0].id })
  }
}

/** Moves what is there into the past, so that it does not all seem to have happened at once. */
export async function backdateHistory({ gaffer: { services } }: DemoContext): Promise<void> {
  const { db } = services
  await db`update activity set at = at - interval '3 days'`
  await db`update event_changes set at = at - interval '3 days'`
  await db`update answers set answered_at = answered_at - interval '3 days'`
  await db`update notices set created_at = created_at - interval '3 days', read_at = read_at - interval '3 days'`
}

const waitMs = 15_000
const pollMs = 20

/** Gives the member an address for notices, so that mails are in the inbox. Does nothing if mails are really sent. */
export async function addVerifiedEmail(
  { gaffer: { app, services } }: DemoContext,
  person: SignedInDemoPerson,
): Promise<void> {
  if (!services.config.faked.mail) return
  const email = `${person.firstName.toLowerCase()}@nightbuses.example`
  await person.call('POST', '/api/me/email', { email })
  const url = `/dev/inbox?format=json&to=${encodeURIComponent(email)}`
  for (let waited = 0; waited < waitMs; waited += pollMs) {
    const [mail] = (await app.inject({ url })).json<{ text: string }[]>()
    const code = /^\d{6}/.exec(mail?.text ?? '')?.[0]
    if (code) {
      await person.call('POST', '/api/me/email/verify', { code })
      return
    }
    await sleep(pollMs)
  }
  throw new Error(`No code was sent to ${email} within ${waitMs / 1000} s`)
}
