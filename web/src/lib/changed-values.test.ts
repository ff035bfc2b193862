import { expect, it } from 'vitest'
import { changedValues } from './changed-values.ts'

it('changedValues returns only the fields that differ, and compares lists by their items', () => {
  const before = { name: 'The Night Buses', description: 'Loud', avatarUrl: null, types: ['practice', 'gig'] }
  expect(changedValues(before, { ...before, types: ['practice', 'gig'] })).toEqual({})
  expect(changedValues(before, { ...before, description: '', types: ['gig'] })).toEqual({
    description: '',
    types: ['gig'],
  })
})
