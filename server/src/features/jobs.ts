import type { Deps } from '#deps.ts'
import { sendInvitationJob, sendQueuedInvitation } from '#features/invitations/send-invitation.ts'
import { sendEmailCodeJob, sendQueuedEmailCode } from '#features/email-verification/service.ts'
import { deliveryJobs } from '#features/notices/delivery-jobs.ts'
import { mailQueuedNotice } from '#features/notices/mail-delivery.ts'
import { pushQueuedNotices } from '#features/notices/push-delivery.ts'
import { textQueuedNotice } from '#features/notices/text-delivery.ts'
import { readCalendarJob, readQueuedCalendar } from '#features/busy-calendars/schedule.ts'
import { advanceQueuedDepRequests } from '#features/deps/advance-dep-requests.ts'
import { advanceDepRequestsJob, sendDepTextJob } from '#features/deps/dep-jobs.ts'
import { sendQueuedDepText } from '#features/deps/text-dep.ts'
import { sendCodeJob, sendQueuedCode } from '#features/auth/send-code.ts'

export async function registerJobs(deps: Deps): Promise<void> {
  await deps.jobs.work(sendInvitationJob, (payload) => sendQueuedInvitation(deps, payload))
  await deps.jobs.work(sendEmailCodeJob, (payload) => sendQueuedEmailCode(deps, payload))
  await deps.jobs.work(sendCodeJob, (payload) => sendQueuedCode(deps, payload))
  await deps.jobs.work(deliveryJobs.push, ({ noticeIds }) => pushQueuedNotices(deps, noticeIds))
  await deps.jobs.work(deliveryJobs.email, (payload) => mailQueuedNotice(deps, payload))
  await deps.jobs.work(deliveryJobs.sms, (payload) => textQueuedNotice(deps, payload))
  await deps.jobs.work(sendDepTextJob, (payload) => sendQueuedDepText(deps, payload))
  await deps.jobs.work(advanceDepRequestsJob, (payload) => advanceQueuedDepRequests(deps, payload))
  await deps.jobs.work(readCalendarJob, (payload) => readQueuedCalendar(deps, payload))
}
