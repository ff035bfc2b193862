import { expect, test } from 'vitest'
import { formatFreeMembers } from './free-members.ts'
import { joinNamesUpToLimit } from '@gaffer/domain/shared/join-names'

const namedMembers = (...names: string[]) => names.map((displayName) => ({ membershipId: displayName, displayName }))
const none = { free: [], unsaid: [], missing: [], bandEvents: [] }
const formatMembers = (members: Partial<Parameters<typeof formatFreeMembers>[1]>, own?: string) =>
  formatFreeMembers('2026-12-05', { ...none, ...members }, own)

test('formatFreeMembers of only free members says "You", "Both", or "All" with the number in words up to ten', () => {
  expect(formatMembers({ free: namedMembers('A', 'B', 'C', 'D', 'E') })).toBe('All five are free')
  expect(formatMembers({ free: namedMembers(...'ABCDEFGHIJ') })).toBe('All ten are free')
  expect(formatMembers({ free: namedMembers(...'ABCDEFGHIJK') })).toBe('All 11 are free')
  expect(formatMembers({ free: namedMembers('A', 'B') })).toBe('Both are free')
  expect(formatMembers({ free: namedMembers('A') })).toBe('You are free')
})

test('formatFreeMembers of a single chosen member has their name, or "You" for the reader', () => {
  expect(formatMembers({ free: namedMembers('Kit') }, 'Ros')).toBe('Kit is free')
  expect(formatMembers({ free: namedMembers('Ros') }, 'Ros')).toBe('You are free')
})

test('formatFreeMembers names the members who have said nothing about the month', () => {
  expect(formatMembers({ free: namedMembers('A', 'B', 'C'), unsaid: namedMembers('Priya', 'Kit') })).toBe(
    "3 are free, Priya and Kit haven't answered",
  )
  expect(formatMembers({ free: namedMembers('A'), unsaid: namedMembers('Kit') })).toBe("1 is free, Kit hasn't answered")
  expect(formatMembers({ missing: namedMembers('Dee'), unsaid: namedMembers('Kit') })).toBe("Kit hasn't answered")
})

test('formatFreeMembers names the month if no member has said anything about it', () => {
  expect(formatMembers({ unsaid: namedMembers('Priya', 'Kit') })).toBe('Nothing for December from anyone yet')
})

test('formatFreeMembers has the number of free members if another member is missing', () => {
  expect(formatMembers({ missing: namedMembers('Dee'), free: namedMembers('A', 'B') })).toBe('2 are free')
})

test('formatFreeMembers is null if the band has another event at the time, or no members are given', () => {
  expect(formatMembers({ free: namedMembers('A'), bandEvents: [{}] })).toBeNull()
  expect(formatMembers({})).toBeNull()
})

test('joinNamesUpToLimit lists three names, and of four names lists two and counts the others', () => {
  expect(joinNamesUpToLimit(['Priya', 'Kit', 'Mags'])).toBe('Priya, Kit and Mags')
  expect(joinNamesUpToLimit(['Priya', 'Kit', 'Mags', 'Dee'])).toBe('Priya, Kit and 2 others')
})
