import type { MemberAnswer } from '@gaffer/domain/answers/answer'
import type { OwnMembership } from '@gaffer/domain/bands/member'
import { anOwnMembership } from './membership-fixture.ts'

/** A membership of another user in the same band. Its ids contain `at`. */
export function aBandmateMembership(displayName: string, at: number): OwnMembership {
  const makeId = (prefix: string) => `0190a000-0000-7000-8000-${prefix}${String(at).padStart(9, '0')}`
  return anOwnMembership({ id: makeId('0b1'), userId: makeId('0a1'), displayName })
}

export function anAnswer(
  { id: membershipId, displayName }: OwnMembership,
  fields: Partial<MemberAnswer> = {},
): MemberAnswer {
  return {
    membershipId,
    displayName,
    answer: null,
    comment: null,
    isAway: false,
    hasDaysAway: false,
    isStale: false,
    setBy: null,
    answeredAt: fields.answer ? '2027-01-01T00:00:00.000Z' : null,
    coveredBy: null,
    ...fields,
  }
}
