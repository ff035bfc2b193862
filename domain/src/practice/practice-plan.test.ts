import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '@gaffer/domain/shared/dates'
import {
  formatGigCountdown,
  formatStalePracticeAge,
  planSongsToPractise,
  type PracticePlanFacts,
  type PracticeCandidateSong,
} from './practice-plan.ts'

const today = '2026-11-26'
const attending = ['Ali', 'Jo', 'Kit'].map((displayName) => ({ membershipId: displayName.toLowerCase(), displayName }))
const weeksBefore = (weeks: number) => `${addDays(today, -7 * weeks)}T20:00:00.000Z`

/** `statuses` has a letter for the readiness of each of Ali, Jo and Kit: "g", "a", "r", or "-" for none. */
function song(id: string, statuses: string, more: Partial<PracticeCandidateSong> = {}): PracticeCandidateSong {
  const names = { g: 'green', a: 'amber', r: 'red' } as const
  const readiness = attending.flatMap(({ membershipId }, index) => {
    const letter = statuses[index] as 'g' | 'a' | 'r' | '-'
    return letter === '-' ? [] : [{ membershipId, status: names[letter] }]
  })
  return { id, readiness, vetos: [], durationSeconds: 180, lastPractisedAt: weeksBefore(1), ...more }
}
const plan = (songs: PracticeCandidateSong[], more: Partial<PracticePlanFacts> = {}) =>
  planSongsToPractise({ songs, attending, nextGig: null, minutes: null, today, ...more })
const planOrder = (songs: PracticeCandidateSong[], more: Partial<PracticePlanFacts> = {}) =>
  plan(songs, more)
    .map(({ songId }) => songId)
    .join(' ')

describe('planSongsToPractise', () => {
  test('songs in the set list of the next gig come first, the less ready one before the other', () => {
    const songs = [song('a', 'rrr'), song('b', 'ggg'), song('c', 'gga')]
    expect(planOrder(songs)).toBe('a c b')
    expect(planOrder(songs, { nextGig: { date: '2026-12-01', songIds: ['b', 'c'] } })).toBe('c b a')
  })

  test('a ready song in the set list comes before a song that is not ready if the gig is tomorrow, and after it if the gig is six months away', () => {
    const songs = [song('a', 'rrr'), song('b', 'ggg')]
    expect(planOrder(songs, { nextGig: { date: '2026-11-27', songIds: ['b'] } })).toBe('b a')
    expect(planOrder(songs, { nextGig: { date: '2027-06-01', songIds: ['b'] } })).toBe('a b')
  })

  test('of equally amber songs the one practised longer ago comes first, and one without a recorded practice before all others', () => {
    const songs = [0, 3, 5].map((weeks) => song(`w${weeks}`, 'aaa', { lastPractisedAt: weeksBefore(weeks) }))
    expect(planOrder([...songs, song('never', 'aaa', { lastPractisedAt: null })])).toBe('never w5 w3 w0')
  })

  test('of two green songs, one last practised eight weeks ago comes before one without a recorded practice', () => {
    const stale = song('stale', 'ggg', { lastPractisedAt: weeksBefore(8) })
    expect(planOrder([song('new', 'ggg', { lastPractisedAt: null }), stale])).toBe('stale new')
  })

  test('planSongsToPractise ignores the readiness of members who do not come', () => {
    const songs = [song('a', 'ggr'), song('b', 'gag')]
    expect(planOrder(songs)).toBe('a b')
    expect(planOrder(songs, { attending: attending.slice(0, 2) })).toBe('b a')
  })

  test('`needs` of a song names the attending members who are not green, and all attending members if it was last practised eight weeks ago', () => {
    expect(plan([song('a', 'g-a')])[0]?.needs).toEqual(['jo', 'kit'])
    expect(plan([song('a', 'ggg')])[0]?.needs).toEqual([])
    expect(plan([song('a', 'ggg', { lastPractisedAt: weeksBefore(7) })])[0]?.needs).toEqual([])
    expect(plan([song('a', 'ggg', { lastPractisedAt: weeksBefore(8) })])[0]?.needs).toEqual(['ali', 'jo', 'kit'])
    expect(plan([song('a', 'ggg', { lastPractisedAt: null })])[0]?.needs).toEqual([])
  })

  test('the reasons of a song name the gig, the members who are not ready and the last practice', () => {
    const nextGig = { date: '2026-12-08', songIds: ['a'] }
    expect(plan([song('a', 'gra', { lastPractisedAt: weeksBefore(8) })], { nextGig })[0]?.reasons).toEqual([
      'In the set for the gig in 12 days',
      'Jo and Kit are not ready',
      'Last practised 8 weeks ago',
    ])
    expect(plan([song('a', 'ggr', { lastPractisedAt: null })])[0]?.reasons).toEqual([
      'Kit is not ready',
      'No practice recorded yet',
    ])
    expect(plan([song('a', 'rrr', { lastPractisedAt: weeksBefore(60) })])[0]?.reasons).toEqual([
      'No one is ready',
      'Last practised more than a year ago',
    ])
    expect(plan([song('a', 'ggg', { lastPractisedAt: weeksBefore(0) })])[0]?.reasons).toEqual([])
    const tomorrow = { date: '2026-11-27', songIds: ['a'] }
    expect(plan([song('a', 'ggg')], { nextGig: tomorrow })[0]?.reasons[0]).toBe('In the set for tomorrow’s gig')
  })

  test('planSongsToPractise fills the length of the practice, counting a song without a length as 4 minutes', () => {
    const songs = [
      song('a', 'rrr', { durationSeconds: 301 }),
      song('b', 'rra', { durationSeconds: null }),
      song('c', 'raa', { durationSeconds: 60 }),
    ]
    expect(plan(songs, { minutes: 60 }).map(({ minutes }) => minutes)).toEqual([6, null, 1])
    expect(planOrder(songs, { minutes: 10 })).toBe('a b')
    expect(planOrder(songs, { minutes: 9 })).toBe('a')
    expect(planOrder(songs, { minutes: 1 })).toBe('a')
    expect(planOrder([], { minutes: 60 })).toBe('')
  })

  test('the plan of a practice of unknown length has at most 30 songs', () => {
    const songs = Array.from({ length: 40 }, (_, index) => song(`s${index}`, 'ggg'))
    expect(plan(songs)).toHaveLength(30)
    expect(plan(songs, { minutes: 1000 })).toHaveLength(40)
  })

  const letters = fc.constantFrom('g', 'a', 'r', '-')
  const anySong = fc.record({
    statuses: fc.tuple(letters, letters, letters).map((all) => all.join('')),
    vetos: fc.constantFrom<unknown[]>([], [], [], [{ membershipId: 'ali' }]),
    durationSeconds: fc.option(fc.integer({ min: 1, max: 600 })),
    lastPractisedAt: fc.option(fc.integer({ min: 0, max: 60 }).map(weeksBefore)),
  })
  const anyInput = fc
    .record({
      songs: fc.array(anySong, { minLength: 1, maxLength: 12 }),
      gig: fc.option(fc.record({ ahead: fc.integer({ min: 0, max: 60 }), songs: fc.subarray([0, 1, 2, 3, 4, 5]) })),
      attending: fc.subarray(attending),
      minutes: fc.option(fc.integer({ min: 1, max: 60 })),
    })
    .map(({ songs, gig, attending, minutes }): PracticePlanFacts => {
      const nextGig = gig && { date: addDays(today, gig.ahead), songIds: gig.songs.map((index) => `s${index + 10}`) }
      return {
        songs: songs.map(({ statuses, ...rest }, index) => song(`s${index + 10}`, statuses, rest)),
        nextGig,
        attending,
        minutes,
        today,
      }
    })

  test('planSongsToPractise leaves out vetoed songs and has each other song once if there is time', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const ids = planSongsToPractise({ ...input, minutes: 10_000 }).map(({ songId }) => songId)
        const expected = input.songs.filter(({ vetos }) => vetos.length === 0).map(({ id }) => id)
        expect(ids.toSorted()).toEqual(expected)
      }),
    )
  })

  test('the plan does not depend on the order of `songs`', () => {
    fc.assert(
      fc.property(anyInput, fc.infiniteStream(fc.nat()), (input, random) => {
        const keys = new Map(input.songs.map(({ id }) => [id, random.next().value as number]))
        const shuffled = input.songs.toSorted((a, b) => keys.get(a.id)! - keys.get(b.id)!)
        expect(planSongsToPractise({ ...input, songs: shuffled })).toEqual(planSongsToPractise(input))
        expect(planSongsToPractise({ ...input, songs: input.songs.toReversed() })).toEqual(planSongsToPractise(input))
      }),
    )
  })

  test('a song whose readiness gets worse never moves down', () => {
    const worse = { green: 'amber', amber: 'red', red: 'red' } as const
    fc.assert(
      fc.property(anyInput, fc.nat(), fc.nat(), (input, songPick, memberPick) => {
        const target = input.songs[songPick % input.songs.length]!
        const readiness = target.readiness.map((entry, index) =>
          index === memberPick % target.readiness.length ? { ...entry, status: worse[entry.status] } : entry,
        )
        const place = (songs: readonly PracticeCandidateSong[]) =>
          planSongsToPractise({ ...input, songs, minutes: 10_000 }).findIndex(({ songId }) => songId === target.id)
        const changed = input.songs.map((song) => (song === target ? { ...song, readiness } : song))
        expect(place(changed)).toBeLessThanOrEqual(place(input.songs))
      }),
      { numRuns: 500 },
    )
  })

  test('a plan with limited minutes begins like the full plan and fits into the minutes, unless it is one song that is too long; one more song would not fit', () => {
    fc.assert(
      fc.property(anyInput, fc.integer({ min: 1, max: 60 }), (input, minutes) => {
        const all = planSongsToPractise({ ...input, minutes: 10_000 }).map(({ songId }) => songId)
        const fitted = planSongsToPractise({ ...input, minutes }).map(({ songId }) => songId)
        expect(fitted).toEqual(all.slice(0, fitted.length))
        const seconds = (ids: string[]) =>
          ids.reduce((sum, id) => sum + (input.songs.find((song) => song.id === id)?.durationSeconds ?? 240), 0)
        expect(seconds(fitted) <= minutes * 60 || fitted.length === 1).toBe(true)
        if (fitted.length < all.length) expect(seconds(all.slice(0, fitted.length + 1))).toBeGreaterThan(minutes * 60)
      }),
    )
  })

  test('`needs` names only members who come', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const coming = input.attending.map(({ membershipId }) => membershipId)
        for (const { needs } of planSongsToPractise(input)) expect(coming).toEqual(expect.arrayContaining(needs))
      }),
    )
  })
})

test.each([
  [0, null],
  [55, null],
  [56, '8 weeks ago'],
  [90, '12 weeks ago'],
  [364, '52 weeks ago'],
  [371, 'more than a year ago'],
])('formatStalePracticeAge of a song practised %i days ago is %s', (days, words) => {
  expect(formatStalePracticeAge(`${addDays(today, -days)}T20:00:00.000Z`, today)).toBe(words)
})

test('formatStalePracticeAge counts from the London date of the last practice, and is null without one', () => {
  expect(formatStalePracticeAge('2026-06-30T23:30:00.000Z', '2026-08-25')).toBeNull()
  expect(formatStalePracticeAge('2026-06-30T22:30:00.000Z', '2026-08-25')).toBe('8 weeks ago')
  expect(formatStalePracticeAge(null, today)).toBeNull()
})

test.each([
  [12, 2, 3, '12 days, 2 practices left, 3 songs not ready'],
  [1, 1, 1, '1 day, 1 practice left, 1 song not ready'],
  [0, 0, 0, 'Today, no practices left, every song ready'],
  [5, 1, null, '5 days, 1 practice left'],
  [-1, 0, 0, null],
])('%i days before a gig, with %i practices and %s songs, the countdown is "%s"', (ahead, practices, songs, words) => {
  const facts = { today, gigDate: addDays(today, ahead), practicesLeft: practices, songsNotReady: songs }
  expect(formatGigCountdown(facts)).toBe(words)
})
