import type { OwnMembership } from '@gaffer/domain/member'
import { expect, it } from 'vitest'
import { membershipChosen } from './selected-band-store.ts'

const one = { bandId: 'one' } as OwnMembership
const two = { bandId: 'two' } as OwnMembership
const nothing = { bandId: null, contextId: null }

it('a stored band is selected only while the user is a member', () => {
  expect(membershipChosen([one, two], { bandId: 'two', contextId: 'two' })).toBe(two)
  expect(membershipChosen([one, two], { bandId: 'gone', contextId: 'gone' })).toBeNull()
})

it('an only band is selected automatically unless the user has exited it', () => {
  expect(membershipChosen([one], nothing)).toBe(one)
  expect(membershipChosen([one], { bandId: 'gone', contextId: 'gone' })).toBe(one)
  expect(membershipChosen([one], { bandId: null, contextId: 'personal' })).toBeNull()
})

it('without a stored band nothing is selected among several bands or none', () => {
  expect(membershipChosen([one, two], nothing)).toBeNull()
  expect(membershipChosen([], nothing)).toBeNull()
})
