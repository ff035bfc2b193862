// Requests to deps with their asks, as the domain's rules take them. Instants are epoch ms. Every write needs the lock of the event.

import type { DepAskWithLastText, DepRequestWithLastTexts } from '@gaffer/domain/deps/dep-ask'
import type { DepAnswer } from '@gaffer/domain/deps/dep-link'
import { findWinningAsk } from '@gaffer/domain/deps/dep-request'
import type { DepRequest, ParsedDepRequest } from '@gaffer/domain/deps/dep'
import type { Event } from '@gaffer/domain/events/event'
import { eventStart, latestEventStart } from '@gaffer/domain/events/event-times'
import { eventColumnsSqlFor, scheduleSql, type EventKey } from '#features/events/columns.ts'
import type { Db } from '#platform/db/connection.ts'
import { preparedCommand, preparedQuery, preparedOptionalRow } from '#platform/db/prepared-query.ts'
import { instantSql } from '#platform/db/sql.ts'
import { doNotAskSql } from './columns.ts'

const gigFields = [
  'type',
  'title',
  'date',
  'endDate',
  'startTime',
  'endTime',
  'isAllDay',
  'status',
  'setlistId',
] as const

export type DepEvent = Pick<Event, 'id' | (typeof gigFields)[number] | 'version' | 'createdAt' | 'updatedAt'> & {
  bandName: string
  /** Venue or location. */
  place: string | null
  isDeleted: boolean
  /** Hash of date, start time and place. */
  schedule: string
}

const events = (lock: string) =>
  preparedOptionalRow<DepEvent, EventKey>(`
    select e.id, ${eventColumnsSqlFor(gigFields)}, e.version, ${instantSql('e.created_at')} as "createdAt",
      ${instantSql('e.updated_at')} as "updatedAt", (select name from bands where id = e.band_id) as "bandName",
      coalesce(e.venue, e.location) as place, e.deleted_at is not null as "isDeleted",
      ${scheduleSql} as schedule
    from events e where e.band_id = $bandId and e.id = $eventId ${lock}`)

/** The event, deleted or not. */
export const findDepEvent = events('')

/** Locks the event, deleted or not, until the transaction ends: all writes about its deps are one after the other. */
export const lockDepEvent = events('for no key update')

export type StoredDepAsk = DepAskWithLastText & { id: string; name: string; phone: string; linkKeyId: number }
type DepRequestTerms = Pick<
  DepRequest,
  'id' | 'instrument' | 'feePence' | 'coversMembershipId' | 'createdAt' | 'filledBy'
>
export type StoredDepRequest = Omit<DepRequestWithLastTexts, 'asks'> &
  DepRequestTerms & {
    /** Display name and user of the member who asked; null after they left. */
    askedBy: string | null
    askedByUserId: string | null
    timerAt: number | null
    asks: StoredDepAsk[]
  }
type RequestRow = Omit<
  StoredDepRequest,
  'gigStartsAt' | 'closesAt' | 'isGigCancelled' | 'isCoveredElsewhere' | 'schedule'
>

const msSql = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`

const requests = preparedQuery<RequestRow>(`
  select r.id, r.mode, r.wait_minutes as "waitMinutes", r.instrument, r.fee_pence as "feePence",
    r.covers_membership_id as "coversMembershipId", coalesce(m.display_name, p.display_name) as "askedBy",
    m.user_id as "askedByUserId",
    ${instantSql('r.requested_at')} as "createdAt", ${msSql('r.withdrawn_at')} as "withdrawnAt", r.filled_by as "filledBy",
    ${msSql('r.timer_at')} as "timerAt", coalesce(a.asks, '[]') as asks
  from dep_requests r
  left join memberships m on m.band_id = r.band_id and m.id = r.requested_by
  left join users p on p.id = m.user_id
  left join lateral (
    select json_agg(json_build_object(
      'id', a.id, 'depId', a.dep_id, 'name', d.name, 'phone', d.phone, 'linkKeyId', a.link_key_id, 'askedAt', ${msSql('a.asked_at')},
      'failedAt', ${msSql('a.failed_at')}, 'answer', a.answer, 'answeredAt', ${msSql('a.answered_at')},
      'textedKind', a.texted_kind, 'textedSchedule', a.texted_schedule, 'answeredSchedule', a.answered_schedule,
      'doNotAsk', ${doNotAskSql}) order by a.position) as asks
    from dep_asks a join deps d on d.band_id = a.band_id and d.id = a.dep_id
    where a.band_id = r.band_id and a.request_id = r.id
  ) a on true
  where r.band_id = $bandId and r.event_id = $eventId
  order by r.requested_at, r.id`)

/** The requests for the event, the oldest first. */
export async function listStoredDepRequests(
  db: Db,
  { bandId }: { bandId: string },
  event: DepEvent,
): Promise<StoredDepRequest[]> {
  const rows = await requests(db, { bandId, eventId: event.id })
  const isGigCancelled = event.isDeleted || event.status === 'cancelled'
  const ofEvent = {
    gigStartsAt: eventStart(event),
    closesAt: latestEventStart(event),
    isGigCancelled,
    schedule: event.schedule,
  }
  return rows.map((row) => ({ ...row, ...ofEvent, isCoveredElsewhere: isCoveredElsewhere(row, rows) }))
}

function isCoveredElsewhere({ id, coversMembershipId }: RequestRow, rows: readonly RequestRow[]): boolean {
  if (coversMembershipId === null) return false
  return rows.some(
    (row) =>
      row.id !== id &&
      row.coversMembershipId === coversMembershipId &&
      row.withdrawnAt === null &&
      findWinningAsk(row.asks) !== null,
  )
}

export const insertDepRequest = preparedCommand<
  EventKey & Omit<ParsedDepRequest, 'depIds'> & { id: string; membershipId: string }
>(`
  insert into dep_requests (
    band_id, id, event_id, mode, wait_minutes, instrument, fee_pence, covers_membership_id, requested_by)
  values ($bandId, $id, $eventId, $mode, $waitMinutes, $instrument, $feePence, $coversMembershipId, $membershipId)`)

export const insertDepAsk = preparedCommand<{
  id: string
  bandId: string
  requestId: string
  depId: string
  position: number
  tokenHash: Buffer
  linkKeyId: number
}>(`
  insert into dep_asks (id, band_id, request_id, dep_id, position, token_hash, link_key_id)
  values ($id, $bandId, $requestId, $depId, $position, $tokenHash, $linkKeyId)`)

/**
 * Makes the ask a new one, whose dep is not asked yet: with another id, the link in earlier texts is dead. Texts that were sent stay in
 * the log.
 */
export async function renewDepAsk(
  tx: Db,
  ask: { id: string; newId: string; tokenHash: Buffer; linkKeyId: number },
): Promise<void> {
  await detachment(tx, ask)
  await renewal(tx, ask)
}

const detachment = preparedCommand<{ id: string }>(`
  with unsent as (delete from outgoing_messages where ask_id = $id and claimed_at is null and outcome is null)
  update outgoing_messages set ask_id = null where ask_id = $id and claimed_at is not null`)
const renewal = preparedCommand<{ id: string; newId: string; tokenHash: Buffer; linkKeyId: number }>(`
  update dep_asks set id = $newId, token_hash = $tokenHash, link_key_id = $linkKeyId, asked_at = null, failed_at = null, answer = null,
    answered_at = null, answered_schedule = null, texted_kind = null, texted_schedule = null
  where id = $id`)

/** Ends the link of the ask. `tokenHash` is random, so that no token matches it. */
export const endDepAskLink = preparedCommand<{ id: string; tokenHash: Buffer }>(
  `update dep_asks set token_hash = $tokenHash where id = $id`,
)

const askedUpdate = preparedQuery(`
  update dep_asks set asked_at = to_timestamp($now::float8 / 1000) where id = any($ids::uuid[])`)

export async function updateDepAskedAt(tx: Db, ids: readonly string[], now: number): Promise<void> {
  if (ids.length > 0) await askedUpdate(tx, { ids, now })
}

/** A repeated answer keeps its time, but is about the present schedule. */
export const updateDepAnswer = preparedCommand<{ id: string; answer: DepAnswer; schedule: string; now: number }>(`
  update dep_asks set answer = $answer, answered_schedule = $schedule,
    answered_at = case when answer is distinct from $answer then to_timestamp($now::float8 / 1000) else answered_at end
  where id = $id`)

/** The dep's number can't be asked by the band again. */
export const insertDoNotAsk = preparedCommand<{ bandId: string; depId: string }>(`
  insert into dep_refusals (band_id, phone_mac)
  select band_id, phone_mac from deps where band_id = $bandId and id = $depId
  on conflict (band_id, phone_mac) do nothing`)

export const markDepAskFailed = preparedCommand<{ id: string; now: number }>(`
  update dep_asks set failed_at = to_timestamp($now::float8 / 1000) where id = $id`)

export const markDepRequestWithdrawn = preparedCommand<{ bandId: string; id: string; now: number }>(`
  update dep_requests set withdrawn_at = to_timestamp($now::float8 / 1000) where band_id = $bandId and id = $id`)

export const updateDepRequestState = preparedCommand<{
  bandId: string
  id: string
  filledBy: string | null
  timerAt: number | null
}>(`
  update dep_requests set filled_by = $filledBy, timer_at = to_timestamp($timerAt::float8 / 1000)
  where band_id = $bandId and id = $id`)

// answers_changed_at is part of the calendar's ETag. The version stays, so that no parallel edit of the event becomes stale.
/** Call it when another dep plays at the event, or none does any more. */
export const updateEventHasDep = preparedCommand<EventKey>(`
  update events set answers_changed_at = clock_timestamp(), has_dep = exists (
    select from dep_requests r where r.band_id = $bandId and r.event_id = $eventId and r.filled_by is not null)
  where band_id = $bandId and id = $eventId`)
