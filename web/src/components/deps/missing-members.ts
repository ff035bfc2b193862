// Whom a dep can stand in for, and who is on the list of a gig already.

import type { Answer } from '@gaffer/domain/answer'
import type { DepRequest } from '@gaffer/domain/dep'

/** The members who answered No, or are away and did not answer, and for whom no dep plays or is looked for. */
export function membersWithoutDep(answers: readonly Answer[], requests: readonly DepRequest[]): Answer[] {
  const sought = new Set(
    requests.filter(({ status }) => status === 'open').map((request) => request.coversMembershipId),
  )
  return answers.filter(
    ({ membershipId, answer, isAway, coveredBy }) =>
      (answer === 'no' || (answer === null && isAway)) && !coveredBy && !sought.has(membershipId),
  )
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
