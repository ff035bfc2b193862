// Requests to deps with their asks, in the form that the rules of `domain/src/deps` take. Instants are epoch ms, except
// `createdAt` and `updatedAt`. Every write needs the lock of the event.

import * as z from 'zod/mini'
import { depAnswers, type DepAnswer } from '@gaffer/domain/deps/dep-link'
import { findWinningAsk } from '@gaffer/domain/deps/dep-request'
import { depTextKinds } from '@gaffer/domain/deps/dep-text'
import { DepRequest, type ParsedDepRequest } from '@gaffer/domain/deps/dep'
import { BandEvent } from '@gaffer/domain/events/event'
import { eventStart, latestEventStart } from '@gaffer/domain/events/event-times'
import { Id } from '@gaffer/domain/shared/common-schemas'
import type { EventKey } from '#features/events/event-columns.ts'
import { schedule } from '#features/events/stale-answer-conditions.ts'
import { EventSummary, eventSummaryColumns } from '#features/events/summary-columns.ts'
import type { Db } from '#platform/db/connection.ts'
import { command, isoText, manyRows, optionalRow, sql, type Sql } from '#platform/db/statement.ts'
import { hasRefusedAsks } from './columns.ts'

const DepEvent = z.extend(EventSummary, {
  ...z.pick(BandEvent, { id: true, setlistId: true, version: true, createdAt: true, updatedAt: true }).shape,
  bandName: z.string(),
  /** Venue or location. */
  place: z.nullable(z.string()),
  isDeleted: z.boolean(),
  /** Hash of date, start time and place. */
  schedule: z.string(),
})
export type DepEvent = z.infer<typeof DepEvent>

const depEvent = sql`
  select e.id, ${eventSummaryColumns}, e.version, ${isoText(sql`e.created_at`)} as "createdAt",
    ${isoText(sql`e.updated_at`)} as "updatedAt", (select name from bands where id = e.band_id) as "bandName",
    coalesce(e.venue, e.location) as place, e.deleted_at is not null as "isDeleted", ${schedule} as schedule,
    (select l.id from setlists l
      where l.band_id = e.band_id and l.id = e.setlist_id and l.deleted_at is null) as "setlistId"
  from events e where e.band_id = $bandId and e.id = $eventId`

/** Finds the event, also a deleted one. */
export const findDepEvent = optionalRow(DepEvent, sql<EventKey>`${depEvent}`)

/** Locks the event, deleted or not, until the transaction ends, which serialises all writes about its deps. */
export const lockDepEvent = optionalRow(DepEvent, sql<EventKey>`${depEvent} for no key update`)

const StoredDepAsk = z.strictObject({
  id: Id,
  depId: Id,
  name: z.string(),
  phone: z.string(),
  linkKeyId: z.int(),
  askedAt: z.nullable(z.number()),
  failedAt: z.nullable(z.number()),
  answer: z.nullable(z.enum(depAnswers)),
  answeredAt: z.nullable(z.number()),
  textedKind: z.nullable(z.enum(depTextKinds)),
  textedSchedule: z.nullable(z.string()),
  answeredSchedule: z.nullable(z.string()),
  doNotAsk: z.boolean(),
})
export type StoredDepAsk = z.infer<typeof StoredDepAsk>

const RequestRow = z.extend(
  z.pick(DepRequest, {
    id: true,
    mode: true,
    waitMinutes: true,
    instrument: true,
    feePence: true,
    coversMembershipId: true,
    createdAt: true,
    filledBy: true,
  }),
  {
    /** Display name and user of the member who made the request; null after they left. */
    askedBy: z.nullable(z.string()),
    askedByUserId: z.nullable(z.string()),
    withdrawnAt: z.nullable(z.number()),
    timerAt: z.nullable(z.number()),
    asks: z.array(StoredDepAsk),
  },
)
type RequestRow = z.infer<typeof RequestRow>

export type StoredDepRequest = RequestRow & {
  gigStartsAt: number
  closesAt: number
  isGigCancelled: boolean
  isCoveredElsewhere: boolean
  schedule: string
}

const epochMs = (timestamptz: Sql) => sql`(extract(epoch from ${timestamptz}) * 1000)::float8`

const listRequestRows = manyRows(
  RequestRow,
  sql<EventKey>`
    select r.id, r.mode, r.wait_minutes as "waitMinutes", r.instrument, r.fee_pence as "feePence",
      r.covers_membership_id as "coversMembershipId", coalesce(m.display_name, p.display_name) as "askedBy",
      m.user_id as "askedByUserId", ${isoText(sql`r.requested_at`)} as "createdAt",
      ${epochMs(sql`r.withdrawn_at`)} as "withdrawnAt", r.filled_by as "filledBy", ${epochMs(sql`r.timer_at`)} as "timerAt",
      coalesce(a.asks, '[]') as asks
    from dep_requests r
    left join memberships m on m.band_id = r.band_id and m.id = r.requested_by
    left join users p on p.id = m.user_id
    left join lateral (
      select json_agg(json_build_object(
        'id', a.id, 'depId', a.dep_id, 'name', d.name, 'phone', d.phone, 'linkKeyId', a.link_key_id,
        'askedAt', ${epochMs(sql`a.asked_at`)}, 'failedAt', ${epochMs(sql`a.failed_at`)},
        'answer', a.answer, 'answeredAt', ${epochMs(sql`a.answered_at`)},
        'textedKind', a.texted_kind, 'textedSchedule', a.texted_schedule, 'answeredSchedule', a.answered_schedule,
        'doNotAsk', ${hasRefusedAsks}) order by a.position) as asks
      from dep_asks a join deps d on d.band_id = a.band_id and d.id = a.dep_id
      where a.band_id = r.band_id and a.request_id = r.id
    ) a on true
    where r.band_id = $bandId and r.event_id = $eventId
    order by r.requested_at, r.id`,
)

/** The requests for the event, the oldest first. */
export async function listStoredDepRequests(
  db: Db,
  { bandId }: { bandId: string },
  event: DepEvent,
): Promise<StoredDepRequest[]> {
  const rows = await listRequestRows(db, { bandId, eventId: event.id })
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

export const insertDepRequest = command(
  sql<EventKey & Omit<ParsedDepRequest, 'depIds'> & { id: string; membershipId: string }>`
    insert into dep_requests (
      band_id, id, event_id, mode, wait_minutes, instrument, fee_pence, covers_membership_id, requested_by, requested_at)
    values (
      $bandId, $id, $eventId, $mode, $waitMinutes, $instrument, $feePence, $coversMembershipId, $membershipId, $now)`,
)

type AskLink = { tokenHash: Buffer; linkKeyId: number }

export const insertDepAsk = command(
  sql<AskLink & { id: string; bandId: string; requestId: string; depId: string; position: number }>`
    insert into dep_asks (id, band_id, request_id, dep_id, position, token_hash, link_key_id)
    values ($id, $bandId, $requestId, $depId, $position, $tokenHash, $linkKeyId)`,
)

/**
 * Resets the ask, as if its dep was not asked yet. The new id and token invalidate links in earlier texts. Sent texts stay in the log;
 * unsent texts are deleted.
 */
export async function renewDepAsk(tx: Db, ask: AskLink & { id: string; newId: string }): Promise<void> {
  await detachOrDeleteTexts(tx, ask)
  await resetAsk(tx, ask)
}

const detachOrDeleteTexts = command(
  sql<{ id: string }>`
    with unsent as (delete from outgoing_messages where ask_id = $id and claimed_at is null and outcome is null)
    update outgoing_messages set ask_id = null where ask_id = $id and claimed_at is not null`,
)
const resetAsk = command(
  sql<AskLink & { id: string; newId: string }>`
    update dep_asks set id = $newId, token_hash = $tokenHash, link_key_id = $linkKeyId, asked_at = null, failed_at = null,
      answer = null, answered_at = null, answered_schedule = null, texted_kind = null, texted_schedule = null
    where id = $id`,
)

/** Invalidates the link of the ask. `tokenHash` is random, so that no token matches it. */
export const invalidateDepAskLink = command(
  sql<{ id: string; tokenHash: Buffer }>`update dep_asks set token_hash = $tokenHash where id = $id`,
)

const setAskedAt = command(
  sql<{ ids: readonly string[]; now: Date }>`update dep_asks set asked_at = $now where id = any($ids::uuid[])`,
)

export async function updateDepAskedAt(tx: Db, ids: readonly string[], now: number): Promise<void> {
  if (ids.length > 0) await setAskedAt(tx, { ids, now: new Date(now) })
}

/** Stores the answer of a dep. A repeated answer keeps its time, but is stored as given for the present schedule. */
export const updateDepAnswer = command(
  sql<{ id: string; answer: DepAnswer; schedule: string }>`
    update dep_asks set answer = $answer, answered_schedule = $schedule,
      answered_at = case when answer is distinct from $answer then $now else answered_at end
    where id = $id`,
)

/** Stores that the band must not ask the dep's number again. */
export const insertDoNotAsk = command(
  sql<{ bandId: string; depId: string }>`
    insert into dep_refusals (band_id, phone_mac, refused_at)
    select band_id, phone_mac, $now from deps where band_id = $bandId and id = $depId
    on conflict (band_id, phone_mac) do nothing`,
)

export const markDepAskFailed = command(sql<{ id: string }>`update dep_asks set failed_at = $now where id = $id`)

export const markDepRequestWithdrawn = command(
  sql<{ bandId: string; id: string }>`
    update dep_requests set withdrawn_at = $now where band_id = $bandId and id = $id`,
)

export const updateDepRequestState = command(
  sql<{ bandId: string; id: string; filledBy: string | null; timerAt: Date | null }>`
    update dep_requests set filled_by = $filledBy, timer_at = $timerAt where band_id = $bandId and id = $id`,
)

/**
 * Stores whether a dep plays at the event. Call it when `filled_by` of a request changes. Does not increment the version: a parallel edit
 * of the event would get 412.
 */
export const updateEventHasDep = command(
  sql<EventKey>`
    update events set has_dep = exists (
      select from dep_requests r where r.band_id = $bandId and r.event_id = $eventId and r.filled_by is not null)
    where band_id = $bandId and id = $eventId`,
)
