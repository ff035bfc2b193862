import type { EventChangeFacts } from '@gaffer/domain/events/event-change'
import type { Db } from '#platform/db/connection.ts'
import { threadFactsOfCause, type NoteCause } from './hooks.ts'
import {
  listSongTitles,
  listRecipientsOfCancellation,
  listRecipientsOfSeriesDeletion,
  lockNoticeRecipients,
  type EventOfCause,
  type NoticeEvent,
  type NoticeRecipient,
} from './notice-facts-store.ts'
import type { PendingEventNotice, PendingNotice } from './pending-store.ts'
import {
  composeAccessChanged,
  composeAnswersWithdrawn,
  composeCalendarFailing,
  composeContentHidden,
  composeEnquiryReceived,
  composeMemberJoined,
  composeMemberLeft,
  composeNudges,
  composePaymentReceived,
  composeSongsAdded,
} from './compose-notices.ts'
import { composeEventNotices, isDeletionNotifiable, isOver } from './compose-event-notices.ts'
import { composeAddedOptions } from './compose-option-notices.ts'
import { composeMentions, composeNotesAdded } from './compose-note-notices.ts'
import { composeDepartureNotices } from './compose-departure-notices.ts'
import { composeLiftNotices } from './compose-lift-notices.ts'
import { findRunningTimes, listLiftsOfNotice } from './lift-facts-store.ts'
import type { NoticeDraft } from './notice-draft.ts'

type CauseState = {
  members: NoticeRecipient[]
  event: NoticeEvent | null
  /** The events of the cause. A single event comes with the other options of its group. */
  events: readonly NoticeEvent[]
  /** If the cause is an added option, the causes of all options that were added together; otherwise empty. */
  additions: readonly PendingEventNotice[]
  now: number
}

/** Composes the notices of a cause. Stores nothing. */
export async function composeDrafts(tx: Db, pending: PendingNotice, state: CauseState): Promise<NoticeDraft[]> {
  if (
    pending.cause === 'event' ||
    pending.cause === 'answer' ||
    pending.cause === 'nudge' ||
    pending.cause === 'lift'
  ) {
    return composeEventCause(tx, pending, state)
  }
  const { cause, actorIds, facts, beganAt } = pending
  const { members, events, now } = state
  const people = { actorIds, members }
  if (cause === 'calendar') return [composeCalendarFailing(facts)]
  const bandId = pending.bandId as string
  if (cause === 'hidden') return [composeContentHidden(facts)]
  if (cause === 'enquiry') return composeEnquiryReceived(facts, members)
  if (cause === 'joined') return composeMemberJoined(people)
  if (cause === 'left')
    return [...composeMemberLeft(facts, people), ...composeDepartureNotices(facts, { ...people, events, now })]
  if (cause === 'access') return composeAccessChanged(facts, people)
  if (cause === 'paid') return composePaymentReceived(facts, people)
  if (cause === 'songs')
    return composeSongsAdded(facts, await listSongTitles(tx, { bandId, ids: Object.keys(facts) }), members)
  return composeNoteNotices(tx, { bandId, since: beganAt, noteId: null, ...facts }, state)
}

async function composeNoteNotices(tx: Db, cause: NoteCause, { event, members }: CauseState): Promise<NoticeDraft[]> {
  const [thread] = await threadFactsOfCause.run(tx, cause)
  if (!thread) return []
  const compose = cause.noteId === null ? composeNotesAdded : composeMentions
  return compose({ facts: thread, event, members })
}

/** Composes the notices of a change to an event, to its answers or to its lifts. */
async function composeEventCause(
  tx: Db,
  {
    cause,
    actorIds,
    facts,
    beganAt,
    ...pending
  }: Extract<PendingNotice, { cause: 'event' | 'answer' | 'nudge' | 'lift' }>,
  state: CauseState,
): Promise<NoticeDraft[]> {
  const bandId = pending.bandId as string
  const { members, event, events, additions, now } = state
  const people = { actorIds, members }
  if (cause === 'event' && facts.series) return composeSeriesNotices(tx, { bandId, actorIds, beganAt }, facts, state)
  if (!event) return []
  if (cause === 'lift') {
    const key = { bandId, eventId: event.id }
    const { times = [] } = (await findRunningTimes(tx, key)) ?? {}
    return composeLiftNotices({ ...people, news: facts, event, lifts: await listLiftsOfNotice(tx, key), times, now })
  }
  if (cause === 'answer') {
    const answeredEvents = facts.eventIds ? events : [event]
    return composeAnswersWithdrawn(facts, await attachMembers(tx, bandId, answeredEvents, () => actorIds), now)
  }
  if (cause === 'nudge') return composeNudges(await attachMembers(tx, bandId, events, () => actorIds), now)
  if (additions.length > 0) {
    const actorsOf = new Map(additions.map((addition) => [addition.eventId, addition.actorIds]))
    const addedEvents = events.filter(({ id }) => actorsOf.has(id))
    return composeAddedOptions(await attachMembers(tx, bandId, addedEvents, ({ id }) => actorsOf.get(id) ?? []), now)
  }
  const recipients = await listRecipientsOfRestore(tx, facts, { bandId, eventId: event.id, members })
  const recipientsOfRestore = new Set(recipients.map(({ userId }) => userId))
  return composeEventNotices({ facts, beganAt, ...people, event, recipientsOfRestore, now })
}

/** Adds to each event the members with their answers. Lock the memberships and the events first. */
export async function attachMembers(
  tx: Db,
  bandId: string,
  events: readonly NoticeEvent[],
  actorIdsOf: (event: NoticeEvent) => readonly string[],
): Promise<EventOfCause[]> {
  const eventsWithMembers: EventOfCause[] = []
  for (const event of events) {
    const members = await lockNoticeRecipients(tx, { bandId, eventId: event.id })
    eventsWithMembers.push({ event, members, actorIds: actorIdsOf(event) })
  }
  return eventsWithMembers
}

/** Users to notify of a restored event: all members if it was deleted with a member, else the recipients of its cancellation. */
async function listRecipientsOfRestore(
  tx: Db,
  { wasRestored, wentWithMember = false }: EventChangeFacts,
  { members, ...key }: { bandId: string; eventId: string; members: readonly NoticeRecipient[] },
): Promise<readonly { userId: string }[]> {
  if (!wasRestored) return []
  return wentWithMember ? members : listRecipientsOfCancellation(tx, key)
}

/**
 * Composes one notice to each member for the dates of a series that are not over, and still as the change of the series left them. A date
 * that was deleted, edited or restored on its own since then has its own cause.
 */
async function composeSeriesNotices(
  tx: Db,
  { bandId, actorIds, beganAt }: { bandId: string; actorIds: string[]; beganAt: Date },
  { before, wasRestored, series }: EventChangeFacts,
  { events, now }: CauseState,
): Promise<NoticeDraft[]> {
  // `before` is the first event of the series before the change. Each event had its present dates, because the change keeps dates.
  const beforeOf = ({ date, endDate }: NoticeEvent) => before && { ...before, date, endDate }
  const affected = events
    .filter((event) => {
      if (series?.isDeletion) return event.isDeleted && isDeletionNotifiable(event)
      return !event.isDeleted && (wasRestored ? event.status !== 'cancelled' : !event.isEditedByHand)
    })
    .filter((event) => !isOver(event, beforeOf(event), now))
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
  const [event] = affected
  if (!event) return []
  const dates = affected.length > 1 ? { count: affected.length, last: (affected.at(-1) ?? event).date } : undefined
  const key = { bandId, eventId: event.id }
  const members = await lockNoticeRecipients(tx, key)
  const deletedAt = series?.deletedAt
  const recipients = deletedAt
    ? await listRecipientsOfSeriesDeletion(tx, { ...key, deletedAt, restoredAt: beganAt })
    : []
  const recipientsOfRestore = new Set(recipients.map(({ userId }) => userId))
  const facts = { before: beforeOf(event), wasRestored }
  return composeEventNotices({ facts, beganAt, dates, actorIds, members, event, recipientsOfRestore, now })
}
