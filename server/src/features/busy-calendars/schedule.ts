// Reads each connected calendar about once an hour.

import type { Services } from '#services.ts'
import { listBandIdsOfUser } from '#http/pipeline/change-notifications-store.ts'
import type { QueueDefinition } from '#platform/jobs.ts'
import { readInParallel } from './read-in-parallel.ts'
import { fetchAndStoreBusyTimes } from './service.ts'
import { claimDueCalendar, type StoredCalendar } from './store.ts'

const readCalendarsJob: QueueDefinition<Record<string, never>> = {
  name: 'read-calendars',
  workers: 1,
  batchSize: 1,
  longestSeconds: 1800,
  isExclusive: true,
}

/** A run with many calendars ends after this time, so that another server can take the next run. */
const longestRunMs = 10 * 60_000

export async function scheduleCalendarReadings(services: Services): Promise<void> {
  await services.jobs.work(readCalendarsJob, () => readDueCalendars(services))
  await services.jobs.schedule(readCalendarsJob, '* * * * *', {})
}

export async function readDueCalendars(services: Services): Promise<void> {
  const { db, log, ending } = services
  const endsAt = performance.now() + longestRunMs
  await readInParallel<StoredCalendar>({
    claim: async () => (ending.aborted || performance.now() > endsAt ? undefined : claimDueCalendar(db, {})),
    read: async (calendar) => {
      await refreshCalendar(services, calendar).catch((err: unknown) =>
        log.warn({ err, calendarId: calendar.id }, 'A connected calendar was not read: it is due again in ten minutes'),
      )
    },
  })
}

/** Reads the calendar, and announces changed busy times to the bands of its owner. */
export async function refreshCalendar(services: Services, calendar: StoredCalendar): Promise<void> {
  const { db, live } = services
  if (!(await fetchAndStoreBusyTimes(services, db, calendar, null))) return
  const { userId } = calendar
  const bandIds = await listBandIdsOfUser(db, { userId })
  await live.announce(bandIds.map(({ bandId }) => ({ what: 'events', bandId, userId, page: null })))
}
