// Composes the notices about the events that were deleted with a member: one notice for each recipient names all these events.

import { canRestoreAfterDeparture } from '@gaffer/domain/bands/access'
import { formatDepartureNotice } from '@gaffer/domain/notices/format-notice'
import { eventEnd } from '@gaffer/domain/events/event-times'
import { limits } from '@gaffer/domain/shared/limits'
import { findNearestStart, isStartWithin } from './compose-event-notices.ts'
import { findActorForRecipient, toNoticeDraft, type NoticeDraft } from './notice-draft.ts'
import type { NoticeEvent, NoticeRecipient } from './notice-facts-store.ts'
import type { FactsByCause } from './pending-store.ts'

type DepartureNoticeInput = {
  actorIds: readonly string[]
  members: readonly NoticeRecipient[]
  /** The events as they are now: some may be restored already. */
  events: readonly NoticeEvent[]
  now: number
}

/**
 * Each notice names the upcoming events that were not cancelled before. The admin who removed the member gets none: the dialog of the
 * removal listed the events.
 */
export function composeDepartureNotices(
  { name, userId }: FactsByCause['left'],
  { actorIds, members, events, now }: DepartureNoticeInput,
): NoticeDraft[] {
  const deletedEvents = events
    .filter((event) => event.isDeleted && event.status !== 'cancelled' && eventEnd(event) > now)
    .toSorted((a, b) => (makeSortKey(a) < makeSortKey(b) ? -1 : 1))
  const [first] = deletedEvents
  if (!first) return []
  const startsAt = findNearestStart(deletedEvents, now)
  const isForText = isStartWithin(startsAt, limits.noticeTextHours, now)
  const isUrgent = isStartWithin(startsAt, limits.urgentHours, now)
  const memberName = userId === null ? null : name
  return members.flatMap((member) => {
    if (!findActorForRecipient(member, actorIds, members)) return []
    const canRestore = canRestoreAfterDeparture(member)
    const words = formatDepartureNotice({ events: deletedEvents, memberName, canRestore })
    const path = canRestore ? '/admin?tab=members' : '/calendar'
    const options = { event: first, path, namedUserId: userId, isForText, isUrgent, startsAt } as const
    return [toNoticeDraft(member, 'event.cancelled', words, options)]
  })
}

function makeSortKey({ date, startTime, id }: NoticeEvent): string {
  return `${date} ${startTime ?? ''} ${id}`
}
