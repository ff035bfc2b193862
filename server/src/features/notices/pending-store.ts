// Causes of notices, stored in the transaction of the change. The settler (settle.ts) makes the notices.

import { randomUUIDv7 } from 'node:crypto'
import * as z from 'zod/mini'
import { accessLevels } from '@gaffer/domain/bands/access'
import { BandEvent } from '@gaffer/domain/events/event'
import { liftNews } from '@gaffer/domain/notices/lift-notice'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import type { Db } from '#platform/db/connection.ts'
import { command, literal, manyRows, oneRow, optionalRow, sql } from '#platform/db/statement.ts'
import { settleNoticesJob } from './notice-jobs.ts'
import { Snapshot } from './notice-facts-store.ts'

const EventBeforeChange = z.extend(Snapshot, z.pick(BandEvent, { asksAnswers: true, movedFrom: true }).shape)

const NoteSubject = z.strictObject({ kind: z.enum(['event', 'song', 'setlist', 'recording']), id: Id })

const factSchemas = {
  /** The fields of `EventChangeFacts`. */
  event: z.strictObject({
    before: z.nullable(EventBeforeChange),
    wasRestored: z.boolean(),
    wentWithMember: z.exactOptional(z.boolean()),
    series: z.exactOptional(
      z.strictObject({ eventIds: z.array(Id), isDeletion: z.boolean(), deletedAt: z.exactOptional(z.string()) }),
    ),
  }),
  /** Rows of earlier releases have no `eventIds`: their answer is to the event of the row. */
  answer: z.strictObject({ membershipId: Id, eventIds: z.exactOptional(z.array(Id)) }),
  nudge: z.strictObject({}),
  /** The kind of notice of a change to lifts for each recipient, by membership id. */
  lift: z.record(Id, z.enum(liftNews)),
  joined: z.strictObject({}),
  /** `eventIds` are the events that were deleted with the member. */
  left: z.strictObject({ name: z.string(), userId: z.nullable(z.string()), eventIds: z.exactOptional(z.array(Id)) }),
  access: z.strictObject({ userId: z.string(), access: z.enum(accessLevels) }),
  /** Song ids with the users who added them. */
  songs: z.record(Id, z.string()),
  /** The user who was paid. */
  paid: z.strictObject({ userId: z.string() }),
  enquiry: z.strictObject({ dates: z.array(z.string()) }),
  calendar: z.strictObject({ userId: z.string(), calendarName: z.string(), failingSince: z.string() }),
  /** New notes of a thread. */
  note: z.strictObject({ about: NoteSubject }),
  /** A note that mentions members. */
  mention: z.strictObject({ about: NoteSubject, noteId: Id }),
  /** The operator hid a note, a chart or a recording after a report. */
  hidden: z.strictObject({ userId: z.string(), what: z.enum(['note', 'chart', 'recording']) }),
}
export type NoticeCause = keyof typeof factSchemas
export type FactsByCause = { [C in NoticeCause]: z.infer<(typeof factSchemas)[C]> }

const makePendingSchema = <C extends NoticeCause>(cause: C) =>
  z.strictObject({
    id: Id,
    cause: z.literal(cause),
    bandId: z.nullable(Id),
    eventId: z.nullable(Id),
    actorIds: z.array(z.string()),
    /** IP address of the last actor's request; null for a change without a request. */
    address: z.nullable(z.string()),
    facts: factSchemas[cause],
    /** When the first change was made. */
    beganAt: z.date(),
  })
const PendingEventNotice = makePendingSchema('event')
const PendingNotice = z.discriminatedUnion('cause', [
  PendingEventNotice,
  makePendingSchema('answer'),
  makePendingSchema('nudge'),
  makePendingSchema('lift'),
  makePendingSchema('joined'),
  makePendingSchema('left'),
  makePendingSchema('access'),
  makePendingSchema('songs'),
  makePendingSchema('enquiry'),
  makePendingSchema('calendar'),
  makePendingSchema('note'),
  makePendingSchema('mention'),
  makePendingSchema('hidden'),
  makePendingSchema('paid'),
])
export type PendingNotice = z.infer<typeof PendingNotice>
export type PendingEventNotice = z.infer<typeof PendingEventNotice>

export type NewPendingNotice<C extends NoticeCause> = {
  cause: C
  subject: string
  bandId: string | null
  eventId?: string
  actorId: string | null
  /** IP address of the actor's request. Texts to deps count towards the budgets of this address. */
  address?: string | null
  facts: FactsByCause[C]
  /** ISO 8601; now by default. */
  dueAt?: string
}

// A waiting row keeps the facts of the first change, with two exceptions: it collects songs, lifts, answered events and restored dates, and
// it takes the dates of a series from the latest change. The latest actor is the last in `actor_ids`.
const upsertPending = optionalRow(
  z.strictObject({ isNew: z.boolean() }),
  sql<{
    id: string
    cause: NoticeCause
    subject: string
    bandId: string | null
    eventId: string | null
    actorId: string | null
    address: string | null
    facts: string
    dueAt: string | null
  }>`
    insert into pending_notices as p (id, cause, subject, band_id, event_id, actor_ids, address, facts, due_at, began_at)
    values ($id, $cause, $subject, $bandId, $eventId, array_remove(array[$actorId::uuid], null), $address, $facts,
      coalesce($dueAt::timestamptz, $now), $now)
    on conflict (cause, subject) do update set
      actor_ids = array_remove(p.actor_ids, $actorId::uuid) || excluded.actor_ids,
      address = excluded.address,
      facts = case
        when p.cause in ('songs', 'lift') then p.facts || excluded.facts
        when p.cause = 'answer' then p.facts || jsonb_build_object(
          'eventIds', coalesce(p.facts -> 'eventIds', to_jsonb(array[p.event_id])) || (excluded.facts -> 'eventIds'))
        when p.facts #> '{series,deletedAt}' is not null then jsonb_set(p.facts, '{series,eventIds}',
          (p.facts #> '{series,eventIds}') || (excluded.facts #> '{series,eventIds}'))
        when excluded.facts ? 'series' then p.facts || jsonb_build_object('series', excluded.facts -> 'series')
        else p.facts end
    returning xmax = 0 as "isNew"`,
)

export async function upsertPendingNotice<C extends NoticeCause>(
  tx: Db,
  { eventId, dueAt, facts: ofCause, address, ...pending }: NewPendingNotice<C>,
): Promise<void> {
  const id = randomUUIDv7()
  const stored = await upsertPending(tx, {
    ...pending,
    id,
    eventId: eventId ?? null,
    address: address ?? null,
    facts: JSON.stringify(ofCause),
    dueAt: dueAt ?? null,
  })
  // A cause that was waiting already has its job.
  if (!stored?.isNew) return
  if (isDelayedUntilSettled(pending.cause)) await tx.jobs?.add(tx, settleNoticesJob, { causeId: id })
  else {
    const startAfter = dueAt === undefined ? tx.clock.now() : new Date(dueAt)
    await tx.jobs?.addAll(tx, settleNoticesJob, [{ payload: { causeId: id }, startAfter }])
  }
}

/** `eventIds` are the events of a series, of a departure or of answers; null for other causes. */
const PendingNoticeKey = z.strictObject({
  id: Id,
  bandId: z.nullable(Id),
  eventId: z.nullable(Id),
  eventIds: z.nullable(z.array(Id)),
})
export type PendingNoticeKey = z.infer<typeof PendingNoticeKey>

/** Changes to events, answers, lifts and notes are due once they have settled. */
function isDelayedUntilSettled(cause: NoticeCause): boolean {
  return cause === 'event' || cause === 'answer' || cause === 'lift' || cause === 'note'
}

const settlingTime = sql`
  case when cause in ('event', 'answer', 'lift') then make_interval(secs => $settleSeconds)
    when cause = 'note' then make_interval(secs => $settleSeconds * ${literal(limits.noteSettlingTimes)})
    else interval '0' end`
const isDue = sql`due_at <= $now and due_at <= $now - ${settlingTime}`

/** Causes that are due, the oldest first. */
export const listDuePendingNotices = manyRows(
  PendingNoticeKey,
  sql<{ settleSeconds: number; maxRows: number }>`
    select id, band_id as "bandId", event_id as "eventId",
      coalesce(facts -> 'series' -> 'eventIds', facts -> 'eventIds') as "eventIds"
    from pending_notices where ${isDue} order by due_at limit $maxRows`,
)

/** Seconds until the cause is due, negative if overdue; undefined once the cause is taken. */
export const findSecondsUntilDue = optionalRow(
  z.strictObject({ seconds: z.number() }),
  sql<{ id: string; settleSeconds: number }>`
    select extract(epoch from due_at + ${settlingTime} - $now)::float8 as seconds from pending_notices where id = $id`,
)

/** How many causes are due, and for how many seconds the oldest one has been. */
export const readPendingBacklog = oneRow(
  z.strictObject({ waiting: z.int(), oldestWaitSeconds: z.number() }),
  sql<{ settleSeconds: number }>`
    select count(*)::int as waiting,
      coalesce(extract(epoch from max($now - ${settlingTime} - due_at)), 0)::float8 as "oldestWaitSeconds"
    from pending_notices where ${isDue}`,
)

const pendingColumns = sql`
  id, cause, band_id as "bandId", event_id as "eventId", actor_ids as "actorIds", address, facts, began_at as "beganAt"`

/** Deletes the cause and returns it; undefined if another server has taken it. */
export const takePendingNotice = optionalRow(
  PendingNotice,
  sql<{ id: string }>`
    delete from pending_notices where id = (select id from pending_notices where id = $id for update skip locked)
    returning ${pendingColumns}`,
)

/** As `takePendingNotice`, for causes that are taken together. Waits while another server takes any of them. */
export const takePendingNotices = manyRows(
  PendingNotice,
  sql<{ ids: readonly string[] }>`
    delete from pending_notices
    where id in (select id from pending_notices where id = any($ids::uuid[]) order by id for update)
    returning ${pendingColumns}`,
)

/** Drops unsettled changes to single events, except cancellations: the notice of a departure leaves out cancelled events. */
export const deletePendingEventChanges = command(
  sql<{ bandId: string; eventIds: readonly string[] }>`
    delete from pending_notices where cause = 'event' and subject = any($eventIds::text[]) and band_id = $bandId
      and not exists (
        select from events e
        where e.band_id = pending_notices.band_id and e.id = pending_notices.event_id and e.status = 'cancelled')`,
)

/** The changes to single events that are not settled yet. */
export const listPendingNoticesOfEvents = manyRows(
  PendingEventNotice,
  sql<{ eventIds: readonly string[] }>`
    select ${pendingColumns} from pending_notices where cause = 'event' and subject = any($eventIds::text[])`,
)

/** Postpones a failed cause by a minute, so that it does not hold up other causes. */
export const postponePendingNotice = command(
  sql<{ id: string }>`update pending_notices set due_at = $now + interval '1 minute' where id = $id`,
)
