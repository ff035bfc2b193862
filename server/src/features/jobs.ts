import type { Services } from '#services.ts'
import { sendInvitationJob, sendQueuedInvitation } from '#features/invitations/send-invitation.ts'
import { sendEmailCodeJob, sendQueuedEmailCode } from '#features/notices/email-service.ts'
import { deliveryJobs } from '#features/notices/delivery-jobs.ts'
import { mailQueuedNotice } from '#features/notices/mail-delivery.ts'
import { pushQueuedNotices } from '#features/notices/push-delivery.ts'
import { textQueuedNotice } from '#features/notices/text-delivery.ts'
import { advanceQueuedDepRequests } from '#features/deps/advance-dep-requests.ts'
import { advanceDepRequestsJob, sendDepTextJob } from '#features/deps/dep-jobs.ts'
import { sendQueuedDepText } from '#features/deps/text-dep.ts'
import { scheduleCalendarReadings } from '#features/busy-calendars/schedule.ts'
import { scheduleNotices } from '#features/notices/schedule.ts'
import { scheduleRetention } from '#features/operations/retention.ts'
import { sendCodeJob, sendQueuedCode } from '#features/sign-in/send-code.ts'

export async function registerJobs(services: Services): Promise<void> {
  await services.jobs.work(sendInvitationJob, (payload) => sendQueuedInvitation(services, payload))
  await services.jobs.work(sendEmailCodeJob, (payload) => sendQueuedEmailCode(services, payload))
  await services.jobs.work(sendCodeJob, (payload) => sendQueuedCode(services, payload))
  await services.jobs.work(deliveryJobs.push, ({ noticeIds }) => pushQueuedNotices(services, noticeIds))
  await services.jobs.work(deliveryJobs.email, (payload) => mailQueuedNotice(services, payload))
  await services.jobs.work(deliveryJobs.sms, (payload) => textQueuedNotice(services, payload))
  await services.jobs.work(sendDepTextJob, (payload) => sendQueuedDepText(services, payload))
  await services.jobs.work(advanceDepRequestsJob, (payload) => advanceQueuedDepRequests(services, payload))
  await scheduleNotices(services)
  await scheduleCalendarReadings(services)
  await scheduleRetention(services)
}
