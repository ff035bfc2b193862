// Reads the entries of calendar feeds and files. `entriesByKind` selects the entries of each kind; the statements read their ids, a hash
// of them, and pages of them.

import * as z from 'zod/mini'
import type { BandFeedKind, FeedKind } from '@gaffer/domain/calendar-feeds/feed-kind'
import { eventStatuses } from '@gaffer/domain/events/event'
import { limits } from '@gaffer/domain/shared/limits'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { EventTypeSchema } from '@gaffer/domain/shared/event-type-schema'
import { hourAndMinute, nameInBand } from '#features/events/conditions.ts'
import type { Db } from '#platform/db/connection.ts'
import { literal, manyRows, oneRow, optionalRow, sql, type Sql } from '#platform/db/statement.ts'
import type { AuthenticatedUser, FeedSubscriber, PersonalFeedSubscriber } from '#platform/verified-identities.ts'

/** A PersonalFeedSubscriber may read the personal feed only, a FeedSubscriber the other kinds of feed of one band. */
export type AnyFeedSubscriber = FeedSubscriber | PersonalFeedSubscriber

const FeedEntryRow = z.strictObject({
  id: Id,
  bandId: z.nullable(Id),
  type: EventTypeSchema,
  title: z.nullable(z.string()),
  date: z.string(),
  endDate: z.nullable(z.string()),
  startTime: z.nullable(z.string()),
  endTime: z.nullable(z.string()),
  isAllDay: z.boolean(),
  location: z.nullable(z.string()),
  venue: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  status: z.enum(eventStatuses),
  displayName: z.nullable(z.string()),
  bandName: z.nullable(z.string()),
  version: z.int(),
  createdAt: z.date(),
  updatedAt: z.date(),
  isDeleted: z.boolean(),
})
export type FeedEntryRow = z.infer<typeof FeedEntryRow>

/** The columns that the text of an event `e` is made from. */
const defineEventColumns = (sources: { notes: Sql; bandName: Sql }) => sql`
  e.id, e.band_id, e.type, e.title, e.date, e.end_date, e.last_day, e.start_time, e.end_time, e.is_all_day, e.location, e.venue,
  ${sources.notes} as notes, e.status, null::text as display_name, ${sources.bandName} as band_name, e.version, e.created_at, e.updated_at,
  e.deleted_at`
const bandEventColumns = defineEventColumns({ notes: sql`e.notes`, bandName: sql`null::text` })
const publicEventColumns = defineEventColumns({ notes: sql`null::text`, bandName: sql`null::text` })
const namedEventColumns = defineEventColumns({ notes: sql`e.notes`, bandName: sql`b.name` })

/** The columns that the text of days away `u` is made from. `isShown`: the reader may see band, title and notes. */
const defineDaysAwayColumns = (sources: { isShown: Sql; displayName: Sql }) => sql`
  u.id, case when ${sources.isShown} then u.band_id end as band_id, 'unavailable' as type,
  case when ${sources.isShown} then u.title end as title, u.date, u.end_date, u.last_day, null::time as start_time,
  null::time as end_time, true as is_all_day, null::text as location, null::text as venue,
  case when ${sources.isShown} then u.notes end as notes, 'confirmed' as status, ${sources.displayName} as display_name,
  null::text as band_name, u.version, u.created_at, u.updated_at, u.deleted_at`
const daysAwayInBand = sql`
  select ${defineDaysAwayColumns({ isShown: sql`(u.user_id = $userId or u.band_id = $bandId)`, displayName: nameInBand })}
  from memberships m join users p on p.id = m.user_id join unavailabilities u on u.user_id = m.user_id
  where m.band_id = $bandId and m.status = 'active'`
const eventsOfOwnBands = sql`
  select ${namedEventColumns}
  from memberships m join bands b on b.id = m.band_id join events e on e.band_id = m.band_id
  where m.user_id = $userId and m.status = 'active'`

const entriesByKind = {
  /** Public events without notes. */
  public: sql`select ${publicEventColumns} from events e where e.band_id = $bandId and e.is_public`,
  /** All events of the band, and the days away of its members. */
  full: sql`select ${bandEventColumns} from events e where e.band_id = $bandId union all ${daysAwayInBand}`,
  /** The member's own days away and the events of their other bands. */
  member: sql`${eventsOfOwnBands} and m.band_id <> $bandId union all ${daysAwayInBand} and m.user_id = $userId`,
  /** The events of all bands of the user, and their own days away. */
  personal: sql`
    ${eventsOfOwnBands}
    union all
    select ${defineDaysAwayColumns({ isShown: sql`true`, displayName: sql`p.display_name` })}
    from users p join unavailabilities u on u.user_id = p.id where p.id = $userId`,
} satisfies Record<FeedKind, Sql>

/** A file has all entries that are not deleted. A feed leaves out entries that ended before `$since`, and adds recently deleted entries. */
const isInFile = sql`entry.deleted_at is null`
const isInFeed = sql`(
  (entry.deleted_at is null and entry.last_day >= $since)
  or entry.deleted_at > $now - make_interval(days => ${literal(limits.restorableDays)}))`

const Ids = z.strictObject({ ids: z.array(Id) })
/** One statement lists all ids, so that parallel writes cannot repeat or skip an entry between pages. */
const selectIds = (entries: Sql, isSelected: Sql) => sql`
  select coalesce(json_agg(id order by date, start_time nulls first, id), '[]') as ids
  from (${entries}) entry where ${isSelected}`
const defineFileIdsQuery = (kind: FeedKind) => oneRow(Ids, selectIds(entriesByKind[kind], isInFile))
const defineFeedIdsQuery = (kind: FeedKind) => oneRow(Ids, selectIds(entriesByKind[kind], isInFeed))

/** Reads the entries with the ids of a page. Leaves out entries that the reader may no longer see. */
const definePageQuery = (kind: FeedKind) =>
  manyRows(
    FeedEntryRow,
    sql`
      select id, band_id as "bandId", type, title, date, end_date as "endDate", ${hourAndMinute(sql`start_time`)} as "startTime",
        ${hourAndMinute(sql`end_time`)} as "endTime", is_all_day as "isAllDay", location, venue, notes, status,
        display_name as "displayName", band_name as "bandName", version, created_at as "createdAt", updated_at as "updatedAt",
        deleted_at is not null as "isDeleted"
      from (${entriesByKind[kind]}) entry where id = any($ids::uuid[])
      order by date, start_time nulls first, id`,
  )

const nameOfPersonalFeed = literal('Gaffer')
const nameOfBand = sql`(select name from bands where id = $bandId)`

// Hashes whole records: converting the rows to text first would take longer than reading them.
const defineStateQuery = (kind: FeedKind, isSelected: Sql) =>
  oneRow(
    z.strictObject({ bandName: z.string(), state: z.string() }),
    sql`
      select ${kind === 'personal' ? nameOfPersonalFeed : nameOfBand} as "bandName",
        concat(count(*), ' ', sum(hash_record_extended(entry, 0))) as state
      from (${entriesByKind[kind]}) entry where ${isSelected}`,
  )

const mapFeedKinds = <Statement>(make: (kind: FeedKind) => Statement): Record<FeedKind, Statement> => ({
  full: make('full'),
  public: make('public'),
  member: make('member'),
  personal: make('personal'),
})

const statementsByFeedKind = {
  idsInFile: mapFeedKinds(defineFileIdsQuery),
  idsInFeed: mapFeedKinds(defineFeedIdsQuery),
  entriesOfPage: mapFeedKinds(definePageQuery),
  fileState: mapFeedKinds((kind) => defineStateQuery(kind, isInFile)),
  feedState: mapFeedKinds((kind) => defineStateQuery(kind, isInFeed)),
}

export function listIdsInFile(db: Db, reader: AnyFeedSubscriber, kind: FeedKind): Promise<{ ids: string[] }> {
  return statementsByFeedKind.idsInFile[kind](db, reader)
}

type FeedStart = { /** yyyy-MM-dd */ since: string }

/** The ids of the entries that end on `since` or later, and of entries deleted within `limits.restorableDays`. */
export function listIdsInFeed(
  db: Db,
  reader: AnyFeedSubscriber & FeedStart,
  kind: FeedKind,
): Promise<{ ids: string[] }> {
  return statementsByFeedKind.idsInFeed[kind](db, reader)
}

export function listEntriesOfPage(
  db: Db,
  reader: AnyFeedSubscriber & { ids: readonly string[] },
  kind: FeedKind,
): Promise<FeedEntryRow[]> {
  return statementsByFeedKind.entriesOfPage[kind](db, reader)
}

/** `bandName` is Gaffer for a personal feed. `state` is the number of the feed's entries and a hash of them. */
export function readFeedState(
  db: Db,
  reader: AnyFeedSubscriber & FeedStart,
  kind: FeedKind,
): Promise<{ bandName: string; state: string }> {
  return statementsByFeedKind.feedState[kind](db, reader)
}

/** The band's name, and the number and a hash of the entries of its file. */
export function readFileState(
  db: Db,
  reader: FeedSubscriber,
  kind: BandFeedKind,
): Promise<{ bandName: string; state: string }> {
  return statementsByFeedKind.fileState[kind](db, reader)
}

const Version = z.strictObject({ version: z.int() })

/** Invalidates the member's feed URLs and returns the new version; undefined when the membership is gone. */
export const incrementFeedVersion = optionalRow(
  Version,
  sql<FeedSubscriber>`
    update memberships set feed_version = feed_version + 1 where band_id = $bandId and id = $membershipId
    returning feed_version as version`,
)

/** Invalidates the user's personal feed URL and returns the new version; undefined when the account is gone. */
export const incrementPersonalFeedVersion = optionalRow(
  Version,
  sql<AuthenticatedUser>`
    update users set feed_version = feed_version + 1 where id = $userId returning feed_version as version`,
)
