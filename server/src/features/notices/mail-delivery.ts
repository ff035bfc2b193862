// The job that mails a notice.

import type { Services } from '#services.ts'
import { mailNotice } from './mail-service.ts'
import { listUndeliveredNotices, finishDeliveries } from './delivery-store.ts'

export async function mailQueuedNotice(services: Services, { noticeId }: { noticeId: string }): Promise<void> {
  const [notice] = await listUndeliveredNotices(services.db, { noticeIds: [noticeId], way: 'email' })
  if (!notice) return
  const outcome = notice.isWanted ? await mailNotice(services, noticeId) : 'dropped'
  await finishDeliveries(services.db, { noticeIds: [noticeId], way: 'email', outcome })
  services.metrics.countNotice('email', outcome)
}
