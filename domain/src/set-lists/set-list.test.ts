import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { setlistMessages } from './set-list-messages.ts'
import { songMessages } from '@gaffer/domain/songs/song-messages'
import {
  formatDuration,
  isSongReadyForAll,
  SetlistChangesInput,
  SetlistInput,
  formatSetlistReadiness,
  summarizeSetlist,
  type SetlistSong,
} from './set-list.ts'

const id = (digit: number) => `0190b4d8-0000-7000-8000-00000000000${digit}`
const refusal = (items: object[]) => SetlistInput.safeParse({ name: 'Xmas', items }).error?.issues[0]?.message

describe('SetlistInput', () => {
  test('SetlistInput accepts songs and labelled breaks, and refuses an item with both or neither of songId and label', () => {
    const items = [{ songId: id(1) }, { label: ' Break ', durationSeconds: 1200 }, { songId: id(1), note: 'Capo 2' }]
    expect(SetlistInput.parse({ name: 'Xmas', items }).items).toEqual([
      { songId: id(1), label: null, note: null, durationSeconds: null },
      { songId: null, label: 'Break', note: null, durationSeconds: 1200 },
      { songId: id(1), label: null, note: 'Capo 2', durationSeconds: null },
    ])
    expect(refusal([{ label: ' ' }])).toBe(setlistMessages.setlistItemEmpty)
    expect(refusal([{ songId: id(1), label: 'Break' }])).toBe(setlistMessages.setlistItemSongOrLabel)
  })

  test('SetlistChangesInput accepts the items of a stored list', () => {
    const items = [{ id: id(2), songId: null, label: 'Break', note: null, durationSeconds: null }]
    expect(SetlistChangesInput.parse({ items })).toEqual({ items })
  })

  test('a set list has a name, at most 100 items and either items or the list to copy', () => {
    const items = Array.from({ length: 101 }, () => ({ label: 'Break' }))
    expect(refusal(items.slice(1))).toBeUndefined()
    expect(refusal(items)).toBe(setlistMessages.setlistTooLong)
    expect(SetlistInput.safeParse({ name: ' ' }).error?.issues[0]?.message).toBe(setlistMessages.setlistNameRequired)
    expect(SetlistInput.parse({ name: 'Xmas', copyOf: id(1) })).toEqual({ name: 'Xmas', copyOf: id(1) })
    const both = SetlistInput.safeParse({ name: 'Xmas', copyOf: id(1), items: [] })
    expect(both.error?.issues[0]).toMatchObject({ path: ['copyOf'], message: setlistMessages.setlistItemsOrCopy })
  })

  test.each([0, -1, 3601, 1.5])('SetlistInput refuses a length of %d seconds', (durationSeconds) => {
    expect(refusal([{ label: 'Break', durationSeconds }])).toBe(songMessages.durationInvalid)
  })
})

describe('summarizeSetlist', () => {
  const green = (...members: string[]) => members.map((membershipId) => ({ membershipId, status: 'green' as const }))
  const songs: SetlistSong[] = [
    { id: 'ready', durationSeconds: 200, readiness: green('ali', 'jo') },
    { id: 'half', durationSeconds: null, readiness: green('ali') },
    { id: 'amber', durationSeconds: 100, readiness: [...green('ali'), { membershipId: 'jo', status: 'amber' }] },
  ]
  const item = (songId: string | null, durationSeconds: number | null = null) => ({ songId, durationSeconds })

  test('a song is ready if every member is green; a member who has left does not count', () => {
    expect(songs.map((song) => isSongReadyForAll(song, ['ali', 'jo']))).toEqual([true, false, false])
    expect(isSongReadyForAll({ readiness: [{ membershipId: 'gone', status: 'red' }, ...green('ali')] }, ['ali'])).toBe(
      true,
    )
  })

  test('the total length adds typed lengths, lengths of songs and breaks, and counts songs without a length', () => {
    const items = [item('ready'), item('ready', 260), item(null, 900), item(null), item('half'), item('gone', 50)]
    expect(summarizeSetlist(items, songs, ['ali', 'jo'])).toEqual({
      songs: 4,
      ready: 2,
      totalSeconds: 200 + 260 + 900 + 50,
      unknownLengths: 1,
    })
    expect(summarizeSetlist([], songs, ['ali'])).toEqual({ songs: 0, ready: 0, totalSeconds: 0, unknownLengths: 0 })
  })

  test('the summaries of two lists add up to the summary of their concatenation', () => {
    const anyItem = fc.record({
      songId: fc.constantFrom(null, 'ready', 'half', 'amber', 'gone'),
      durationSeconds: fc.option(fc.integer({ min: 1, max: 3600 })),
    })
    fc.assert(
      fc.property(fc.array(anyItem), fc.array(anyItem), (first, second) => {
        const [a, b, both] = [first, second, [...first, ...second]].map((items) =>
          summarizeSetlist(items, songs, ['ali']),
        )
        for (const key of ['songs', 'ready', 'totalSeconds', 'unknownLengths'] as const) {
          expect(both![key]).toBe(a![key] + b![key])
        }
        expect(both!.ready).toBeLessThanOrEqual(both!.songs)
      }),
    )
  })

  test('readiness in words is "18 of 20 ready"', () => {
    expect(formatSetlistReadiness({ ready: 18, songs: 20 })).toBe('18 of 20 ready')
  })
})

test.each([
  [0, '0:00'],
  [65, '1:05'],
  [599, '9:59'],
  [600, '10 min'],
  [2700, '45 min'],
  [3600, '1 h'],
  [3599, '1 h'],
  [4320, '1 h 12 min'],
])('a length of %i seconds reads "%s"', (seconds, words) => expect(formatDuration(seconds)).toBe(words))
