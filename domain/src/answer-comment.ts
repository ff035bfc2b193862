// Not in answer.ts: the calendar page does not download the schemas of answer.ts.

import type { MemberAnswer, ParsedAnswer } from './answer.ts'

/** The comment to store with an answer: the given one, or the stored one if the same answer is given again without a comment. */
export function mergeAnswerComment(
  given: ParsedAnswer,
  previous: Pick<MemberAnswer, 'answer' | 'comment'> | undefined,
): string | null {
  if (given.comment !== undefined) return given.comment
  return previous?.answer === given.answer ? previous.comment : null
}
