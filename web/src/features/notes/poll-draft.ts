import type { NoteInput } from '@gaffer/domain/notes/note'
import { noteMessages } from '@gaffer/domain/notes/note-messages'
import { isRealDate } from '@gaffer/domain/shared/dates'
import { limits } from '@gaffer/domain/shared/limits'

/** A poll as typed. `closesOn` is '' for a poll that stays open. */
export type PollDraft = { choices: string[]; allowsSeveral: boolean; closesOn: string }

export const emptyPoll: PollDraft = { choices: ['', ''], allowsSeveral: false, closesOn: '' }

/** The error message about the choices; null if they are valid. Empty choices are ignored. */
export function findChoicesError({ choices }: PollDraft): string | null {
  const filled = withoutEmptyChoices(choices)
  if (new Set(filled).size < filled.length) return noteMessages.choicesAlike
  return filled.length < limits.fewestChoices ? noteMessages.choiceCount : null
}

/** The poll to send; null while the choices are invalid or `closesOn` is not a date. */
export function toPollInput(poll: PollDraft): NonNullable<NoteInput['poll']> | null {
  const { choices, allowsSeveral, closesOn } = poll
  if (findChoicesError(poll) !== null || (closesOn !== '' && !isRealDate(closesOn))) return null
  return { choices: withoutEmptyChoices(choices), allowsSeveral, closesOn: closesOn === '' ? null : closesOn }
}

function withoutEmptyChoices(choices: readonly string[]): string[] {
  return choices.map((choice) => choice.trim()).filter((choice) => choice !== '')
}
