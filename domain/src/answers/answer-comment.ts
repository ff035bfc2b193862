// Not in answer.ts: the calendar page uses this function, and must not download the Zod schemas of answer.ts.

import type { MemberAnswer, ParsedAnswer } from './answer.ts'

/**
 * The comment to store with an answer. If `given` has no comment, an unchanged answer keeps the stored comment, and a changed answer clears
 * it: the reason that a member gave for No does not explain their Yes.
 */
export function mergeAnswerComment(
  given: ParsedAnswer,
  previous: Pick<MemberAnswer, 'answer' | 'comment'> | undefined,
): string | null {
  if (given.comment !== undefined) return given.comment
  return previous?.answer === given.answer ? previous.comment : null
}
