// Reads and writes the texts to deps, which are rows of outgoing_messages.

import * as z from 'zod/mini'
import type { DepTextKind } from '@gaffer/domain/deps/dep-text'
import type { EventKey } from '#features/events/event-columns.ts'
import type { Db } from '#platform/db/connection.ts'
import { command, manyRows, sql } from '#platform/db/statement.ts'

/** The user and IP address whose budgets a text counts towards. */
export type TextPayer = { requestedBy: string | null; address: string | null }

const isUnsent = sql`purpose = 'dep text' and claimed_at is null and outcome is null`

/** The asks of the event whose deps got a text before and have no unsent text. */
export const listAsksToFollowUp = manyRows(
  z.strictObject({ askId: z.string(), recipient: z.string() }),
  sql<EventKey>`
    select a.id as "askId", d.phone as recipient
    from dep_requests r
    join dep_asks a on a.band_id = r.band_id and a.request_id = r.id
    join deps d on d.band_id = a.band_id and d.id = a.dep_id
    where r.band_id = $bandId and r.event_id = $eventId and a.texted_kind is not null and not exists (
      select from outgoing_messages m where m.ask_id = a.id and ${isUnsent})
    order by a.id`,
)

/** Makes waiting texts that follow a change count towards the budgets of the new payer, and clears their due time. */
export const updatePayerOfFollowUps = command(sql<EventKey & TextPayer>`
  update outgoing_messages set caused_by = $requestedBy, network_address = $address, due_at = null
  where band_id = $bandId and event_id = $eventId and ask_id is not null and not is_requested and ${isUnsent}`)

const UnsentDepText = z.strictObject({ id: z.string(), askId: z.string(), queuedFor: z.nullable(z.number()) })
export type UnsentDepText = z.infer<typeof UnsentDepText>

export const listUnsentDepTexts = manyRows(
  UnsentDepText,
  sql<EventKey>`
    select id, ask_id as "askId", (extract(epoch from due_at) * 1000)::float8 as "queuedFor"
    from outgoing_messages where band_id = $bandId and event_id = $eventId and ask_id is not null and ${isUnsent}`,
)

/** Stores the kind of a text in the text and its ask, and in the ask the schedule that the text names. */
export const storeTextedKind = command(sql<{
  id: string
  askId: string | null
  kind: DepTextKind
  schedule: string
}>`
  with claimed as (update outgoing_messages set kind = $kind where id = $id)
  update dep_asks set texted_kind = $kind, texted_schedule = $schedule where id = $askId`)

/**
 * Undoes `storeTextedKind` after a text was certainly not sent. Deletes the text if a newer text of the ask is queued, or if the ask is
 * gone because the dep was deleted or has another number.
 */
export const undoTextedKind = command(sql<{
  id: string
  askId: string | null
  textedKind: string | null
  textedSchedule: string | null
}>`
  with replaced as (
    delete from outgoing_messages t where t.id = $id and (t.ask_id is distinct from $askId::uuid or exists (
      select from outgoing_messages newer where newer.ask_id = t.ask_id and newer.id <> t.id and ${isUnsent})))
  update dep_asks set texted_kind = $textedKind, texted_schedule = $textedSchedule where id = $askId`)

/**
 * Deletes the unsent texts of the band's asks, and detaches the sent ones. Otherwise the cascade of the band's deletion fails: PostgreSQL checks
 * the foreign keys of rows again that the same transaction updated, such as those that an erasure made anonymous.
 */
export const detachTextsFromAsks = command(sql<{ bandId: string }>`
  with dropped as (delete from outgoing_messages where band_id = $bandId and ask_id is not null and ${isUnsent})
  update outgoing_messages set ask_id = null where band_id = $bandId and ask_id is not null and not (${isUnsent})`)

const deleteUnsent = command(sql<{ ids: readonly string[] }>`
  with dropped as (delete from outgoing_messages where id = any($ids::uuid[]) and ${isUnsent} returning ask_id)
  update dep_asks a set asked_at = null from dropped where a.id = dropped.ask_id and a.texted_kind is null`)

/** Deletes unsent texts, and clears `asked_at` of their asks without a sent text. */
export async function deleteUnsentDepTexts(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await deleteUnsent(tx, { ids })
}
