// Not in answer.ts: the calendar page does not download the schemas of answer.ts.

import type { MemberAnswer, ParsedAnswer } from './answer.ts'

/**
 * The comment to store with an answer. Without a given comment, the same answer keeps the stored one and a different answer drops it:
 * the reason of a No is not the reason of a Yes.
 */
export function mergeAnswerComment(
  given: ParsedAnswer,
  previous: Pick<MemberAnswer, 'answer' | 'comment'> | undefined,
): string | null {
  if (given.comment !== undefined) return given.comment
  return previous?.answer === given.answer ? previous.comment : null
}
