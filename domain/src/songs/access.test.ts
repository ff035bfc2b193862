import { expect, test } from 'vitest'
import { canAddSongsAs, canChangeVetoOf, canSetReadinessOf } from './access.ts'

const rules = { canAddSongsAs, canChangeVetoOf, canSetReadinessOf }

test.each(Object.entries(rules))('%s is true for the member’s own membership only', (_, rule) => {
  expect(rule({ membershipId: 'own' }, 'own')).toBe(true)
  expect(rule({ membershipId: 'own' }, 'other')).toBe(false)
})
