// Properties that compare the order with an oracle, which follows the wording of the spec.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sortByPracticeOrder, countVetoIcons } from './practice-order.ts'

const members = ['ali', 'jo', 'sam', 'kit']
const points = { green: 3, amber: 2, red: 1 }

const anySong = fc
  .record({
    statuses: fc.dictionary(fc.constantFrom(...members), fc.constantFrom('green', 'amber', 'red')),
    vetos: fc.oneof({ weight: 3, arbitrary: fc.constant<string[]>([]) }, fc.subarray(members)),
  })
  .map(({ statuses, vetos }) => ({
    readiness: Object.entries(statuses).map(([membershipId, status]) => ({ membershipId, status })),
    vetos: vetos.map((membershipId) => ({ membershipId })),
  }))
const anySongs = fc.array(anySong, { maxLength: 20 }).map((songs) => songs.map((song, added) => ({ added, ...song })))

/** The oracle: points of every member, red for a member without readiness. */
function score(song: { readiness: { membershipId: string; status: 'red' | 'amber' | 'green' }[] }): number {
  const statusOf = (member: string) => song.readiness.find(({ membershipId }) => membershipId === member)?.status
  return members.reduce((sum, member) => sum + points[statusOf(member) ?? 'red'], 0)
}

describe('practice order', () => {
  test('practice order contains every song once and does not change its input', () => {
    fc.assert(
      fc.property(anySongs, (songs) => {
        const before = structuredClone(songs)
        expect(sortByPracticeOrder(songs).toSorted((a, b) => a.added - b.added)).toEqual(before)
        expect(songs).toEqual(before)
      }),
    )
  })

  test('practice order has vetoed songs last, then sorts by points, then by the order of adding', () => {
    fc.assert(
      fc.property(anySongs, (songs) => {
        const order = sortByPracticeOrder(songs)
        order.slice(1).forEach((song, index) => {
          const before = order[index]!
          const [isOut, wasOut] = [song.vetos.length > 0, before.vetos.length > 0]
          if (isOut !== wasOut) expect(isOut).toBe(true)
          else if (isOut || score(song) === score(before)) expect(before.added).toBeLessThan(song.added)
          else expect(score(before)).toBeGreaterThan(score(song))
        })
      }),
    )
  })

  test('in practice order a song without readiness ties with an all-red song', () => {
    const songWith = (...statuses: ('red' | 'amber' | 'green')[]) => ({
      readiness: statuses.map((status) => ({ status })),
      vetos: [],
    })
    const [silent, red, amber, greens] = [
      songWith(),
      songWith('red', 'red'),
      songWith('amber'),
      songWith('green', 'green'),
    ]
    expect(sortByPracticeOrder([silent, red, amber, greens])).toEqual([greens, amber, silent, red])
    expect(sortByPracticeOrder([red, silent])).toEqual([red, silent])
  })
})

test.each([
  [0, 0],
  [2, 2],
  [3, 3],
  [5, 3],
])('countVetoIcons of a song with %i vetoes is %i', (count, icons) => {
  expect(countVetoIcons({ readiness: [], vetos: Array.from({ length: count }) })).toBe(icons)
})
