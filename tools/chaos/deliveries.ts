// Compares the messages that the fake providers received with the outcomes that the server recorded.

import { setTimeout as sleep } from 'node:timers/promises'
import { messageBudgets } from '../../server/src/features/messages/budget.ts'
import type { FakeProviders } from './providers.ts'
import type { ServerUnderTest } from './server-under-test.ts'

/** Messages that a recipient got more than once. */
export function findRepeatedDeliveries({ push, mail, sms }: FakeProviders): string[] {
  return [
    ...push.deliveries().map(({ endpoint, id, count }) => ({ what: `push of the notice ${id} to ${endpoint}`, count })),
    ...mail.deliveries().map(({ to, key, count }) => ({ what: `mail ${key} to ${to}`, count })),
    ...sms.deliveries().map(({ to, key, count }) => ({ what: `text "${key}" to ${to}`, count })),
  ]
    .filter(({ count }) => count > 1)
    .map(({ what, count }) => `${count} times the ${what}`)
}

type NoticeRow = {
  id: string
  way: 'push' | 'mail'
  outcome: string | null
  isClaimed: boolean
  hasMail: boolean
  /** Mails with notices that were claimed for the recipient. */
  mailsToRecipient: number
}
/** Texts to deps, and mails that confirm enquiries. */
type OtherMessageRow = { id: string; purpose: string; recipient: string; isClaimed: boolean }

export type DeliveryComparison = {
  handedOver: number
  /** Notices with a push message that were also mailed: the push failed, or its outcome is unknown. */
  mailedInstead: number
  /** Messages that were claimed before the server was killed or the provider gave no usable response. They are not sent again. */
  unclear: number
  /** Mails that a member did not get because of the limit of mails with notices per day. */
  overLimit: number
  lost: string[]
  twice: string[]
}

/** Compares until nothing is lost, or until `untilMs` (epoch time): the jobs of killed servers run again after a minute. */
export async function waitAndCompareDeliveries(server: ServerUnderTest, untilMs: number): Promise<DeliveryComparison> {
  for (;;) {
    const found = await compareDeliveries(server)
    if (found.lost.length === 0 || Date.now() > untilMs) return found
    await sleep(2000)
  }
}

async function compareDeliveries(server: ServerUnderTest): Promise<DeliveryComparison> {
  const { providers } = server
  const pushed = new Set(providers.push.deliveries().map(({ id }) => id))
  const mailed = new Set(providers.mail.deliveries().map(({ key }) => /^<notice-(.*)@/.exec(key)?.[1]))
  const reached = new Set([...providers.sms.deliveries(), ...providers.mail.deliveries()].map(({ to }) => to))
  const [notices, others] = await server.withDatabase(async (db) => [
    await db<NoticeRow[]>`
      select n.id, d.way, d.outcome, d.claimed_at is not null as "isClaimed",
        exists (select from outgoing_messages o where o.notice_id = n.id and o.way = 'mail') as "hasMail",
        count(d.claimed_at) filter (where d.way = 'mail') over (partition by n.user_id)::int as "mailsToRecipient"
      from notices n join outgoing_messages d on d.notice_id = n.id`,
    await db<OtherMessageRow[]>`
      select id, purpose, recipient, claimed_at is not null as "isClaimed" from outgoing_messages
      where purpose in ('dep text', 'enquiry') and due_at < clock_timestamp()`,
  ])
  const lost: string[] = []
  let unclear = 0
  let overLimit = 0
  for (const { id, way, outcome, isClaimed, hasMail, mailsToRecipient } of notices) {
    const isHandedOver = way === 'push' ? pushed.has(id) : mailed.has(id)
    if (outcome === null) lost.push(`The notice ${id} waits to go by ${way}`)
    else if (outcome === 'sent' && !isHandedOver) lost.push(`The notice ${id} is recorded as sent by ${way}`)
    else if (outcome === 'failed' && way === 'push' && !hasMail) lost.push(`The notice ${id} was not mailed instead`)
    else if (outcome === 'failed' && way === 'mail' && !isHandedOver) {
      if (isClaimed) unclear += 1
      else if (mailsToRecipient >= messageBudgets.toRecipient.noticeMails[0]!.maxMessages) overLimit += 1
      else lost.push(`The mail of the notice ${id} was given up before it was sent`)
    }
  }
  for (const { id, purpose, isClaimed } of others.filter(({ recipient }) => !reached.has(recipient))) {
    if (isClaimed) unclear += 1
    else lost.push(`The message ${id} (${purpose}) waits to be sent`)
  }
  return {
    handedOver: providers.counts().reduce((sum, count) => sum + count, 0),
    mailedInstead: notices.filter(({ id, way }) => way === 'push' && mailed.has(id)).length,
    unclear,
    overLimit,
    lost,
    twice: findRepeatedDeliveries(providers),
  }
}
