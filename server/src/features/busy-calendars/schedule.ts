// Reads each connected calendar about once an hour.

import type { Services } from '#services.ts'
import { listBandIdsOfUser } from '#http/change-notifications-store.ts'
import { inTransaction } from '#platform/db/connection.ts'
import type { QueueDefinition } from '#platform/jobs.ts'
import { fetchAndStoreBusyTimes } from './service.ts'
import { claimDueCalendars, findCalendarForJob } from './store.ts'

export const refreshCalendarJob: QueueDefinition<{ calendarId: string }> = { name: 'read-calendar' }

const tickMs = 60_000
/** Calendars that one server queues at once: the job queue expires jobs after a minute. */
const batchSize = 200

/** Queues due calendars every minute until the returned function is called. */
export function startCalendarSchedule(services: Pick<Services, 'db' | 'jobs' | 'log'>): () => Promise<void> {
  let current: Promise<unknown> = Promise.resolve()
  const tick = () => {
    current = queueDueCalendars(services).catch((err: unknown) =>
      services.log.warn({ err }, 'Connected calendars that are due were not queued'),
    )
  }
  const interval = setInterval(tick, tickMs).unref()
  return async () => {
    clearInterval(interval)
    await current
  }
}

/** In one transaction: a calendar is either due or queued, also after a crash. Returns how many were queued. */
export function queueDueCalendars({ db, jobs }: Pick<Services, 'db' | 'jobs'>): Promise<number> {
  return inTransaction(db, async (tx) => {
    const due = await claimDueCalendars(tx, { most: batchSize })
    for (const { id: calendarId } of due) await jobs.add(tx, refreshCalendarJob, { calendarId })
    return due.length
  })
}

export async function refreshQueuedCalendar(services: Services, { calendarId }: { calendarId: string }): Promise<void> {
  const { db, live } = services
  const stored = await findCalendarForJob(db, { id: calendarId })
  if (!stored || !(await fetchAndStoreBusyTimes(services, db, stored))) return
  const { userId } = stored
  const bands = await listBandIdsOfUser(db, userId)
  await live.announce(bands.map((bandId) => ({ what: 'events', bandId, userId, page: null })))
}
