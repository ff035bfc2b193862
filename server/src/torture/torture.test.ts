// A short torture: what is acknowledged while processes are killed is there afterwards, whole and once.
// `npm run torture` does all of it, for as long as it is told.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { endAll } from '#testing/process.ts'
import { faults, patienceMs } from './faults.ts'
import { tortureWith } from './round.ts'
import { aVictim, type Victim } from './victim.ts'

let victim: Victim
beforeAll(async () => {
  // Here it is about what is lost: a machine that is busy with other tests may take its time.
  Object.assign(patienceMs, { answer: 10_000, recovery: 20_000 })
  victim = await aVictim()
})
afterAll(async () => {
  await victim?.end()
  await endAll()
})

test.each(['the server is killed', 'PostgreSQL is killed', 'both are killed', 'it is told to end'])(
  'nothing that was acknowledged is lost when %s under writes',
  async (name) => {
    const { acknowledged, lost } = await tortureWith(victim, faults[name]!)
    expect(lost).toEqual([])
    expect(acknowledged).toBeGreaterThan(20)
  },
)
