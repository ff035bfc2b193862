import { expect, test } from 'vitest'
import { canRestoreAfterDeparture, pickLongestStandingOwner, type AccessLevel } from './access.ts'

const member = (id: string, access: AccessLevel, status: 'active' | 'invited' = 'active') => ({ id, access, status })

test('pickLongestStandingOwner returns the first other owner who has joined, or null without one', () => {
  const [dee, kit, ada, mo] = [
    member('dee', 'owner'),
    member('kit', 'admin'),
    member('ada', 'owner'),
    member('mo', 'owner', 'invited'),
  ]
  expect(pickLongestStandingOwner(kit, [dee, kit, ada, mo])).toBe(dee)
  expect(pickLongestStandingOwner(dee, [dee, kit, ada, mo])).toBe(ada)
  expect(pickLongestStandingOwner(dee, [dee, kit, mo])).toBeNull()
})

test.each([
  ['owner', true],
  ['admin', true],
  ['member', false],
] as const)('canRestoreAfterDeparture for the access "%s" is %s', (access, expected) => {
  expect(canRestoreAfterDeparture({ access })).toBe(expected)
})
