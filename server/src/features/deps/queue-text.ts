import { randomUUIDv7 } from 'node:crypto'
import { computeDeliveryInstant } from '@gaffer/domain/notices/notice-times'
import type { Services } from '#services.ts'
import type { Db } from '#platform/db/connection.ts'
import type { EventKey } from '#features/events/columns.ts'
import { advanceDepRequestsJob, sendDepTextJob } from './dep-jobs.ts'
import { lockDepEvent } from './request-store.ts'
import { insertDepFollowUps, insertDepText, markDepTextQueued, type NewDepText, type TextPayer } from './text-store.ts'

export type TextQueueServices = Pick<Services, 'jobs' | 'config'>

type When = { now: number; gigStartsAt: number }

/** Adds the job of a text, at once or when the quiet hours end; returns when it is due, in epoch ms. */
export async function queueDepText(
  { jobs, config }: TextQueueServices,
  tx: Db,
  textId: string,
  { now, gigStartsAt }: When,
): Promise<number> {
  const at = computeDeliveryInstant(now, { quietHours: config.quietHours, eventStartsAt: gigStartsAt })
  await markDepTextQueued(tx, { id: textId, at })
  await jobs.addAll(tx, sendDepTextJob, [{ payload: { textId }, startAfter: new Date(at) }])
  return at
}

/** Adds a text that follows a change, and its job; returns when it is due. */
export async function queueDepFollowUp(
  services: TextQueueServices,
  tx: Db,
  text: Omit<NewDepText, 'id' | 'isFollowUp'>,
  when: When,
): Promise<number> {
  const id = randomUUIDv7()
  await insertDepText(tx, { ...text, id, isFollowUp: true })
  return queueDepText(services, tx, id, when)
}

/** Takes the locks that writes about the deps of these events hold, until the transaction ends. */
export async function lockDepsOfEvents(tx: Db, events: readonly EventKey[]): Promise<void> {
  for (const event of events) await lockDepEvent(tx, event)
}

/**
 * Tells the deps of events that were changed, cancelled, deleted or restored. The texts count towards the budgets of the payer. Call it after
 * `lockDepsOfEvents`.
 */
export async function queueTextsAfterChange(
  { jobs }: Pick<Services, 'jobs'>,
  tx: Db,
  events: readonly EventKey[],
  payer: TextPayer,
): Promise<void> {
  for (const { bandId, eventId } of events) {
    await insertDepFollowUps(tx, { bandId, eventId, ...payer })
    await jobs.add(tx, advanceDepRequestsJob, { bandId, eventId })
  }
}
