import { expect, test } from 'vitest'
import { formatFreeMembers } from './free-members.ts'
import { joinNamesUpToLimit } from '@gaffer/domain/shared/join-names'

const named = (...names: string[]) => names.map((displayName) => ({ membershipId: displayName, displayName }))
const none = { free: [], unsaid: [], missing: [], bandEvents: [] }
const text = (members: Partial<Parameters<typeof formatFreeMembers>[1]>, own?: string) =>
  formatFreeMembers('2026-12-05', { ...none, ...members }, own)

test('formatFreeMembers of only free members says "You", "Both", or "All" with the number in words up to ten', () => {
  expect(text({ free: named('A', 'B', 'C', 'D', 'E') })).toBe('All five are free')
  expect(text({ free: named(...'ABCDEFGHIJ') })).toBe('All ten are free')
  expect(text({ free: named(...'ABCDEFGHIJK') })).toBe('All 11 are free')
  expect(text({ free: named('A', 'B') })).toBe('Both are free')
  expect(text({ free: named('A') })).toBe('You are free')
})

test('formatFreeMembers of a single chosen member has their name, or "You" for the reader', () => {
  expect(text({ free: named('Kit') }, 'Ros')).toBe('Kit is free')
  expect(text({ free: named('Ros') }, 'Ros')).toBe('You are free')
})

test('members who have said nothing about the month are named', () => {
  expect(text({ free: named('A', 'B', 'C'), unsaid: named('Priya', 'Kit') })).toBe(
    "3 are free, Priya and Kit haven't answered",
  )
  expect(text({ free: named('A'), unsaid: named('Kit') })).toBe("1 is free, Kit hasn't answered")
  expect(text({ missing: named('Dee'), unsaid: named('Kit') })).toBe("Kit hasn't answered")
})

test('formatFreeMembers names the month if no member has said anything about it', () => {
  expect(text({ unsaid: named('Priya', 'Kit') })).toBe('Nothing for December from anyone yet')
})

test('if a member is missing, the others who are free are counted', () => {
  expect(text({ missing: named('Dee'), free: named('A', 'B') })).toBe('2 are free')
})

test('formatFreeMembers is null if the band has another event at the time, or nothing is known', () => {
  expect(text({ free: named('A'), bandEvents: [{}] })).toBeNull()
  expect(text({})).toBeNull()
})

test('of more than three names, two are listed and the others are counted', () => {
  expect(joinNamesUpToLimit(['Priya', 'Kit', 'Mags'])).toBe('Priya, Kit and Mags')
  expect(joinNamesUpToLimit(['Priya', 'Kit', 'Mags', 'Dee'])).toBe('Priya, Kit and 2 others')
})
