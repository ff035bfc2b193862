// Turns causes that are due into notices, with their delivery jobs, in one transaction each. Every server runs it: a cause is taken by
// one of them.

import { randomUUIDv7 } from 'node:crypto'
import { nameBandInPath } from '@gaffer/domain/bands/band-link'
import { optionsPath } from '@gaffer/domain/events/event-path'
import { computeDeliveryInstant } from '@gaffer/domain/notices/notice-times'
import type { Services } from '#services.ts'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { isConnectionError } from '#platform/db/errors.ts'
import type { EventChangeFacts } from '@gaffer/domain/events/event-change'
import { changesSettled, changesSettling } from './hooks.ts'
import { announceNotices } from '#http/live/live.ts'
import {
  listSongTitles,
  listRecipientsOfCancellation,
  lockNoticeEvents,
  lockNoticeEventsWithOptions,
  lockNoticeRecipients,
  type EventOfCause,
  type NoticeEvent,
  type NoticeRecipient,
} from './notice-facts-store.ts'
import { queueDeliveries } from './deliveries.ts'
import {
  listDuePendingNotices,
  listPendingNoticesOfEvents,
  postponePendingNotice,
  takePendingNotice,
  takePendingNotices,
  type PendingEventNotice,
  type PendingNotice,
  type PendingNoticeKey,
} from './pending-store.ts'
import { insertNotices, type NewNotice } from './store.ts'
import {
  composeAccessChanged,
  composeAnswersWithdrawn,
  composeCalendarFailing,
  composeMemberJoined,
  composeMemberLeft,
  composeNudges,
  composeSongsAdded,
} from './compose-notices.ts'
import { composeEventNotices } from './compose-event-notices.ts'
import { composeAddedOptions } from './compose-option-notices.ts'
import { composeDepartureNotices } from './compose-departure-notices.ts'
import type { NoticeDraft } from './notice-draft.ts'

export type SettleServices = Pick<Services, 'db' | 'jobs' | 'config' | 'log' | 'metrics'>

const batchSize = 100

/** Makes the notices of all causes that are due. A cause that fails is tried again in a minute. Throws if the database connection fails. */
export async function settleDueNotices(services: SettleServices, stopping: AbortSignal): Promise<void> {
  const { db, config, log, metrics } = services
  while (!stopping.aborted) {
    const due = await listDuePendingNotices(db, { settleSeconds: config.noticeSettleSeconds, most: batchSize })
    for (const key of due) {
      if (stopping.aborted) return
      try {
        await inTransaction(db, (tx) => settleOne(services, tx, key))
      } catch (err) {
        if (isConnectionError(err)) throw err
        log.error({ err, causeId: key.id }, 'Notices of a change were not made: the next attempt is in a minute')
        metrics.countFailedCause()
        await postponePendingNotice(db, key)
      }
    }
    if (due.length < batchSize) return
  }
}

async function settleOne(
  { jobs, config }: SettleServices,
  tx: Db,
  { id, bandId, eventId, eventIds }: PendingNoticeKey,
): Promise<void> {
  // Lock order: memberships, events, cause, as in the requests that change events.
  const members = bandId ? await lockNoticeRecipients(tx, { bandId, eventId }) : []
  const events = bandId ? await lockEventsOfCause(tx, { bandId, eventId, eventIds }) : []
  const event = events.find((one) => one.id === eventId) ?? null
  const keys = events
    .filter(({ hasDepRequests }) => hasDepRequests)
    .map((one) => ({ bandId: bandId as string, eventId: one.id }))
  await changesSettling.run(tx, keys)
  const { pending, additions } = await takeCause(tx, id, eventIds ? null : event, events)
  if (!pending) return
  if ((pending.cause === 'event' || pending.cause === 'left') && bandId) {
    // Deps learn of a settled change too, and the member who made the last one pays for their texts.
    const payer = { requestedBy: pending.actorIds.at(-1) ?? null, address: pending.address }
    const changedIds = eventIds ?? [eventId, ...additions.map((addition) => addition.eventId)]
    const changed = keys.filter((key) => changedIds.includes(key.eventId))
    await changesSettled.run({ jobs }, tx, changed, payer)
  }
  const causedBy = pending.actorIds.at(-1) ?? null
  const now = tx.clock.now().getTime()
  const drafts = await composeDrafts(tx, pending, { members, event, events, additions, now })
  const stored = drafts.map((notice) => ({ ...notice, bandId, causeId: id, causedBy, ...dedupOf(pending) }))
  await storeAndQueueNotices({ jobs, config }, tx, stored, now)
}

/** The events of a cause; for a single event with the other options of its enquiry. */
async function lockEventsOfCause(
  tx: Db,
  { bandId, eventId, eventIds }: { bandId: string; eventId: string | null; eventIds: string[] | null },
): Promise<NoticeEvent[]> {
  if (eventIds) return lockNoticeEvents(tx, { bandId, eventIds })
  return eventId ? lockNoticeEventsWithOptions(tx, { bandId, eventIds: [eventId] }) : []
}

/** Takes the cause; that of an added option with those of the others, because together they are one question. */
async function takeCause(
  tx: Db,
  id: string,
  event: NoticeEvent | null,
  events: readonly NoticeEvent[],
): Promise<{ pending: PendingNotice | undefined; additions: PendingEventNotice[] }> {
  if (!event?.optionGroupId) return { pending: await takePendingNotice(tx, { id }), additions: [] }
  const unsettled = await listPendingNoticesOfEvents(tx, { eventIds: events.map((one) => one.id) })
  const added = addedWith(id, unsettled)
  const taken = await takePendingNotices(tx, { ids: added.length > 0 ? added.map((one) => one.id) : [id] })
  return { pending: taken.find((one) => one.id === id), additions: added }
}

/** If the cause is the addition of an option: those of all options that were added with it. */
export function addedWith(id: string, unsettled: readonly PendingEventNotice[]): PendingEventNotice[] {
  const added = unsettled.filter(({ facts }) => facts.before === null && !facts.wasRestored)
  return added.some((one) => one.id === id) ? added : []
}

/** A calendar fails at each reading, but makes one notice. */
function dedupOf({ cause, facts }: PendingNotice): { dedupKey?: string } {
  return cause === 'calendar' ? { dedupKey: `calendar ${facts.failingSince} ${facts.calendarName}` } : {}
}

type State = {
  members: NoticeRecipient[]
  event: NoticeEvent | null
  /** The events of the cause; for a single event with the other options of its enquiry. */
  events: readonly NoticeEvent[]
  /** If the cause is the addition of an option: those of all options that were added with it. */
  additions: readonly PendingEventNotice[]
  now: number
}

/** The notices of a cause; stores nothing. */
export async function composeDrafts(tx: Db, pending: PendingNotice, state: State): Promise<NoticeDraft[]> {
  const { cause, actorIds, facts, beganAt } = pending
  const { members, event, events, additions, now } = state
  const about = { actorIds, members }
  if (cause === 'calendar') return [composeCalendarFailing(facts)]
  const bandId = pending.bandId as string
  if (cause === 'joined') return composeMemberJoined(about)
  if (cause === 'left')
    return [...composeMemberLeft(facts, about), ...composeDepartureNotices(facts, { ...about, events, now })]
  if (cause === 'access') return composeAccessChanged(facts, about)
  if (cause === 'songs')
    return composeSongsAdded(facts, await listSongTitles(tx, { bandId, ids: Object.keys(facts) }), members)
  if (cause === 'event' && facts.series) return composeSeriesNotices(tx, { bandId, actorIds, beganAt }, facts, state)
  if (!event) return []
  if (cause === 'answer') {
    const answered = facts.eventIds ? events : [event]
    return composeAnswersWithdrawn(facts, await withMembers(tx, bandId, answered, () => actorIds), now)
  }
  if (cause === 'nudge') return composeNudges(await withMembers(tx, bandId, events, () => actorIds), now)
  if (additions.length > 0) {
    const actorsOf = new Map(additions.map((addition) => [addition.eventId, addition.actorIds]))
    const added = events.filter(({ id }) => actorsOf.has(id))
    return composeAddedOptions(await withMembers(tx, bandId, added, ({ id }) => actorsOf.get(id) ?? []), now)
  }
  const notified = await listRecipientsOfEnd(tx, facts, { bandId, eventId: event.id, members })
  const recipientsOfEnd = new Set(notified.map(({ userId }) => userId))
  return composeEventNotices({ facts, beganAt, ...about, event, recipientsOfEnd, now })
}

/** The members with their answers to each event. Their memberships and the events are locked already. */
export async function withMembers(
  tx: Db,
  bandId: string,
  events: readonly NoticeEvent[],
  actorIdsOf: (event: NoticeEvent) => readonly string[],
): Promise<EventOfCause[]> {
  const found: EventOfCause[] = []
  for (const event of events) {
    const members = await lockNoticeRecipients(tx, { bandId, eventId: event.id })
    found.push({ event, members, actorIds: actorIdsOf(event) })
  }
  return found
}

/** The members who were told that a restored event was deleted or cancelled; none for other changes. */
async function listRecipientsOfEnd(
  tx: Db,
  { wasRestored, wentWithMember = false }: EventChangeFacts,
  { members, ...key }: { bandId: string; eventId: string; members: readonly NoticeRecipient[] },
): Promise<readonly { userId: string }[]> {
  if (!wasRestored) return []
  return wentWithMember ? members : listRecipientsOfCancellation(tx, key)
}

/**
 * One notice for the dates of a series that still are as the change of the series left them. Dates that were deleted, cancelled or restored
 * one by one have a cause of their own.
 */
async function composeSeriesNotices(
  tx: Db,
  { bandId, actorIds, beganAt }: { bandId: string; actorIds: string[]; beganAt: Date },
  { before, series }: EventChangeFacts,
  { events, now }: State,
): Promise<NoticeDraft[]> {
  const affected = events
    .filter(({ isDeleted, status }) => (series?.isDeletion ? isDeleted : !isDeleted && status !== 'cancelled'))
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
  const [event] = affected
  if (!event) return []
  const dates = affected.length > 1 ? { count: affected.length, last: (affected.at(-1) ?? event).date } : undefined
  // Changes of a series leave the dates as they are.
  const eventBefore = before && { ...before, date: event.date, endDate: event.endDate }
  const facts = { before: eventBefore, wasRestored: false }
  const members = await lockNoticeRecipients(tx, { bandId, eventId: event.id })
  return composeEventNotices({ facts, beganAt, dates, actorIds, members, event, recipientsOfEnd: new Set(), now })
}

export type NoticeDraftToStore = NoticeDraft & {
  bandId: string | null
  causeId: string
  /** The member who made the change; null for reminders. */
  causedBy: string | null
  dedupKey?: string
  /** The schedule that a reminder is for: after a move the reminder is not sent. */
  schedule?: string
}

/** Stores the notices and the jobs that deliver them. */
export async function storeAndQueueNotices(
  { jobs, config }: Pick<Services, 'jobs' | 'config'>,
  tx: Db,
  drafts: readonly NoticeDraftToStore[],
  now: number,
): Promise<void> {
  if (drafts.length === 0) return
  const notices = drafts.map(({ path, startsAt, dedupKey = null, schedule = null, ...notice }): NewNotice => {
    const url = urlOf(path, notice)
    const dueAt = new Date(computeDeliveryInstant(now, { quietHours: config.quietHours, eventStartsAt: startsAt }))
    return { ...notice, id: randomUUIDv7(), url, dedupKey, schedule, dueAt }
  })
  await queueDeliveries({ jobs }, tx, await insertNotices(tx, notices, config))
  const userIds = new Set(drafts.map(({ userId }) => userId))
  await announceNotices(tx, [...userIds])
}

function urlOf(path: NoticeDraft['path'], { bandId, eventId }: Pick<NoticeDraftToStore, 'bandId' | 'eventId'>): string {
  if (path === 'event') return `/bands/${bandId}/events/${eventId}`
  if (typeof path !== 'string') return optionsPath(bandId as string, path.optionGroupId)
  return bandId === null ? path : nameBandInPath(path, bandId)
}
