// The addresses of calendars are secret: this module stores and returns them encrypted only.

import * as z from 'zod/mini'
import {
  BusyCalendar,
  calendarProblemCodes,
  type CalendarProblemCode,
} from '@gaffer/domain/busy-calendars/busy-calendar'
import { limits } from '@gaffer/domain/shared/limits'
import { acquireAdvisoryLocks } from '#platform/db/advisory-lock.ts'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { command, hasRow, isoText, literal, manyRows, optionalRow, sql } from '#platform/db/statement.ts'
import type { AuthenticatedUser } from '#platform/verified-identities.ts'

const BufferSchema = z.instanceof(Buffer)

/** A connected calendar, with the settings that its next reading needs. */
const StoredCalendar = z.strictObject({
  id: z.string(),
  userId: z.string(),
  name: z.string(),
  keyId: z.string(),
  encryptedUrl: BufferSchema,
  host: z.string(),
  countAllDay: z.boolean(),
  version: z.int(),
  /** `etag` and `lastModified` of the last full response; both null once that response is 24 hours old. */
  etag: z.nullable(z.string()),
  lastModified: z.nullable(z.string()),
})
export type StoredCalendar = z.infer<typeof StoredCalendar>
export type EncryptedCalendarUrl = Pick<StoredCalendar, 'keyId' | 'encryptedUrl' | 'host'>

/** The result of a successful reading. `json` is an array of BusyTime. */
export type BusyTimesReading = Pick<StoredCalendar, 'etag' | 'lastModified'> & {
  json: string
  hash: Buffer
  skippedCount: number
}

/** `problem` is the code of the problem, not its message. */
const BusyCalendarRow = z.extend(BusyCalendar, { problem: z.nullable(z.enum(calendarProblemCodes)) })
export type BusyCalendarRow = z.infer<typeof BusyCalendarRow>

const calendarsOfUser = sql`
  select c.id, c.name, c.host, ${isoText(sql`c.last_read_at`)} as "lastReadAt",
    ${isoText(sql`c.failing_since`)} as "failingSince", c.problem, c.count_all_day as "countAllDay",
    (select count(*)::int from busy_intervals i where i.calendar_id = c.id) as "busyCount",
    c.skipped_count as "skippedCount"
  from busy_calendars c where c.user_id = $userId`
const isResponseRecent = sql`c.read_at > $now - interval '24 hours'`
const storedColumns = sql`
  c.id, c.user_id as "userId", c.name, c.key_id as "keyId", c.sealed_url as "encryptedUrl", c.host,
  c.count_all_day as "countAllDay", c.version, case when ${isResponseRecent} then c.etag end as etag,
  case when ${isResponseRecent} then c.last_modified end as "lastModified"`
const [leastMinutes, mostMinutes] = limits.busyCalendarMinutes
/** SQL: a random time in the range `limits.busyCalendarMinutes` from now, so that the calendars of one service are not all read at once. */
const nextReadingAt = sql`
  $now + make_interval(secs => ${literal(60 * leastMinutes)} + random() * ${literal(60 * (mostMinutes - leastMinutes))})`

export const listBusyCalendarRows = manyRows(
  BusyCalendarRow,
  sql<AuthenticatedUser>`${calendarsOfUser} order by c.created_at, c.id`,
)

export const findBusyCalendar = optionalRow(
  BusyCalendarRow,
  sql<AuthenticatedUser & { id: string }>`${calendarsOfUser} and c.id = $id`,
)

export const isCalendarLimitReached = hasRow(sql<{ userId: string }>`
  select from busy_calendars where user_id = $userId offset ${literal(limits.busyCalendarsPerPerson - 1)} limit 1`)

export const findStoredCalendar = optionalRow(
  StoredCalendar,
  sql<AuthenticatedUser & { id: string }>`
    select ${storedColumns} from busy_calendars c where c.id = $id and c.user_id = $userId`,
)

type NewCalendar = EncryptedCalendarUrl & { id: string; name: string; countAllDay: boolean }

const insertCalendar = command(sql<AuthenticatedUser & NewCalendar & BusyTimesReading>`
  insert into busy_calendars
    (id, user_id, name, key_id, sealed_url, host, count_all_day, etag, last_modified, read_at, times_hash,
      skipped_count, last_read_at, next_read_at, created_at, updated_at)
  values ($id, $userId, $name, $keyId, $encryptedUrl, $host, $countAllDay, $etag, $lastModified, $now, $hash,
    $skippedCount, $now, ${nextReadingAt}, $now, $now)`)

/** Returns false when the user has as many calendars as the limit allows. */
export function insertBusyCalendar(
  db: Db,
  user: AuthenticatedUser,
  calendar: NewCalendar,
  times: BusyTimesReading,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await acquireAdvisoryLocks(tx, user.userId)
    if (await isCalendarLimitReached(tx, user)) return false
    await insertCalendar(tx, { ...user, ...calendar, ...times })
    await insertIntervals(tx, { id: calendar.id, json: times.json })
    return true
  })
}

const insertIntervals = command(sql<{ id: string; json: string }>`
  insert into busy_intervals (calendar_id, date, end_date, last_day, start_time, end_time)
  select $id::uuid, date, "endDate", "lastDay", "startTime", "endTime"
  from json_to_recordset($json::json)
    as busy (date date, "endDate" date, "lastDay" date, "startTime" time, "endTime" time)`)

type CalendarVersion = Pick<StoredCalendar, 'id' | 'version'>

const storeReading = optionalRow(
  z.strictObject({ isChanged: z.boolean() }),
  sql<CalendarVersion & BusyTimesReading>`
    with seen as (
      select times_hash is distinct from $hash as changed from busy_calendars
      where id = $id and version = $version for update)
    update busy_calendars c set
      etag = $etag, last_modified = $lastModified, read_at = $now, times_hash = $hash, skipped_count = $skippedCount,
      last_read_at = $now, next_read_at = ${nextReadingAt},
      failing_since = null, problem = null, version = c.version + seen.changed::int
    from seen where c.id = $id
    returning seen.changed as "isChanged"`,
)

const deleteIntervals = command(sql<{ id: string }>`delete from busy_intervals where calendar_id = $id`)

/**
 * Stores a successful reading; returns whether the busy times changed. Stores nothing and returns null if the calendar is gone or
 * has another version: the reading may have used other settings.
 */
export function storeBusyTimes(
  db: Db,
  { id, version }: CalendarVersion,
  times: BusyTimesReading,
): Promise<boolean | null> {
  return inTransaction(db, async (tx) => {
    const stored = await storeReading(tx, { id, version, ...times })
    if (!stored?.isChanged) return stored ? false : null
    await deleteIntervals(tx, { id })
    await insertIntervals(tx, { id, json: times.json })
    return true
  })
}

/** Stores a successful reading that found the calendar unchanged since the last response. */
export const markCalendarUnchanged = command(sql<CalendarVersion>`
  update busy_calendars set last_read_at = $now, next_read_at = ${nextReadingAt}, failing_since = null, problem = null
  where id = $id and version = $version`)

/** Stores the failure and keeps the busy times. Returns undefined when the calendar is gone or has another version. */
export const storeCalendarFailure = optionalRow(
  z.strictObject({ userId: z.string(), name: z.string(), failingSince: z.date() }),
  sql<CalendarVersion & { problem: CalendarProblemCode }>`
    update busy_calendars set
      problem = $problem, failing_since = coalesce(failing_since, $now), next_read_at = ${nextReadingAt}
    where id = $id and version = $version
    returning user_id as "userId", name, failing_since as "failingSince"`,
)

type CalendarSettings = EncryptedCalendarUrl & Pick<StoredCalendar, 'name' | 'countAllDay'>

/** Returns false when the calendar is gone or has another version. */
export const updateCalendarSettings = hasRow(sql<CalendarVersion & CalendarSettings>`
  update busy_calendars set
    name = $name, key_id = $keyId, sealed_url = $encryptedUrl, host = $host, count_all_day = $countAllDay,
    version = version + 1, updated_at = $now
  where id = $id and version = $version
  returning 1`)

/** Returns false when the user has no calendar with this id. */
export const deleteBusyCalendar = hasRow(
  sql<AuthenticatedUser & { id: string }>`delete from busy_calendars where id = $id and user_id = $userId returning 1`,
)

/**
 * Claims the calendar that has been due for longest. Storing its reading sets when the calendar is due again. If no reading is stored, as
 * after a crash, the calendar is due again in ten minutes.
 */
export const claimDueCalendar = optionalRow(
  StoredCalendar,
  sql`
    update busy_calendars c set next_read_at = $now + interval '10 minutes'
    where id in (
      select id from busy_calendars where next_read_at <= $now order by next_read_at limit 1 for update skip locked)
    returning ${storedColumns}`,
)
