// The job that mails a notice.

import type { Deps } from '#deps.ts'
import { mailNotice } from '#features/notice-mails/service.ts'
import { findDeliverableNotices, finishDeliveries } from './delivery-store.ts'

export async function mailQueuedNotice(deps: Deps, { noticeId }: { noticeId: string }): Promise<void> {
  const [notice] = await findDeliverableNotices(deps.db, { noticeIds: [noticeId], way: 'email' })
  if (!notice) return
  const outcome = notice.isWanted ? await mailNotice(deps, noticeId) : 'dropped'
  await finishDeliveries(deps.db, { noticeIds: [noticeId], way: 'email', outcome })
  deps.metrics.countNotice('email', outcome)
}
