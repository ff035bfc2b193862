// The notice of one recipient, before it is stored.

import type { NoticeKind } from '@gaffer/domain/notices/notice'
import type { FormattedNotice } from '@gaffer/domain/notices/format-notice'
import type { NoticeRecipient } from './notice-facts-store.ts'

export type NoticeDraft = FormattedNotice & {
  userId: string
  kind: NoticeKind
  eventId: string | null
  /**
   * A path of the app, or the page of the event, of all options of a group, of a thread of notes, of the band's money or of its
   * recordings.
   */
  path:
    | 'event'
    | { optionGroupId: string }
    | { thread: string }
    | '/calendar'
    | '/dashboard'
    | '/songs'
    | '/profile'
    | 'money'
    | 'recordings'
    | '/admin?tab=members'
    | '/admin?tab=page'
  namedUserId: string | null
  isUrgent: boolean
  /** Whether the notice may leave as a text message. */
  isForText: boolean
  /** Epoch ms. Within `limits.urgentHours` of this start, quiet hours do not delay the notice. Null if quiet hours always delay it. */
  startsAt: number | null
}

type NoticeDraftOptions = Partial<Pick<NoticeDraft, 'path' | 'namedUserId' | 'isForText' | 'isUrgent' | 'startsAt'>> & {
  event?: { id: string; isDeleted: boolean }
}

export function toNoticeDraft(
  { userId }: { userId: string },
  kind: NoticeKind,
  words: FormattedNotice,
  options: NoticeDraftOptions = {},
): NoticeDraft {
  const { event, path, namedUserId = null, isForText = false, isUrgent = false, startsAt = null } = options
  const eventPath = event?.isDeleted ? '/calendar' : 'event'
  return {
    ...words,
    userId,
    kind,
    eventId: event?.id ?? null,
    path: path ?? (event ? eventPath : '/dashboard'),
    namedUserId,
    isForText,
    isUrgent,
    startsAt,
  }
}

/** Name and user are null if the actor is no longer a member, or is the server itself. */
export type NoticeActor = { name: string | null; userId: string | null }

/**
 * The actor that the notice names: the last actor other than the recipient. Null if the recipient is the only actor.
 */
export function findActorForRecipient(
  { userId }: { userId: string },
  actorIds: readonly string[],
  members: readonly NoticeRecipient[],
): NoticeActor | null {
  if (actorIds.length === 0) return { name: null, userId: null }
  const actorId = actorIds.findLast((id) => id !== userId)
  if (actorId === undefined) return null
  const actor = members.find((member) => member.userId === actorId)
  return actor ? { name: actor.displayName, userId: actorId } : { name: null, userId: null }
}
