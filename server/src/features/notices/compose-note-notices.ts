// Composes notices of notes: one to each member whom a note mentions, and one to each reader about all new notes of a thread.

import { formatNotice } from '@gaffer/domain/notices/format-notice'
import { formatNameAndWhen } from '@gaffer/domain/notices/notice-words'
import type { ThreadFacts } from './hooks.ts'
import { toNoticeDraft, type NoticeDraft } from './notice-draft.ts'
import type { NoticeEvent, NoticeRecipient } from './notice-facts-store.ts'

type Thread = { facts: ThreadFacts; event: NoticeEvent | null; members: readonly NoticeRecipient[] }

/** Composes notices to the mentioned members, except the writer and members who muted the thread. */
export function composeMentions({ facts, event, members }: Thread): NoticeDraft[] {
  const [note] = facts.newNotes
  if (!note) return []
  const subject = formatSubjectName(facts, event)
  return members
    .filter(({ membershipId }) => note.mentions.includes(membershipId) && membershipId !== note.membershipId)
    .filter((member) => !findReader(facts, member)?.isMuted)
    .map((member) => {
      const words = formatNotice({ kind: 'note.mentioned', subject, note }, null)
      return toNoticeDraft(member, 'note.mentioned', words, toThreadOptions(facts, event, note.userId))
    })
}

/**
 * Composes one notice to each member about unread new notes by other members that do not mention the member. Recipients are members who
 * wrote in the thread, and on an event also to members who have not answered No.
 */
export function composeNotesAdded({ facts, event, members }: Thread): NoticeDraft[] {
  const subject = formatSubjectName(facts, event)
  return members.flatMap((member) => {
    const reader = findReader(facts, member)
    if (!reader || reader.isMuted) return []
    const isConcerned = reader.hasWritten || (event !== null && member.answer !== 'no')
    const notes = facts.newNotes.filter(
      ({ membershipId, position, mentions }) =>
        membershipId !== member.membershipId &&
        position > reader.readPosition &&
        !mentions.includes(member.membershipId),
    )
    const last = notes.at(-1)
    if (!isConcerned || !last) return []
    const words = formatNotice({ kind: 'note.added', subject, note: last, count: notes.length }, null)
    return [toNoticeDraft(member, 'note.added', words, toThreadOptions(facts, event, last.userId))]
  })
}

function findReader({ members }: ThreadFacts, { membershipId }: NoticeRecipient) {
  return members.find((one) => one.membershipId === membershipId)
}

function formatSubjectName({ name }: ThreadFacts, event: NoticeEvent | null): string {
  return event ? formatNameAndWhen(event) : name
}

// Leaves out `startsAt`, so that the quiet hours delay notices of notes on an event too.
function toThreadOptions({ path }: ThreadFacts, event: NoticeEvent | null, namedUserId: string | null) {
  return { ...(event && { event }), path: { thread: path }, namedUserId }
}
