// Not in answer.ts, whose schemas the calendar page does not download.

import type { Answer, AnswerDraft } from './answer.ts'

/** The comment that is stored with an answer. */
export function commentOf(given: AnswerDraft, previous: Pick<Answer, 'answer' | 'comment'> | undefined): string | null {
  if (given.comment !== undefined) return given.comment
  return previous?.answer === given.answer ? previous.comment : null
}
