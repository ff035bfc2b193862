// The members whom a dep can cover, and the deps who are already in a request of the gig.

import type { MemberAnswer } from '@gaffer/domain/answers/answer'
import type { DepRequest } from '@gaffer/domain/deps/dep'

/** The members who answered No, or are away and did not answer, and for whom no dep plays or is looked for. */
export function answersNeedingDep(answers: readonly MemberAnswer[], requests: readonly DepRequest[]): MemberAnswer[] {
  const sought = new Set(
    requests.filter(({ status }) => status === 'open').map((request) => request.coversMembershipId),
  )
  return answers.filter(
    ({ membershipId, answer, isAway, coveredBy }) =>
      (answer === 'no' || (answer === null && isAway)) && !coveredBy && !sought.has(membershipId),
  )
}

/** Ids of the deps who play at the gig or may still be asked. Each may be in one request at most. */
export function depIdsInActiveRequests(requests: readonly DepRequest[]): ReadonlySet<string> {
  const live = { open: ['waiting', 'asked'], filled: ['yes'], exhausted: [], withdrawn: [] }
  return new Set(
    requests.flatMap(({ status, asks }) =>
      asks.filter((ask) => (live[status] as string[]).includes(ask.status)).map(({ depId }) => depId),
    ),
  )
}
