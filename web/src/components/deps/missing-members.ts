// Whom a dep can stand in for, and who is on the list of a gig already.

import type { Answer } from '@gaffer/domain/answer'
import type { DepRequest } from '@gaffer/domain/dep'

/** The members who answered No, or are away and did not answer. */
export function missingMembers(answers: readonly Answer[]): Answer[] {
  return answers.filter(({ answer, isAway }) => answer === 'no' || (answer === null && isAway))
}

/** The deps who play at the gig or may still be asked: each is on the list of one request at most. */
export function listedDeps(requests: readonly DepRequest[]): ReadonlySet<string> {
  const live = { open: ['waiting', 'asked'], filled: ['yes'], exhausted: [], withdrawn: [] }
  return new Set(
    requests.flatMap(({ status, asks }) =>
      asks.filter((ask) => (live[status] as string[]).includes(ask.status)).map(({ depId }) => depId),
    ),
  )
}
