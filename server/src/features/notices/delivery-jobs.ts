// One job for each notice and way. Payloads have the id of the notice only.

import type { NoticeWay } from '@gaffer/domain/notice'
import type { Db } from '#platform/db/connection.ts'
import type { JobKind, Jobs } from '#platform/jobs.ts'
import type { PlannedDelivery } from './store.ts'

type DeliveryJob = { noticeId: string }

/** A queue for each way: a provider that hangs delays only its own. */
export const deliveryJobs: Record<NoticeWay, JobKind<DeliveryJob>> = {
  push: { name: 'push-notice', workers: 4 },
  email: { name: 'mail-notice' },
  sms: { name: 'text-notice' },
}

export async function addDeliveryJobs(
  jobs: Pick<Jobs, 'addAll'>,
  tx: Db,
  deliveries: readonly PlannedDelivery[],
): Promise<void> {
  for (const [way, kind] of Object.entries(deliveryJobs)) {
    const own = deliveries.filter((delivery) => delivery.way === way)
    await jobs.addAll(
      tx,
      kind,
      own.map(({ noticeId, dueAt }) => ({ payload: { noticeId }, startAfter: dueAt })),
    )
  }
}
