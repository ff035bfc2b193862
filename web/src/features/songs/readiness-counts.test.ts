import type { Song } from '@gaffer/domain/songs/song'
import { expect, test } from 'vitest'
import {
  higherReadiness,
  readinessOfMember,
  memberCountsByReadiness,
  readinessCountsText,
  vetoCountText,
} from './readiness.tsx'

const said: Pick<Song, 'readiness'> = {
  readiness: [
    { membershipId: 'ros', status: 'green' },
    { membershipId: 'kit', status: 'amber' },
  ],
}

test('a member without a status for a song counts as not ready', () => {
  expect(memberCountsByReadiness(said, ['ros', 'kit', 'mags'])).toEqual({ red: 1, amber: 1, green: 1 })
  expect(readinessOfMember(said, 'mags')).toBe('red')
})

test('the status of a former member for a song is not counted', () => {
  expect(memberCountsByReadiness(said, ['ros'])).toEqual({ red: 0, amber: 0, green: 1 })
})

test('while the members are loading, every status of the song is counted', () => {
  expect(memberCountsByReadiness(said, undefined)).toEqual({ red: 0, amber: 1, green: 1 })
})

test('the text of the readiness counts starts with Ready and leaves out statuses without members', () => {
  expect(readinessCountsText({ red: 2, amber: 0, green: 3 })).toBe('3 Ready, 2 Not Ready')
  expect(readinessCountsText({ red: 0, amber: 1, green: 0 })).toBe('1 Working')
})

test('higherReadiness goes from Not Ready to Working to Ready, and no further', () => {
  expect(higherReadiness('red')).toBe('amber')
  expect(higherReadiness('amber')).toBe('green')
  expect(higherReadiness('green')).toBeUndefined()
})

test('vetoCountText states the number of vetoes, and is empty without any', () => {
  expect(vetoCountText({ vetos: [] })).toBe('')
  expect(vetoCountText({ vetos: [{ membershipId: 'ros' }] })).toBe('Vetoed by 1 member')
  expect(vetoCountText({ vetos: ['a', 'b', 'c', 'd'].map((membershipId) => ({ membershipId })) })).toBe(
    'Vetoed by 4 members',
  )
})
