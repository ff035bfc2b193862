// Causes of notices, stored in the transaction of the change. The settler (settle.ts) makes the notices.

import { randomUUIDv7 } from 'node:crypto'
import type { AccessLevel } from '@gaffer/domain/bands/access'
import type { EventChangeFacts } from '@gaffer/domain/events/event-change'
import type { Db } from '#platform/db/connection.ts'
import {
  preparedCommand,
  preparedRequiredRow,
  preparedQuery,
  preparedOptionalRow,
} from '#platform/db/prepared-query.ts'
import { settleNoticesJob } from './notice-jobs.ts'

export type FactsByCause = {
  event: EventChangeFacts
  answer: { membershipId: string }
  nudge: Record<string, never>
  joined: Record<string, never>
  /** `eventIds` are the events that went with the member. */
  left: { name: string; userId: string | null; eventIds?: string[] }
  access: { userId: string; access: AccessLevel }
  /** Song ids with the users who added them. */
  songs: Record<string, string>
  calendar: { userId: string; calendarName: string; failingSince: string }
}
export type NoticeCause = keyof FactsByCause
export type PendingNotice<C extends NoticeCause = NoticeCause> = C extends NoticeCause
  ? {
      id: string
      cause: C
      bandId: string | null
      eventId: string | null
      actorIds: string[]
      /** IP address of the last actor's request; null for actors without one. */
      address: string | null
      facts: FactsByCause[C]
      /** When the first change was made. */
      beganAt: Date
    }
  : never

export type NewPendingNotice<C extends NoticeCause> = {
  cause: C
  subject: string
  bandId: string | null
  eventId?: string
  actorId: string | null
  /** IP address of the actor's request, whose budgets pay for texts to deps. */
  address?: string | null
  facts: FactsByCause[C]
  /** ISO 8601; now by default. */
  dueAt?: string
}

// A row that waits keeps the facts of the first change, but collects songs, and takes the dates of a series from the last change. The last
// actor stands last.
const insertion = preparedRequiredRow<{ isNew: boolean }>(`
  insert into pending_notices as p (id, cause, subject, band_id, event_id, actor_ids, address, facts, due_at)
  values ($id, $cause, $subject, $bandId, $eventId, array_remove(array[$actorId::uuid], null), $address, $facts,
    coalesce($dueAt::timestamptz, clock_timestamp()))
  on conflict (cause, subject) do update set
    actor_ids = array_remove(p.actor_ids, $actorId::uuid) || excluded.actor_ids,
    address = excluded.address,
    facts = case
      when p.cause = 'songs' then p.facts || excluded.facts
      when excluded.facts ? 'series' then p.facts || jsonb_build_object('series', excluded.facts -> 'series')
      else p.facts end
  returning xmax = 0 as "isNew"`)

export async function upsertPendingNotice<C extends NoticeCause>(
  tx: Db,
  { eventId, dueAt, facts, address, ...pending }: NewPendingNotice<C>,
): Promise<void> {
  const id = randomUUIDv7()
  const { isNew } = await insertion(tx, {
    ...pending,
    id,
    eventId: eventId ?? null,
    address: address ?? null,
    facts: JSON.stringify(facts),
    dueAt: dueAt ?? null,
  })
  // A row that waits has its job.
  if (!isNew) return
  if (settles(pending.cause)) await tx.jobs?.add(tx, settleNoticesJob, { causeId: id })
  else {
    const startAfter = dueAt === undefined ? tx.clock.now() : new Date(dueAt)
    await tx.jobs?.addAll(tx, settleNoticesJob, [{ payload: { causeId: id }, startAfter }])
  }
}

/** `eventIds` are those of a series, or of a departure; null for other causes. */
export type PendingNoticeKey = {
  id: string
  bandId: string | null
  eventId: string | null
  eventIds: string[] | null
}

/** Changes to events and answers are due once they have settled. */
function settles(cause: NoticeCause): boolean {
  return cause === 'event' || cause === 'answer'
}

const settlesSql = `case when cause in ('event', 'answer') then make_interval(secs => $settleSeconds) else interval '0' end`
const isDue = `due_at <= clock_timestamp() and due_at <= clock_timestamp() - ${settlesSql}`

/** Causes that are due, the oldest first. */
export const listDuePendingNotices = preparedQuery<PendingNoticeKey, { settleSeconds: number; most: number }>(`
  select id, band_id as "bandId", event_id as "eventId",
    coalesce(facts -> 'series' -> 'eventIds', facts -> 'eventIds') as "eventIds"
  from pending_notices where ${isDue} order by due_at limit $most`)

/** Seconds until the cause is due; undefined when its notices are made. */
export const findSecondsUntilDue = preparedOptionalRow<{ seconds: number }, { id: string; settleSeconds: number }>(`
  select extract(epoch from due_at + ${settlesSql} - clock_timestamp())::float8 as seconds
  from pending_notices where id = $id`)

/** How many causes are due, and since when the oldest is. */
export const readPendingBacklog = preparedRequiredRow<
  { waiting: number; oldestWaitSeconds: number },
  { settleSeconds: number }
>(`
  select count(*)::int as waiting,
    coalesce(extract(epoch from max(clock_timestamp() - ${settlesSql} - due_at)), 0)::float8 as "oldestWaitSeconds"
  from pending_notices where ${isDue}`)

const pendingColumnsSql = `id, cause, band_id as "bandId", event_id as "eventId", actor_ids as "actorIds", address, facts,
  began_at as "beganAt"`

/** Deletes the cause and returns it; undefined when another server has taken it. */
export const takePendingNotice = preparedOptionalRow<PendingNotice, { id: string }>(`
  delete from pending_notices where id = (select id from pending_notices where id = $id for update skip locked)
  returning ${pendingColumnsSql}`)

/** Drops changes to single events that are not settled yet, but for cancellations: the notice of a departure leaves cancelled events out. */
export const deletePendingEventChanges = preparedCommand<{ bandId: string; eventIds: readonly string[] }>(`
  delete from pending_notices where cause = 'event' and subject = any($eventIds::text[]) and band_id = $bandId
    and not exists (
      select from events e
      where e.band_id = pending_notices.band_id and e.id = pending_notices.event_id and e.status = 'cancelled')`)

/** The changes to one event that are not settled yet; undefined if there are none. */
export const findPendingNoticeOfEvent = preparedOptionalRow<PendingNotice<'event'>, { eventId: string }>(`
  select ${pendingColumnsSql} from pending_notices where cause = 'event' and subject = $eventId::text`)

/** Tries a cause again in a minute, so that one that fails does not hold up the others. */
export const postponePendingNotice = preparedCommand<{ id: string }>(
  `update pending_notices set due_at = clock_timestamp() + interval '1 minute' where id = $id`,
)
