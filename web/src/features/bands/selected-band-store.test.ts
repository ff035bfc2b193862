import type { OwnMembership } from '@gaffer/domain/bands/member'
import { expect, it } from 'vitest'
import { findSelectedMembership } from './selected-band-store.ts'

const one = { bandId: 'one' } as OwnMembership
const two = { bandId: 'two' } as OwnMembership
const nothing = { bandId: null, contextId: null }

it('a stored band is selected only while the user is a member', () => {
  expect(findSelectedMembership([one, two], { bandId: 'two', contextId: 'two' })).toBe(two)
  expect(findSelectedMembership([one, two], { bandId: 'gone', contextId: 'gone' })).toBeNull()
})

it('an only band is selected automatically unless the user has exited it', () => {
  expect(findSelectedMembership([one], nothing)).toBe(one)
  expect(findSelectedMembership([one], { bandId: 'gone', contextId: 'gone' })).toBe(one)
  expect(findSelectedMembership([one], { bandId: null, contextId: 'personal' })).toBeNull()
})

it('without a stored band nothing is selected among several bands or none', () => {
  expect(findSelectedMembership([one, two], nothing)).toBeNull()
  expect(findSelectedMembership([], nothing)).toBeNull()
})
