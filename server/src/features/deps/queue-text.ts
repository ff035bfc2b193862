import { randomUUIDv7 } from 'node:crypto'
import type { DepTextKind } from '@gaffer/domain/deps/dep-text'
import { computeDeliveryInstant } from '@gaffer/domain/notices/notice-times'
import type { Services } from '#services.ts'
import type { Db, JobInserter } from '#platform/db/connection.ts'
import type { EventKey } from '#features/events/event-columns.ts'
import { addMessages, postponeMessage } from '#features/messages/queue.ts'
import { advanceDepRequestsJob } from './dep-jobs.ts'
import { lockDepEvent } from './request-store.ts'
import { listAsksToFollowUp, updatePayerOfFollowUps, type TextPayer } from './text-store.ts'

export type TextQueueServices = { jobs: JobInserter } & Pick<Services, 'config'>

type SendTiming = { now: number; gigStartsAt: number }

export type NewDepText = EventKey & {
  /** Null for a text about the deletion of the dep or the band, whose `kind` and `body` are set. Other texts are composed when they are sent. */
  askId: string | null
  kind: DepTextKind | null
  body?: string
  /** The phone number that gets the text. */
  recipient: string
  /** Whether the text reports a change: it counts towards the budgets when it is sent, and waits while one is used up. */
  isFollowUp: boolean
} & TextPayer

/** Adds a text without a due time, which `queueDepText` sets later; returns the id of the text. */
export async function addDepText(
  services: { jobs: JobInserter },
  tx: Db,
  { requestedBy: causedBy, address: networkAddress, isFollowUp, ...text }: NewDepText,
): Promise<string> {
  const message = { ...text, way: 'text', purpose: 'dep text', causedBy, networkAddress, dueAt: null } as const
  const id = randomUUIDv7()
  await addMessages(services, tx, [{ ...message, id, isRequested: !isFollowUp }])
  return id
}

/** Returns the due time of a text in epoch ms: now, or when the quiet hours end or the gig is 24 hours away, whichever comes first. */
export function computeDepTextDueAt({ config }: Pick<Services, 'config'>, { now, gigStartsAt }: SendTiming): number {
  return computeDeliveryInstant(now, { quietHours: config.quietHours, eventStartsAt: gigStartsAt })
}

/** Sets the due time of a text and adds its job; returns the due time in epoch ms. */
export async function queueDepText(
  services: TextQueueServices,
  tx: Db,
  id: string,
  timing: SendTiming,
): Promise<number> {
  const at = computeDepTextDueAt(services, timing)
  await postponeMessage(services, tx, { id, way: 'text', dueAt: new Date(at) })
  return at
}

/** Adds a text that follows a change, and its job; returns the due time in epoch ms. */
export async function queueDepFollowUp(
  services: TextQueueServices,
  tx: Db,
  text: Omit<NewDepText, 'isFollowUp'>,
  timing: SendTiming,
): Promise<number> {
  return queueDepText(services, tx, await addDepText(services, tx, { ...text, isFollowUp: true }), timing)
}

/** Locks the events until the transaction ends, which serialises writes about their deps. */
export async function lockEventsForDepWrites(tx: Db, events: readonly EventKey[]): Promise<void> {
  for (const event of events) await lockDepEvent(tx, event)
}

/**
 * Adds texts to the deps who were texted about events that were then changed, cancelled, deleted or restored. The texts count towards the
 * budgets of the payer. Advancing the requests deletes texts that are not needed. Call it after `lockEventsForDepWrites`.
 */
export async function queueTextsAfterChange(
  services: Pick<Services, 'jobs'>,
  tx: Db,
  events: readonly EventKey[],
  payer: TextPayer,
): Promise<void> {
  for (const { bandId, eventId } of events) {
    const event = { bandId, eventId }
    await updatePayerOfFollowUps(tx, { ...event, ...payer })
    for (const ask of await listAsksToFollowUp(tx, event))
      await addDepText(services, tx, { ...event, ...ask, ...payer, kind: null, isFollowUp: true })
    await services.jobs.add(tx, advanceDepRequestsJob, event)
  }
}
