// Reads each connected calendar about once an hour.

import type { Services } from '#services.ts'
import { listBandIdsOfUser } from '#http/pipeline/change-notifications-store.ts'
import { createPacer, type Pacer } from './pacer.ts'
import { fetchAndStoreBusyTimes } from './service.ts'
import { claimDueCalendars, type StoredCalendar } from './store.ts'

const tickMs = 60_000

/** Reads due calendars each minute. The returned function stops it, and waits a few seconds for running readings. */
export function startCalendarSchedule(services: Services): () => Promise<void> {
  const pacer = createCalendarPacer(services)
  const interval = setInterval(() => void pacer.readDue(), tickMs).unref()
  return async () => {
    clearInterval(interval)
    await pacer.stop()
  }
}

export function createCalendarPacer(services: Services): Pacer {
  const { db, log } = services
  return createPacer<StoredCalendar>({
    claim: (most) => claimDueCalendars(db, { most }),
    read: (calendar) => refreshCalendar(services, calendar),
    onError: (err) =>
      log.warn({ err }, 'Connected calendars that are due were not read; those claimed are due again in ten minutes'),
  })
}

/** Tells the bands of the calendar's owner if their busy times changed. */
export async function refreshCalendar(services: Services, calendar: StoredCalendar): Promise<void> {
  const { db, live } = services
  if (!(await fetchAndStoreBusyTimes(services, db, calendar, null))) return
  const { userId } = calendar
  const bands = await listBandIdsOfUser(db, userId)
  await live.announce(bands.map((bandId) => ({ what: 'events', bandId, userId, page: null })))
}
