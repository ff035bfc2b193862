import { expect, test } from 'vitest'
import { canRestoreAfterDeparture, findLongestStandingOwner, type AccessLevel } from './access.ts'

const member = (id: string, access: AccessLevel, status: 'active' | 'invited' = 'active') => ({ id, access, status })

test('findLongestStandingOwner returns the first other owner who has joined, or null without one', () => {
  const [dee, kit, ada, mo] = [
    member('dee', 'owner'),
    member('kit', 'admin'),
    member('ada', 'owner'),
    member('mo', 'owner', 'invited'),
  ]
  expect(findLongestStandingOwner(kit, [dee, kit, ada, mo])).toBe(dee)
  expect(findLongestStandingOwner(dee, [dee, kit, ada, mo])).toBe(ada)
  expect(findLongestStandingOwner(dee, [dee, kit, mo])).toBeNull()
})

test.each([
  ['owner', true],
  ['admin', true],
  ['member', false],
] as const)('canRestoreAfterDeparture for the access "%s" is %s', (access, may) => {
  expect(canRestoreAfterDeparture({ access })).toBe(may)
})
