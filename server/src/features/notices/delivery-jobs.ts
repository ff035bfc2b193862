// The jobs that deliver notices. Payloads have ids of notices only.

import type { NoticeDeliveryWay } from '@gaffer/domain/notices/notice'
import { chunksOf } from '#platform/chunks.ts'
import type { Db } from '#platform/db/connection.ts'
import type { QueueDefinition, JobQueue } from '#platform/jobs.ts'
import type { PlannedDelivery } from './store.ts'

/** A queue for each way: a provider that hangs delays only its own. */
export const deliveryJobs = {
  // A job sends its messages in parallel.
  push: { name: 'push-notice', workers: 2, batchSize: 2 } as QueueDefinition<{ noticeIds: string[] }>,
  email: { name: 'mail-notice' } as QueueDefinition<{ noticeId: string }>,
  sms: { name: 'text-notice' } as QueueDefinition<{ noticeId: string }>,
}

/** Notices that are read, claimed and recorded with one statement each. */
const pushesPerJob = 20

/** Adds a job for each mail and text, and one for up to twenty push messages that are due at the same time. */
export async function addDeliveryJobs(
  jobs: Pick<JobQueue, 'addAll'>,
  tx: Db,
  deliveries: readonly PlannedDelivery[],
): Promise<void> {
  const inWay = (way: NoticeDeliveryWay) => deliveries.filter((delivery) => delivery.way === way)
  await jobs.addAll(tx, deliveryJobs.push, pushJobs(inWay('push')))
  for (const way of ['email', 'sms'] as const) {
    const added = inWay(way).map(({ noticeId, dueAt }) => ({ payload: { noticeId }, startAfter: dueAt }))
    await jobs.addAll(tx, deliveryJobs[way], added)
  }
}

function pushJobs(deliveries: readonly PlannedDelivery[]) {
  return [...Map.groupBy(deliveries, ({ dueAt }) => dueAt.getTime()).values()].flatMap((own) =>
    chunksOf(own, pushesPerJob).map((some) => {
      const [{ dueAt }] = some as [PlannedDelivery]
      return { payload: { noticeIds: some.map(({ noticeId }) => noticeId) }, startAfter: dueAt }
    }),
  )
}
