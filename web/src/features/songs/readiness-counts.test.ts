import type { Song } from '@gaffer/domain/songs/song'
import { expect, test } from 'vitest'
import {
  nextReadiness,
  readinessOfMember,
  countMembersByReadiness,
  formatReadinessCounts,
  formatVetoCount,
} from './readiness.tsx'

const song: Pick<Song, 'readiness'> = {
  readiness: [
    { membershipId: 'ros', status: 'green' },
    { membershipId: 'kit', status: 'amber' },
  ],
}

test('a member without a status for a song counts as not ready', () => {
  expect(countMembersByReadiness(song, ['ros', 'kit', 'mags'])).toEqual({ red: 1, amber: 1, green: 1 })
  expect(readinessOfMember(song, 'mags')).toBe('red')
})

test('the status of a former member for a song is not counted', () => {
  expect(countMembersByReadiness(song, ['ros'])).toEqual({ red: 0, amber: 0, green: 1 })
})

test('while the members are loading, every status of the song is counted', () => {
  expect(countMembersByReadiness(song, undefined)).toEqual({ red: 0, amber: 1, green: 1 })
})

test('the text of the readiness counts starts with Ready and leaves out statuses without members', () => {
  expect(formatReadinessCounts({ red: 2, amber: 0, green: 3 })).toBe('3 Ready, 2 Not Ready')
  expect(formatReadinessCounts({ red: 0, amber: 1, green: 0 })).toBe('1 Working')
})

test('nextReadiness goes from Not Ready to Working to Ready, and no further', () => {
  expect(nextReadiness('red')).toBe('amber')
  expect(nextReadiness('amber')).toBe('green')
  expect(nextReadiness('green')).toBeUndefined()
})

test('formatVetoCount states the number of vetoes, and is empty without any', () => {
  expect(formatVetoCount({ vetos: [] })).toBe('')
  expect(formatVetoCount({ vetos: [{ membershipId: 'ros' }] })).toBe('Vetoed by 1 member')
  expect(formatVetoCount({ vetos: ['a', 'b', 'c', 'd'].map((membershipId) => ({ membershipId })) })).toBe(
    'Vetoed by 4 members',
  )
})
