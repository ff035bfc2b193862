import type { Actor } from '@gaffer/domain/bands/access'
import { todayInLondon } from '@gaffer/domain/shared/dates'
import { limits } from '@gaffer/domain/shared/limits'
import type { Note, Poll } from './note.ts'

type Caller = Pick<Actor, 'membershipId' | 'access'>

/** Whether the caller wrote the note. False for every note of a former member. */
export function isWriter(caller: Pick<Caller, 'membershipId'>, note: Pick<Note, 'writtenBy'>): boolean {
  return note.writtenBy === caller.membershipId
}

/** The writer can change a note for `limits.noteEditMinutes` minutes after it was written. */
export function isWithinEditTime(note: Pick<Note, 'createdAt'>, now: Date): boolean {
  return now.getTime() <= Date.parse(note.createdAt) + limits.noteEditMinutes * 60_000
}

/** The writer, admins and owners can delete a note, whenever it was written. */
export function canDeleteNote(caller: Caller, note: Pick<Note, 'writtenBy'>): boolean {
  return caller.access !== 'member' || isWriter(caller, note)
}

/** A poll takes votes until the end of its last day. */
export function isPollClosed({ closesOn }: Pick<Poll, 'closesOn'>, now: Date): boolean {
  return closesOn !== null && todayInLondon(now) > closesOn
}
