// A short chaos test. `npm run torture` runs all faults for a given time.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { endAll } from '#testing/process.ts'
import { faults, patienceMs } from './faults.ts'
import { tortureWith } from './round.ts'
import { aVictim, type Victim } from './victim.ts'

let victim: Victim
beforeAll(async () => {
  // This test is about lost writes: long timeouts for a machine that is busy with other tests.
  Object.assign(patienceMs, { answer: 10_000, recovery: 20_000 })
  victim = await aVictim()
})
afterAll(async () => {
  await victim?.end()
  await endAll()
})

test.each(['the server is killed', 'PostgreSQL is killed', 'both are killed', 'it is told to end'])(
  'no acknowledged write is lost when %s',
  async (name) => {
    const { acknowledged, lost } = await tortureWith(victim, faults[name]!)
    expect(lost).toEqual([])
    expect(acknowledged).toBeGreaterThan(20)
  },
)
