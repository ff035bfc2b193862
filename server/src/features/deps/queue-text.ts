import { randomUUIDv7 } from 'node:crypto'
import { computeDeliveryInstant } from '@gaffer/domain/notice-times'
import type { Services } from '#services.ts'
import type { Db } from '#platform/db/connection.ts'
import { sendDepTextJob } from './dep-jobs.ts'
import { insertDepText, markDepTextQueued, type NewDepText } from './text-store.ts'

export type TextQueueServices = Pick<Services, 'jobs' | 'config'>

/**
 * Adds the job of a text, at once or when the quiet hours end; returns when it is due, in epoch ms. `id` is null for a text that has no row
 * yet: one that follows a change, and counts towards no budget.
 */
export async function queueDepText(
  { jobs, config }: TextQueueServices,
  tx: Db,
  { id, ...text }: Omit<NewDepText, 'id' | 'requestedBy' | 'address'> & { id: string | null },
  { now, gigStartsAt }: { now: number; gigStartsAt: number },
): Promise<number> {
  const at = computeDeliveryInstant(now, { quietHours: config.quietHours, eventStartsAt: gigStartsAt })
  const textId = id ?? randomUUIDv7()
  if (id === null) await insertDepText(tx, { ...text, id: textId, requestedBy: null, address: null })
  await markDepTextQueued(tx, { id: textId, at })
  await jobs.addAll(tx, sendDepTextJob, [{ payload: { textId }, startAfter: new Date(at) }])
  return at
}
