// Starts the jobs that make notices and reminders.

import { limits } from '@gaffer/domain/shared/limits'
import type { Services } from '#services.ts'
import { AbandonedJobError } from '#platform/jobs.ts'
import { reminderJob, settleNoticesJob } from './notice-jobs.ts'
import { findSecondsUntilDue } from './pending-store.ts'
import { queueDueReminders } from './reminders.ts'
import { settleDueNotices } from './settle.ts'

export async function scheduleNotices(services: Services): Promise<void> {
  const { jobs, config, clock, ending } = services
  // Each run begins after the previous one: parallel runs would wait for each other in locks.
  let settling: Promise<void> = Promise.resolve()
  await jobs.work(
    settleNoticesJob,
    ({ causeId }) => {
      const run = settling.then(() => settleQueuedNotices(services, causeId))
      settling = run.catch(() => undefined)
      return run
    },
    { delaySeconds: config.noticeSettleSeconds },
  )
  await jobs.schedule(settleNoticesJob, '* * * * *', {})
  await jobs.work(reminderJob, async () => {
    await queueDueReminders(services, clock.now().getTime(), ending)
    if (ending.aborted) throw new AbandonedJobError('The server stopped during the reminders')
  })
  for (const time of [limits.reminderMorning, limits.reminderEvening]) {
    const [hours, minutes] = time.split(':').map(Number)
    await jobs.schedule(reminderJob, `${minutes} ${hours} * * *`, {}, { key: time.replace(':', '-'), isCaughtUp: true })
  }
}

/** Settles all due causes. If the cause of the job is not due yet, after a slow transaction or a failure, adds the job again for later. */
async function settleQueuedNotices(services: Services, causeId: string | undefined): Promise<void> {
  const { db, jobs, config, clock, ending } = services
  await settleDueNotices(services, ending)
  if (causeId === undefined || ending.aborted) return
  const left = await findSecondsUntilDue(db, { id: causeId, settleSeconds: config.noticeSettleSeconds })
  if (!left) return
  const startAfter = new Date(clock.now().getTime() + Math.max(left.seconds, 0.1) * 1000)
  await jobs.addAll(db, settleNoticesJob, [{ payload: { causeId }, startAfter }])
}
