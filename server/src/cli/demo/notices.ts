// The demo's notices: the older notices are read, the notices of the latest changes are unread.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Notice } from '@gaffer/domain/notices/notice'
import { settleDueNotices } from '#features/notices/settle.ts'
import { command, sql } from '#platform/db/statement.ts'
import type { Services } from '#services.ts'
import type { RunningGaffer } from '#start.ts'
import type { SignedInDemoPerson } from './people.ts'

/** Makes the notices of all changes so far at once, without the settling time. */
export async function settleAllNotices(services: Services): Promise<void> {
  await settleDueNotices({ ...services, config: { ...services.config, noticeSettleSeconds: 0 } }, services.ending)
}

export async function markAllNoticesRead(people: readonly SignedInDemoPerson[]): Promise<void> {
  for (const one of people) {
    const { notices } = await one.call<{ notices: Notice[] }>('GET', '/api/me/notices')
    if (notices[0]) await one.call('POST', '/api/me/notices/read', { upTo: notices[0].id })
  }
}

const backdateActivity = command(sql`update activity set at = at - interval '3 days'`)
const backdateNotices = command(sql`
  update notices set created_at = created_at - interval '3 days', read_at = read_at - interval '3 days'`)

/** Moves the existing activity and notices three days into the past, so that not everything seems to have happened at once. */
export async function backdateHistory({ db }: Services): Promise<void> {
  await backdateActivity(db, {})
  await backdateNotices(db, {})
}

const mailTimeoutMs = 15_000
const pollMs = 20

/** Gives the member an address for notices, so that mails are in the inbox. Does nothing if mails are really sent. */
export async function addVerifiedEmail({ app, services }: RunningGaffer, person: SignedInDemoPerson): Promise<void> {
  if (!services.config.faked.mail) return
  const email = `${person.firstName.toLowerCase()}@nightbuses.example`
  await person.call('POST', '/api/me/email', { email })
  const url = `/dev/inbox?format=json&to=${encodeURIComponent(email)}`
  for (let waited = 0; waited < mailTimeoutMs; waited += pollMs) {
    const [mail] = (await app.inject({ url })).json<{ text: string }[]>()
    const code = /^\d{6}/.exec(mail?.text ?? '')?.[0]
    if (code) {
      await person.call('POST', '/api/me/email/verify', { code })
      return
    }
    await sleep(pollMs)
  }
  throw new Error(`No code was sent to ${email} within ${mailTimeoutMs / 1000} s`)
}
