import type { Services } from '#services.ts'
import { advanceQueuedDepRequests } from '#features/deps/advance-dep-requests.ts'
import { endFailedImport, importZipJob, runImport } from '#features/band-file/import-zip.ts'
import { scheduleCalendarReadings } from '#features/busy-calendars/schedule.ts'
import { advanceDepRequestsJob } from '#features/deps/dep-jobs.ts'
import { scheduleFileDeletion } from '#features/files/jobs.ts'
import { messageJobs } from '#features/messages/jobs.ts'
import { sendPushes } from '#features/messages/push.ts'
import { addMissingMessageJobs } from '#features/messages/queue.ts'
import { sendMessages } from '#features/messages/send.ts'
import { scheduleNotices } from '#features/notices/schedule.ts'
import { scheduleRetention } from '#features/operations/retention.ts'

export async function registerJobs(services: Services): Promise<void> {
  await services.jobs.work(messageJobs.text, ({ messageIds }) => sendMessages(services, messageIds))
  await services.jobs.work(messageJobs.mail, ({ messageIds }) => sendMessages(services, messageIds))
  await services.jobs.work(messageJobs.push, ({ messageIds }) => sendPushes(services, messageIds))
  await services.jobs.work(advanceDepRequestsJob, (payload) => advanceQueuedDepRequests(services, payload))
  await services.jobs.work(importZipJob, (payload) => runImport(services, payload), {
    onLastFailure: (payload) => endFailedImport(services, payload),
  })
  await addMissingMessageJobs(services)
  await scheduleNotices(services)
  await scheduleCalendarReadings(services)
  await scheduleFileDeletion(services)
  await scheduleRetention(services)
}
