// A week of hourly readings, in simulated time.

import { expect, test } from 'vitest'
import { limits } from '@gaffer/domain/shared/limits'
import { readInParallel, maxParallelReads } from './read-in-parallel.ts'

const [minuteMs, dayMs] = [60_000, 86_400_000]
const [minGapMs, maxGapMs] = limits.busyCalendarMinutes.map((minutes) => minutes * minuteMs) as [number, number]

/** A generator of random numbers that are the same in each run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Simulation = { calendars: number; days: number; durationMs: (random: () => number) => number }

/**
 * Simulates the hourly reading. `due` lists calendars by the second in which they are due, like the index of the database. A run begins
 * each minute, unless the earlier run still reads. Returns how often each calendar was read, the longest time between two readings of one
 * calendar, and the most readings at once.
 */
async function simulate({ calendars, days, durationMs }: Simulation) {
  const random = createRandom(calendars + days)
  const due: number[][] = []
  const setDue = (id: number, at: number) => (due[Math.ceil(at / 1000)] ??= []).push(id)
  const ends: { at: number; end: () => void }[] = []
  const counts = new Uint32Array(calendars)
  const lastAt = new Float64Array(calendars)
  let [now, longestMs, mostAtOnce, firstDue] = [0, 0, 0, 0]
  for (let id = 0; id < calendars; id += 1) setDue(id, random() * maxGapMs)

  const work = {
    async claim() {
      for (; firstDue * 1000 <= now; firstDue += 1) {
        const claimed = due[firstDue]?.shift()
        if (claimed !== undefined) return claimed
      }
      return undefined
    },
    async read(id: number) {
      if (counts[id]) longestMs = Math.max(longestMs, now - (lastAt[id] as number))
      lastAt[id] = now
      counts[id] = (counts[id] as number) + 1
      await new Promise<void>((resolve) => {
        ends.push({ at: now + durationMs(random), end: resolve })
        mostAtOnce = Math.max(mostAtOnce, ends.length)
      })
      setDue(id, now + minGapMs + random() * (maxGapMs - minGapMs))
    },
  }
  let isRunning = false
  for (let nextTick = 0; now < days * dayMs;) {
    const next = ends.reduce((first, one) => (one.at < first.at ? one : first), { at: nextTick, end: () => undefined })
    now = next.at
    if (next.at === nextTick) {
      nextTick += minuteMs
      if (!isRunning) {
        isRunning = true
        void readInParallel(work).then(() => (isRunning = false))
      }
    } else {
      ends.splice(ends.indexOf(next), 1)
      next.end()
    }
    // Lets the run's promises settle.
    for (let turn = 0; turn < 8; turn += 1) await Promise.resolve()
  }
  return { counts, longestMs, mostAtOnce }
}

/** The duration of a reading: half of the calendars have not changed, and one in a hundred hangs until both time limits. */
const usualDurationMs = (random: () => number) => {
  const chance = random()
  if (chance < 0.5) return 100 + random() * 300
  return chance < 0.99 ? 300 + random() * 2000 : 15_000
}

test('in a simulated week each of 10,000 calendars is read at least every 72 minutes, with at most four reads at once', async () => {
  const days = 7
  const { counts, longestMs, mostAtOnce } = await simulate({ calendars: 10_000, days, durationMs: usualDurationMs })
  // The longest interval, a minute until the next tick, and a minute for the readings themselves.
  expect(longestMs).toBeLessThan(maxGapMs + 2 * minuteMs)
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(Math.floor((days * dayMs) / (maxGapMs + 2 * minuteMs)))
  expect(mostAtOnce).toBe(maxParallelReads)
})

test('when not all calendars can be read within the hour, they are read in turn: the numbers of their readings in five simulated days differ by less than 10 %', async () => {
  const durationMs = (random: () => number) => 2000 + random() * 4000
  const { counts, longestMs } = await simulate({ calendars: 10_000, days: 5, durationMs })
  // Four at once, each for 4 s: a round of all takes 10,000 s, and the pause before the next turn comes on top.
  expect(longestMs).toBeLessThan(10_000 * 1000 + maxGapMs)
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThan(0.1 * Math.max(...counts))
})
