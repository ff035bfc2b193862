// Which band a member stands in, for everything that may be stored.

import type { OwnMembership } from '@gaffer/domain/member'
import { expect, it } from 'vitest'
import { membershipChosen } from './selected-band-store.ts'

const one = { bandId: 'one' } as OwnMembership
const two = { bandId: 'two' } as OwnMembership
const nothing = { bandId: null, contextId: null }

it('restores a stored band only while the member belongs to it', () => {
  expect(membershipChosen([one, two], { bandId: 'two', contextId: 'two' })).toBe(two)
  expect(membershipChosen([one, two], { bandId: 'gone', contextId: 'gone' })).toBeNull()
})

it('chooses an only band by itself, unless it was left on purpose', () => {
  expect(membershipChosen([one], nothing)).toBe(one)
  expect(membershipChosen([one], { bandId: 'gone', contextId: 'gone' })).toBe(one)
  expect(membershipChosen([one], { bandId: null, contextId: 'personal' })).toBeNull()
})

it('chooses nothing among several, or of none', () => {
  expect(membershipChosen([one, two], nothing)).toBeNull()
  expect(membershipChosen([], nothing)).toBeNull()
})
