// Texts to deps: one row each, which the budgets count. A job sends it.

import type { DepTextKind } from '@gaffer/domain/deps/dep-text'
import type { EventKey } from '#features/events/columns.ts'
import type { Db } from '#platform/db/connection.ts'
import { preparedCommand, preparedQuery, preparedOptionalRow } from '#platform/db/prepared-query.ts'
import { sql } from '#platform/db/sql.ts'

export type NewDepText = EventKey & {
  id: string
  /** Null for a dep who is being deleted; then `kind` says what the text is about, which is otherwise decided when it is sent. */
  askId: string | null
  kind: DepTextKind | null
  /** The phone number that gets the text. */
  recipient: string
  /** The text follows a change: it waits for the budgets, and counts towards them when it is sent. */
  isFollowUp: boolean
} & TextPayer

/** The user and IP address whose budgets the text counts towards. */
export type TextPayer = { requestedBy: string | null; address: string | null }

export const insertDepText = preparedCommand<NewDepText>(`
  insert into dep_texts (id, band_id, event_id, ask_id, kind, recipient, requested_by, address, requested_at)
  values ($id, $bandId, $eventId, $askId, $kind, $recipient, $requestedBy, $address,
    case when $isFollowUp then null else clock_timestamp() end)`)

/**
 * Adds a text for each dep of the event who got one before. Texts that turn out to be unnecessary are deleted when the requests are
 * advanced. A text that is still waiting counts towards the budgets of the last change.
 */
export const insertDepFollowUps = preparedCommand<EventKey & TextPayer>(`
  insert into dep_texts as t (id, band_id, event_id, ask_id, recipient, requested_by, address, requested_at)
  select gen_random_uuid(), a.band_id, r.event_id, a.id, d.phone, $requestedBy, $address, null
  from dep_requests r
  join dep_asks a on a.band_id = r.band_id and a.request_id = r.id
  join deps d on d.band_id = a.band_id and d.id = a.dep_id
  where r.band_id = $bandId and r.event_id = $eventId and a.texted_kind is not null
  order by a.id
  on conflict (ask_id) where ask_id is not null and sent_at is null
  do update set requested_by = excluded.requested_by, address = excluded.address, queued_for = null
    where t.requested_at is null`)

export type UnsentDepText = { id: string; askId: string; queuedFor: number | null }

export const listUnsentDepTexts = preparedQuery<UnsentDepText, EventKey>(`
  select id, ask_id as "askId", (extract(epoch from queued_for) * 1000)::float8 as "queuedFor"
  from dep_texts where band_id = $bandId and event_id = $eventId and ask_id is not null and sent_at is null`)

export const markDepTextQueued = preparedCommand<{ id: string; at: number }>(`
  update dep_texts set queued_for = to_timestamp($at::float8 / 1000) where id = $id`)

export type QueuedDepText = NewDepText

/** Undefined when the text was sent or is not needed any more. */
export const findQueuedDepText = preparedOptionalRow<QueuedDepText, { id: string }>(`
  select id, band_id as "bandId", event_id as "eventId", ask_id as "askId", kind, recipient,
    requested_by as "requestedBy", address, requested_at is null as "isFollowUp"
  from dep_texts where id = $id and sent_at is null`)

/** Marks the text as sent, and notes what it said. A text that follows a change counts from now on. */
export const claimDepText = preparedCommand<{
  id: string
  askId: string | null
  kind: DepTextKind
  schedule: string
}>(`
  with sent as (
    update dep_texts set sent_at = clock_timestamp(), requested_at = coalesce(requested_at, clock_timestamp()), kind = $kind
    where id = $id)
  update dep_asks set texted_kind = $kind, texted_schedule = $schedule where id = $askId`)

const isReplaced = `(t.ask_id is distinct from $askId::uuid or exists (
  select from dep_texts newer where newer.ask_id = t.ask_id and newer.id <> t.id and newer.sent_at is null))`

/**
 * Undoes `claimDepText` after the text was certainly not sent. It is deleted if a newer text of the ask is queued by then, or the ask is
 * gone: the dep was deleted or has another number.
 */
export const releaseDepText = preparedCommand<{
  id: string
  askId: string | null
  textedKind: DepTextKind | null
  textedSchedule: string | null
}>(`
  with unsent as (update dep_texts t set sent_at = null where id = $id and not ${isReplaced}),
    replaced as (delete from dep_texts t where id = $id and ${isReplaced})
  update dep_asks set texted_kind = $textedKind, texted_schedule = $textedSchedule where id = $askId`)

const dropping = preparedQuery(`
  with dropped as (delete from dep_texts where id = any($ids::uuid[]) and sent_at is null returning ask_id)
  update dep_asks a set asked_at = null from dropped where a.id = dropped.ask_id and a.texted_kind is null`)

/** Deletes texts that are not needed any more. A dep whose text was not sent has not been asked. */
export async function deleteUnsentDepTexts(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await dropping(tx, { ids })
}

// Texts that share a budget: queries for `secondsUntilAdmitted`. `requested_at` is null for texts that do not count yet.

export const depTextsOfBandSql = (bandId: string) =>
  sql`select requested_at as at from dep_texts where band_id = ${bandId}`

export const depTextsByRecipientSql = (phone: string) =>
  sql`select requested_at as at from dep_texts where recipient = ${phone}`

export const sentDepTextsByRecipientSql = (phone: string) =>
  sql`select sent_at as at from dep_texts where recipient = ${phone} and sent_at is not null`

/** Sent texts to the number about changes to the event, without the text that asked. */
export const sentDepFollowUpsSql = ({ bandId, eventId, recipient }: EventKey & { recipient: string }) => sql`
  select sent_at as at from dep_texts
  where band_id = ${bandId} and event_id = ${eventId} and recipient = ${recipient} and kind <> 'asked' and sent_at is not null`
