import type { Deps } from '#deps.ts'
import { sendInvitationJob, sendQueuedInvitation } from '#features/invitations/send-invitation.ts'
import { sendEmailCodeJob, sendQueuedEmailCode } from '#features/notice-emails/service.ts'
import { deliveryJobs } from '#features/notices/delivery-jobs.ts'
import { mailQueuedNotice } from '#features/notices/mail-notice.ts'
import { pushNotices } from '#features/notices/push-notices.ts'
import { textNotice } from '#features/notices/text-notice.ts'
import { readCalendarJob, readQueuedCalendar } from '#features/busy-calendars/schedule.ts'
import { advanceQueuedDeps } from '#features/deps/advance.ts'
import { advanceDepsJob, textDepJob } from '#features/deps/dep-jobs.ts'
import { textQueuedDep } from '#features/deps/text-dep.ts'
import { sendCodeJob, sendQueuedCode } from '#features/auth/send-code.ts'

export async function registerJobs(deps: Deps): Promise<void> {
  await deps.jobs.work(sendInvitationJob, (payload) => sendQueuedInvitation(deps, payload))
  await deps.jobs.work(sendEmailCodeJob, (payload) => sendQueuedEmailCode(deps, payload))
  await deps.jobs.work(sendCodeJob, (payload) => sendQueuedCode(deps, payload))
  await deps.jobs.work(deliveryJobs.push, ({ noticeIds }) => pushNotices(deps, noticeIds))
  await deps.jobs.work(deliveryJobs.email, (payload) => mailQueuedNotice(deps, payload))
  await deps.jobs.work(deliveryJobs.sms, (payload) => textNotice(deps, payload))
  await deps.jobs.work(textDepJob, (payload) => textQueuedDep(deps, payload))
  await deps.jobs.work(advanceDepsJob, (payload) => advanceQueuedDeps(deps, payload))
  await deps.jobs.work(readCalendarJob, (payload) => readQueuedCalendar(deps, payload))
}
