// The members whom a dep can cover, and the deps who are already in a request of the gig.

import type { MemberAnswer } from '@gaffer/domain/answers/answer'
import type { DepRequest } from '@gaffer/domain/deps/dep'

/** The answers of members who need a dep: No, or no answer while away, if no dep covers the member and no open request asks for one. */
export function listAnswersNeedingDep(
  answers: readonly MemberAnswer[],
  requests: readonly DepRequest[],
): MemberAnswer[] {
  const soughtMembershipIds = new Set(
    requests.filter(({ status }) => status === 'open').map((request) => request.coversMembershipId),
  )
  return answers.filter(
    ({ membershipId, answer, isAway, coveredBy }) =>
      (answer === 'no' || (answer === null && isAway)) && !coveredBy && !soughtMembershipIds.has(membershipId),
  )
}

/** The ids of deps who play at the gig, or whom an open request has asked or will ask. A dep can be in only one such request. */
export function listRequestedDepIds(requests: readonly DepRequest[]): ReadonlySet<string> {
  const activeStatuses = { open: ['waiting', 'asked'], filled: ['yes'], exhausted: [], withdrawn: [] }
  return new Set(
    requests.flatMap(({ status, asks }) =>
      asks.filter((ask) => (activeStatuses[status] as string[]).includes(ask.status)).map(({ depId }) => depId),
    ),
  )
}
