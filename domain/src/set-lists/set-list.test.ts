import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { setlistMessages } from './set-list-messages.ts'
import { songMessages } from '@gaffer/domain/songs/song-messages'
import {
  divideSetlist,
  formatDuration,
  formatPartAfter,
  formatSetlistPart,
  isBreak,
  numberSongs,
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

  test('SetlistInput requires a name, refuses more than 100 items, and accepts a list to copy only without items', () => {
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

  test('summarizeSetlist counts songs, ready songs and songs without a length, and adds the typed lengths and those of songs and breaks', () => {
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

  test('formatSetlistReadiness of 18 ready songs and 20 songs is "18 of 20 ready"', () => {
    expect(formatSetlistReadiness({ ready: 18, songs: 20 })).toBe('18 of 20 ready')
  })
})

describe('divideSetlist', () => {
  const songs: SetlistSong[] = [
    { id: 'short', durationSeconds: 120, readiness: [] },
    { id: 'long', durationSeconds: 600, readiness: [] },
    { id: 'unknown', durationSeconds: null, readiness: [] },
  ]
  const song = (songId: string, durationSeconds: number | null = null) => ({ songId, label: null, durationSeconds })
  const line = (label: string, durationSeconds: number | null = null) => ({ songId: null, label, durationSeconds })

  test.each([
    ['Break', null, true],
    ['Tea break', 60, true],
    ['interval', null, true],
    ['Raffle', 600, true],
    ['Raffle', 300, true],
    ['Raffle', 299, false],
    ['Band intro', null, false],
    ['Breakfast in America', null, false],
  ])('the line "%s" of %s seconds is a break: %s', (label, seconds, expected) => {
    expect(isBreak(line(label, seconds))).toBe(expected)
  })

  test('an item with a song of 15 minutes is not a break', () => expect(isBreak(song('long', 900))).toBe(false))

  test('one break makes two halves, each with its songs and its time without the break', () => {
    const items = [
      song('short'),
      line('Intro', 30),
      song('long'),
      line('Break', 900),
      song('unknown'),
      song('short', 60),
    ]
    const halves = divideSetlist(items, songs)
    expect(halves).toEqual([
      { name: 'First half', from: 0, songs: 2, totalSeconds: 120 + 30 + 600, unknownLengths: 0 },
      { name: 'Second half', from: 4, songs: 2, totalSeconds: 60, unknownLengths: 1 },
    ])
    expect(halves.map(formatSetlistPart)).toEqual([
      'First half · 2 songs · 13 min',
      'Second half · 2 songs · 1:00 · 1 without a length',
    ])
  })

  test('two breaks make three sets', () => {
    const items = [song('short'), line('Break'), song('short'), line('Break'), song('short')]
    expect(divideSetlist(items, songs).map(formatSetlistPart)).toEqual([
      'Set 1 · 1 song · 2:00',
      'Set 2 · 1 song · 2:00',
      'Set 3 · 1 song · 2:00',
    ])
  })

  test.each([
    ['no break', [song('short')]],
    ['a break at the end', [song('short'), line('Break')]],
    ['a break at the start', [line('Break'), song('short')]],
    ['no items', []],
  ])('divideSetlist returns no parts for a list with %s', (_what, items) =>
    expect(divideSetlist(items, songs)).toEqual([]),
  )

  test('formatPartAfter describes a part at the break before it, and is null for any other item', () => {
    const items = [song('short'), line('Break'), song('long')]
    const parts = divideSetlist(items, songs)
    expect(items.map((_, index) => formatPartAfter(parts, index))).toEqual([
      null,
      'Second half · 1 song · 10 min',
      null,
    ])
  })

  test('two breaks in a row divide a list once', () => {
    const items = [song('short'), line('Break'), line('Interval'), song('long')]
    expect(divideSetlist(items, songs).map(({ name, from }) => [name, from])).toEqual([
      ['First half', 0],
      ['Second half', 3],
    ])
  })
})

test('numberSongs numbers songs from 1, and has null for lines without a song', () => {
  expect(numberSongs([{ songId: 'a' }, { songId: null }, { songId: 'b' }])).toEqual([1, null, 2])
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
