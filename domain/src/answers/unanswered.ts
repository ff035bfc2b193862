import type { MemberAnswer } from './answer.ts'

/** Members who have not answered the option and are not away, or answered it before it changed. */
export function listUnansweredMembers(answers: readonly MemberAnswer[]): MemberAnswer[] {
  return answers.filter(({ answer, isAway, isStale }) => (answer === null && !isAway) || isStale)
}
