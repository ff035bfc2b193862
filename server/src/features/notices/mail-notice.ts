// The job that mails a notice.

import type { Deps } from '#deps.ts'
import { mailNotice } from '#features/notice-mails/service.ts'
import { findDeliverable, finishDeliveries } from './delivery-store.ts'

export async function mailQueuedNotice(deps: Deps, { noticeId }: { noticeId: string }): Promise<void> {
  const notice = await findDeliverable(deps.db, noticeId, 'email')
  if (!notice) return
  const outcome = notice.isWanted ? await mailNotice(deps, noticeId) : 'dropped'
  await finishDeliveries(deps.db, [noticeId], 'email', outcome)
  deps.metrics.countNotice('email', outcome)
}
