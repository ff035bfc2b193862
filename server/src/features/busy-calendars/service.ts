import { hash, randomUUIDv7 } from 'node:crypto'
import type {
  BusyCalendar,
  BusyCalendarChanges,
  BusyCalendarInput,
  CalendarProblemCode,
} from '@gaffer/domain/busy-calendars/busy-calendar'
import { AppError } from '@gaffer/domain/shared/app-error'
import { todayInLondon } from '@gaffer/domain/shared/dates'
import { limits } from '@gaffer/domain/shared/limits'
import { busyCalendarMessages } from '@gaffer/domain/busy-calendars/busy-calendar-messages'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { decrypt, encrypt, keyFingerprint } from '#platform/encryption.ts'
import { notFoundError, orNotFound } from '#platform/refusals.ts'
import { calendarFailing } from './hooks.ts'
import type { AuthenticatedUser } from '#platform/verified-identities.ts'
import type { Services } from '#services.ts'
import type { CalendarReadResult, CalendarRequest } from '#providers/calendars/calendars.ts'
import {
  isCalendarLimitReached,
  deleteBusyCalendar,
  findBusyCalendar,
  listBusyCalendarRows,
  findStoredCalendar,
  insertBusyCalendar,
  storeCalendarFailure,
  storeBusyTimes,
  markCalendarUnchanged,
  updateCalendarSettings,
  type BusyCalendarRow,
  type EncryptedCalendarUrl,
  type StoredCalendar,
  type BusyTimesReading,
} from './store.ts'

type CalendarServices = Pick<Services, 'calendars' | 'keys' | 'clock'>

export async function listBusyCalendars(db: Db, user: AuthenticatedUser): Promise<BusyCalendar[]> {
  return (await listBusyCalendarRows(db, user)).map(toBusyCalendar)
}

async function readBusyCalendar(db: Db, user: AuthenticatedUser, id: string): Promise<BusyCalendar> {
  return toBusyCalendar(orNotFound(await findBusyCalendar(db, { ...user, id })))
}

function toBusyCalendar({ problem, ...row }: BusyCalendarRow): BusyCalendar {
  return { ...row, problem: problem && busyCalendarMessages.calendarProblems[problem] }
}

type NewCalendarCall = { services: CalendarServices; db: Db; body: unknown; userId: string }

/** Fetches the busy times of the calendar in the body, before the transaction of an idempotent request begins. */
export async function fetchTimesOfNewCalendar({
  services,
  db,
  body,
  userId,
}: NewCalendarCall): Promise<{ times: BusyTimesReading }> {
  const { url, countAllDay } = body as BusyCalendarInput
  if (await isCalendarLimitReached(db, { userId })) throw tooManyCalendarsError()
  return { times: await fetchTimesOrRefuse(services, userId, url, countAllDay) }
}

export async function connectCalendar(
  { keys }: CalendarServices,
  db: Db,
  user: AuthenticatedUser,
  { url, name, countAllDay }: BusyCalendarInput,
  times: BusyTimesReading,
): Promise<BusyCalendar> {
  const id = randomUUIDv7()
  const isInserted = await insertBusyCalendar(
    db,
    user,
    { id, name, countAllDay, ...encryptAddress(keys, id, url) },
    times,
  )
  if (!isInserted) throw tooManyCalendarsError()
  return readBusyCalendar(db, user, id)
}

/** Stores a new address or all-day setting only after a successful reading of the calendar with it. */
export async function changeBusyCalendar(
  services: CalendarServices,
  db: Db,
  user: AuthenticatedUser,
  id: string,
  { url, name, countAllDay }: BusyCalendarChanges,
): Promise<BusyCalendar> {
  const stored = orNotFound(await findStoredCalendar(db, { ...user, id }))
  const chosen = { name: name ?? stored.name, countAllDay: countAllDay ?? stored.countAllDay }
  const isReadingNeeded = url !== undefined || chosen.countAllDay !== stored.countAllDay
  const times = isReadingNeeded
    ? await fetchTimesOrRefuse(services, user.userId, url ?? decryptAddress(services, stored), chosen.countAllDay)
    : null
  // Encrypt the address after the reading, which refuses invalid URLs: `encryptAddress` would throw a TypeError.
  const settings = { ...stored, ...chosen, ...(url !== undefined && encryptAddress(services.keys, id, url)) }
  await inTransaction(db, async (tx) => {
    const isUpdated = await updateCalendarSettings(tx, { ...stored, ...settings })
    if (!isUpdated) throw new AppError('conflict', busyCalendarMessages.calendarChanged)
    if (times) await storeBusyTimes(tx, { id, version: stored.version + 1 }, times)
  })
  return readBusyCalendar(db, user, id)
}

export async function disconnectCalendar(db: Db, user: AuthenticatedUser, id: string): Promise<void> {
  if (!(await deleteBusyCalendar(db, { ...user, id }))) throw notFoundError()
}

export async function refreshBusyCalendar(
  services: CalendarServices,
  db: Db,
  user: AuthenticatedUser,
  id: string,
): Promise<BusyCalendar> {
  await fetchAndStoreBusyTimes(services, db, orNotFound(await findStoredCalendar(db, { ...user, id })), user.userId)
  return readBusyCalendar(db, user, id)
}

/**
 * Reads the calendar and stores the result, also that of a failed reading. Returns true if the busy times changed. `waitingUserId` is the
 * user whose request waits for the reading; null for the hourly reading.
 */
export async function fetchAndStoreBusyTimes(
  services: CalendarServices,
  db: Db,
  stored: StoredCalendar,
  waitingUserId: string | null,
): Promise<boolean> {
  if (!canDecryptAddress(services, stored)) {
    await recordFailure(db, stored, 'key_changed')
    return false
  }
  const { etag, lastModified, countAllDay } = stored
  const validators = etag === null && lastModified === null ? null : { etag, lastModified }
  const reading = await fetchCalendar(services, {
    url: decryptAddress(services, stored),
    countAllDay,
    validators,
    waitingUserId,
  })
  if (reading.outcome === 'read') return (await storeBusyTimes(db, stored, toBusyTimesReading(reading))) === true
  if (reading.outcome === 'failed') await recordFailure(db, stored, reading.problem)
  else await markCalendarUnchanged(db, stored)
  return false
}

const dayMs = 24 * 60 * 60 * 1000

/** Stores the failure. After `limits.calendarFailingDays` of failures the owner of the calendar gets a notice. */
async function recordFailure(db: Db, stored: StoredCalendar, problem: CalendarProblemCode): Promise<void> {
  await inTransaction(db, async (tx) => {
    const failing = await storeCalendarFailure(tx, { ...stored, problem })
    if (!failing || db.clock.now().getTime() - failing.failingSince.getTime() < limits.calendarFailingDays * dayMs)
      return
    const { userId, name: calendarName, failingSince } = failing
    await calendarFailing.run(tx, { userId, calendarName, failingSince: todayInLondon(failingSince) })
  })
}

async function fetchTimesOrRefuse(
  services: CalendarServices,
  waitingUserId: string,
  url: string,
  countAllDay: boolean,
): Promise<BusyTimesReading> {
  const reading = await fetchCalendar(services, { url, countAllDay, validators: null, waitingUserId })
  if (reading.outcome === 'read') return toBusyTimesReading(reading)
  throw unreadableCalendarError(reading.outcome === 'failed' ? reading.problem : 'refused')
}

async function fetchCalendar(
  { calendars, clock }: CalendarServices,
  request: Omit<CalendarRequest, 'today'>,
): Promise<CalendarReadResult> {
  const reading = await calendars.read({ ...request, today: todayInLondon(clock.now()) })
  if (!reading) throw new AppError('unavailable', busyCalendarMessages.calendarsBusy, { retryAfterSeconds: 10 })
  return reading
}

function toBusyTimesReading({
  json,
  skippedCount,
  etag,
  lastModified,
}: Extract<CalendarReadResult, { outcome: 'read' }>): BusyTimesReading {
  return { json, hash: hash('sha256', json, 'buffer'), skippedCount, etag, lastModified }
}

function encryptAddress({ calendarAddresses }: Services['keys'], id: string, url: string): EncryptedCalendarUrl {
  return {
    keyId: keyFingerprint(calendarAddresses),
    encryptedUrl: encrypt(calendarAddresses, id, url),
    host: new URL(url).host,
  }
}

/** Whether the stored address can be decrypted: not after the server's secret key was changed. */
function canDecryptAddress({ keys }: CalendarServices, { keyId }: StoredCalendar): boolean {
  return keyId === keyFingerprint(keys.calendarAddresses)
}

function decryptAddress(services: CalendarServices, stored: StoredCalendar): string {
  if (!canDecryptAddress(services, stored)) throw unreadableCalendarError('key_changed')
  return decrypt(services.keys.calendarAddresses, stored.id, stored.encryptedUrl)
}

function unreadableCalendarError(problem: CalendarProblemCode): AppError {
  const message = busyCalendarMessages.calendarProblems[problem]
  return new AppError('unreadable_calendar', message, { issues: [{ path: 'url', message }] })
}

function tooManyCalendarsError(): AppError {
  return new AppError('conflict', busyCalendarMessages.calendarsTooMany)
}
