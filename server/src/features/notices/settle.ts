// The settler turns causes that are due into notices, with their delivery jobs, in one transaction each. Every server runs the settler, and
// a single server takes each cause.

import { randomUUIDv7 } from 'node:crypto'
import { addBandToPath } from '@gaffer/domain/bands/band-link'
import { optionsPath } from '@gaffer/domain/events/event-path'
import { computeDeliveryInstant } from '@gaffer/domain/notices/notice-times'
import type { Services } from '#services.ts'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { isConnectionError } from '#platform/db/errors.ts'
import { changesSettled, changesSettling } from './hooks.ts'
import { announceNotices } from '#http/live/live.ts'
import {
  lockNoticeEvents,
  lockNoticeEventsWithOptions,
  lockNoticeRecipients,
  type NoticeEvent,
} from './notice-facts-store.ts'
import { composeDrafts } from './compose-drafts.ts'
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
import type { NoticeDraft } from './notice-draft.ts'

export type SettleServices = Pick<Services, 'db' | 'jobs' | 'config' | 'log' | 'metrics'>

const batchSize = 100

/** Makes the notices of all causes that are due. A cause that fails is tried again in a minute. Throws if the database connection fails. */
export async function settleDueNotices(services: SettleServices, stopping: AbortSignal): Promise<void> {
  const { db, config, log, metrics } = services
  while (!stopping.aborted) {
    const due = await listDuePendingNotices(db, { settleSeconds: config.noticeSettleSeconds, maxRows: batchSize })
    for (const key of due) {
      if (stopping.aborted) return
      try {
        await inTransaction(db, (tx) => settleCause(services, tx, key))
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

async function settleCause(
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
    // Deps get texts about a settled change too, which count towards the budgets of the member who made the last change.
    const payer = { requestedBy: pending.actorIds.at(-1) ?? null, address: pending.address }
    const changedIds = eventIds ?? [eventId, ...additions.map((addition) => addition.eventId)]
    const changedKeys = keys.filter((key) => changedIds.includes(key.eventId))
    await changesSettled.run({ jobs }, tx, changedKeys, payer)
  }
  const causedBy = pending.actorIds.at(-1) ?? null
  const now = tx.clock.now().getTime()
  const drafts = await composeDrafts(tx, pending, { members, event, events, additions, now })
  const stored = drafts.map((notice) => ({ ...notice, bandId, causeId: id, causedBy, ...makeDedupKey(pending) }))
  await storeAndQueueNotices({ jobs, config }, tx, stored, now)
}

/** Locks the events of a cause. A single event is locked with the other options of its option group. */
async function lockEventsOfCause(
  tx: Db,
  { bandId, eventId, eventIds }: { bandId: string; eventId: string | null; eventIds: string[] | null },
): Promise<NoticeEvent[]> {
  if (eventIds) return lockNoticeEvents(tx, { bandId, eventIds })
  return eventId ? lockNoticeEventsWithOptions(tx, { bandId, eventIds: [eventId] }) : []
}

/** Takes the cause. The causes of options that were added together are taken together, because they make one question. */
async function takeCause(
  tx: Db,
  id: string,
  event: NoticeEvent | null,
  events: readonly NoticeEvent[],
): Promise<{ pending: PendingNotice | undefined; additions: PendingEventNotice[] }> {
  if (!event?.optionGroupId) return { pending: await takePendingNotice(tx, { id }), additions: [] }
  const unsettled = await listPendingNoticesOfEvents(tx, { eventIds: events.map((one) => one.id) })
  const additions = listCausesOfAddedOptions(id, unsettled)
  const causes = await takePendingNotices(tx, { ids: additions.length > 0 ? additions.map((one) => one.id) : [id] })
  return { pending: causes.find((one) => one.id === id), additions }
}

/** If the cause is an added option, returns the causes of all options that were added together; otherwise none. */
export function listCausesOfAddedOptions(id: string, unsettled: readonly PendingEventNotice[]): PendingEventNotice[] {
  const addedCauses = unsettled.filter(({ facts }) => facts.before === null && !facts.wasRestored)
  return addedCauses.some((one) => one.id === id) ? addedCauses : []
}

/** A calendar that fails at each reading makes one notice, and an edited note notifies a mentioned member once. */
function makeDedupKey({ cause, facts }: PendingNotice): { dedupKey?: string } {
  if (cause === 'mention') return { dedupKey: `mention ${facts.noteId}` }
  return cause === 'calendar' ? { dedupKey: `calendar ${facts.failingSince} ${facts.calendarName}` } : {}
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
    const url = toUrl(path, notice)
    const dueAt = new Date(computeDeliveryInstant(now, { quietHours: config.quietHours, eventStartsAt: startsAt }))
    return { ...notice, id: randomUUIDv7(), url, dedupKey, schedule, dueAt }
  })
  await queueDeliveries({ jobs }, tx, await insertNotices(tx, notices, config))
  const userIds = new Set(drafts.map(({ userId }) => userId))
  await announceNotices(tx, [...userIds])
}

function toUrl(path: NoticeDraft['path'], { bandId, eventId }: Pick<NoticeDraftToStore, 'bandId' | 'eventId'>): string {
  if (path === 'event') return `/bands/${bandId}/events/${eventId}`
  if (typeof path !== 'string' && 'thread' in path) return path.thread
  if (path === 'money' || path === 'recordings') return `/bands/${bandId}/${path}`
  if (typeof path !== 'string') return optionsPath(bandId as string, path.optionGroupId)
  return bandId === null ? path : addBandToPath(path, bandId)
}
