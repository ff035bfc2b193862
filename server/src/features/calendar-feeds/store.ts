// Entries are read as JSON, which is faster than a thousand rows.

import { preparedRequiredRow, preparedOptionalRow } from '#platform/db/prepared-query.ts'
import type { FeedKind } from '@gaffer/domain/calendar-feeds/feed-kind'
import type { AuthenticatedUser, FeedSubscriber, PersonalFeedSubscriber } from '#platform/verified-identities.ts'
import { bandEventColumnsSql, bandDaysAwayColumnsSql, ownDaysAwayColumnsSql } from '#features/events/columns.ts'
import type { CalendarEntry } from './calendar-text.ts'

const eventColumns = (options: Parameters<typeof bandEventColumnsSql>[0] = {}) =>
  `${bandEventColumnsSql({ ...options, answers: null })}, e.deleted_at is not null as "isDeleted"`

/** A PersonalFeedSubscriber has the personal feed only, a FeedSubscriber all others. */
export type AnyFeedSubscriber = FeedSubscriber | PersonalFeedSubscriber

/** SQL of one kind of entry: `columns` is the output, `state` all columns that it depends on, for the ETag. */
type Source = { columns: string; state: string; from: string; id: string; idAndOrder: string }
const events = { id: 'e.id', idAndOrder: 'e.id, e.date, e.start_time', state: 'e.fields_json, e.deleted_at' }

const bandsEvents: Source = {
  ...events,
  columns: eventColumns(),
  from: `from events e where e.band_id = $bandId`,
}
const publicEvents: Source = {
  ...events,
  columns: eventColumns({ isPublicFeed: true }),
  from: `from events e where e.band_id = $bandId and e.is_public`,
}
const eventsOfOwnBands: Source = {
  ...events,
  columns: eventColumns({ bandName: 'b.name' }),
  state: `${events.state}, b.name`,
  from: `
    from memberships m join bands b on b.id = m.band_id join events e on e.band_id = m.band_id
    where m.user_id = $userId and m.status = 'active'`,
}
const elsewhere: Source = { ...eventsOfOwnBands, from: `${eventsOfOwnBands.from} and m.band_id <> $bandId` }
const away: Source = {
  id: 'u.id',
  idAndOrder: 'u.id, u.date, null::time as start_time',
  columns: `${bandDaysAwayColumnsSql()}, u.deleted_at is not null as "isDeleted"`,
  state: 'u.*, m.display_name, p.display_name',
  from: `
    from memberships m join users p on p.id = m.user_id join unavailabilities u on u.user_id = m.user_id
    where m.band_id = $bandId and m.status = 'active'`,
}
const ownAway: Source = { ...away, from: `${away.from} and m.user_id = $userId` }
const awayOfUser: Source = {
  ...away,
  columns: `${ownDaysAwayColumnsSql}, u.deleted_at is not null as "isDeleted"`,
  state: 'u.*, p.display_name',
  from: `from users p join unavailabilities u on u.user_id = p.id where p.id = $userId`,
}

/**
 * Entries per feed kind. Public: public events without notes. Full: all band events and days away. Member: the member's
 * own days away and the events of their other bands, with band names. Personal: the events of all bands, with band names, and own days
 * away.
 */
const sources: Record<FeedKind, Source[]> = {
  public: [publicEvents],
  full: [bandsEvents, away],
  member: [elsewhere, ownAway],
  personal: [eventsOfOwnBands, awayOfUser],
}

/** A file has all entries that are not deleted; a feed leaves out old ones and adds those deleted in the last 30 days. */
const inFile = `deleted_at is null`
const inFeed = `((deleted_at is null and last_day >= $since) or deleted_at > now() - interval '30 days')`

const forEachKind = <T>(make: (of: Source[], kind: FeedKind) => T): Record<FeedKind, T> => ({
  full: make(sources.full, 'full'),
  public: make(sources.public, 'public'),
  member: make(sources.member, 'member'),
  personal: make(sources.personal, 'personal'),
})

/** One statement lists all ids, so that parallel writes cannot repeat or skip an entry between pages. */
const idsOf = (selected: string) =>
  forEachKind((of) => {
    const rows = of.map(({ idAndOrder, from }) => `select ${idAndOrder} ${from} and ${selected}`).join(' union all ')
    return preparedRequiredRow<{ ids: string[] }>(`
      select coalesce(json_agg(id order by date, start_time nulls first, id), '[]') as ids from (${rows}) entry`)
  })
export const fileEntryIdQueryByKind = idsOf(inFile)
/** The ids of entries that end on `$since` (yyyy-MM-dd) or later. */
export const feedEntryIdQueryByKind = idsOf(inFeed)

/** Leaves out ids that the reader may no longer see. */
export const entriesByIdQueryByKind = forEachKind((of) => {
  const rows = of
    .map(({ id, columns, from }) => `select ${columns} ${from} and ${id} = any($ids::uuid[])`)
    .join(' union all ')
  return preparedRequiredRow<{ entries: CalendarEntry[] }>(`
    select coalesce(json_agg(entry), '[]') as entries
    from (${rows} order by date, "startTime" nulls first, id) entry`)
})

/** The name of a user's own calendar. */
const personalName = 'Gaffer'

// Hash records directly: converting rows to text takes longer than reading them.
/** The band's name and a hash of the feed's entries. */
export const feedStateQueryByKind = forEachKind((of, kind) => {
  const hashes = of.map(
    ({ state, from }) => `select hash_record_extended(row(${state}), 0) as hash ${from} and ${inFeed}`,
  )
  return preparedRequiredRow<{ bandName: string; state: string }>(`
    select name as "bandName", (
      select concat(count(*), ' ', sum(hash)) from (${hashes.join(' union all ')}) entry) as state
    from ${kind === 'personal' ? `(values ('${personalName}')) one (name)` : 'bands where id = $bandId'}`)
})

export const readBandName = preparedRequiredRow<{ name: string }, FeedSubscriber>(
  `select name from bands where id = $bandId`,
)

/** Invalidates the member's feed URLs; undefined when the membership is gone. */
export const incrementFeedVersion = preparedOptionalRow<{ version: number }, FeedSubscriber>(`
  update memberships set feed_version = feed_version + 1 where band_id = $bandId and id = $membershipId
  returning feed_version as version`)

/** Invalidates the user's personal feed URL; undefined when the account is gone. */
export const incrementPersonalFeedVersion = preparedOptionalRow<{ version: number }, AuthenticatedUser>(`
  update users set feed_version = feed_version + 1 where id = $userId returning feed_version as version`)
