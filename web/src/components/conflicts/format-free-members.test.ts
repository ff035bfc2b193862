import type { Conflicts } from '@gaffer/domain/conflict-check'
import { expect, it } from 'vitest'
import { aDaysAwayEvent, anEvent, noConflicts } from '#testing/event-fixture.ts'
import { formatFreeMembers, joinNamesUpToLimit } from './format-free-members.ts'

const day = '2026-12-05'
const named = (...names: string[]) => names.map((displayName) => ({ membershipId: displayName, displayName }))
const text = (conflicts: Partial<Conflicts>) => formatFreeMembers(day, { ...noConflicts, ...conflicts })
const away = { unavailabilityConflicts: [aDaysAwayEvent('Dee', day)] }

it('if every member is free: "You", "Both", the number in words up to ten, and from eleven in digits', () => {
  expect(text({ free: named('A', 'B', 'C', 'D', 'E') })).toBe('All five are free')
  expect(text({ free: named(...'ABCDEFGHIJ') })).toBe('All ten are free')
  expect(text({ free: named(...'ABCDEFGHIJK') })).toBe('All 11 are free')
  expect(text({ free: named('A', 'B') })).toBe('Both are free')
  expect(text({ free: named('A') })).toBe('You are free')
})

it('members who have said nothing about the month are named', () => {
  expect(text({ free: named('A', 'B', 'C'), unsaid: named('Priya', 'Kit') })).toBe(
    "3 are free, Priya and Kit haven't answered",
  )
  expect(text({ free: named('A'), unsaid: named('Kit') })).toBe("1 is free, Kit hasn't answered")
  expect(text({ ...away, unsaid: named('Kit') })).toBe("Kit hasn't answered")
})

it('if no member has said anything, the month is named', () => {
  expect(text({ unsaid: named('Priya', 'Kit') })).toBe('Nothing for December from anyone yet')
})

it('if a member is away, the others who are free are counted', () => {
  expect(text({ ...away, free: named('A', 'B') })).toBe('2 are free')
})

it('formatFreeMembers is null if the band has another event on the day, or nothing is known', () => {
  expect(text({ free: named('A'), bandEventConflicts: [anEvent()] })).toBeNull()
  expect(text({})).toBeNull()
})

it('of more than three names, two are listed and the others are counted', () => {
  expect(joinNamesUpToLimit(['Priya', 'Kit', 'Mags'])).toBe('Priya, Kit and Mags')
  expect(joinNamesUpToLimit(['Priya', 'Kit', 'Mags', 'Dee'])).toBe('Priya, Kit and 2 others')
})
