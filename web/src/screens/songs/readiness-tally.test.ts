// How a band's readiness is counted and said.

import type { Song } from '@gaffer/domain/song'
import { expect, test } from 'vitest'
import { nextStatus, statusOf, tallyOf, tallyWords, vetoWords } from './readiness-tally.ts'

const said: Pick<Song, 'readiness'> = {
  readiness: [
    { membershipId: 'ros', status: 'green' },
    { membershipId: 'kit', status: 'amber' },
  ],
}

test('counts whoever said nothing as not ready', () => {
  expect(tallyOf(said, ['ros', 'kit', 'mags'])).toEqual({ red: 1, amber: 1, green: 1 })
  expect(statusOf(said, 'mags')).toBe('red')
})

test('leaves out whoever is not in the band', () => {
  expect(tallyOf(said, ['ros'])).toEqual({ red: 0, amber: 0, green: 1 })
})

test('counts what was said while nobody knows who is in the band', () => {
  expect(tallyOf(said, undefined)).toEqual({ red: 0, amber: 1, green: 1 })
})

test('says it best first, without what there is none of', () => {
  expect(tallyWords({ red: 2, amber: 0, green: 3 })).toBe('3 Ready, 2 Not Ready')
  expect(tallyWords({ red: 0, amber: 1, green: 0 })).toBe('1 Working')
})

test('goes from not ready over working to ready and back', () => {
  expect(nextStatus('red')).toBe('amber')
  expect(nextStatus('amber')).toBe('green')
  expect(nextStatus('green')).toBe('red')
})

test('counts every veto in words', () => {
  expect(vetoWords({ vetos: [] })).toBe('')
  expect(vetoWords({ vetos: [{ membershipId: 'ros' }] })).toBe('Vetoed by 1 member')
  expect(vetoWords({ vetos: ['a', 'b', 'c', 'd'].map((membershipId) => ({ membershipId })) })).toBe(
    'Vetoed by 4 members',
  )
})
