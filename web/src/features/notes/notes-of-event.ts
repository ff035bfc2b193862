import type { CalendarEntry } from '@gaffer/domain/events/event'
import { eventName } from '#features/events/format-event.ts'
import type { OwnMembership } from '#lib/me.ts'
import type { NotesProps } from './notes-section.tsx'

export function notesPropsOfEvent(event: CalendarEntry, membership: OwnMembership): NotesProps {
  const { noteCount, hasUnreadNotes } = event
  return {
    ...readerPropsOf(membership),
    about: { kind: 'event', id: event.id },
    name: eventName(event),
    noteCount,
    hasUnreadNotes,
  }
}

/** The props of the notes section that describe the reader. */
export function readerPropsOf({ bandId, id, permissions }: OwnMembership) {
  return { bandId, membershipId: id, isAdmin: permissions.includes('members.invite') }
}
