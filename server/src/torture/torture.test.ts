// A short torture: what is acknowledged while processes are killed is there afterwards, whole and once.
// `npm run torture` does all of it, for as long as it is told.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { endAll } from '#testing/process.ts'
import { faults } from './faults.ts'
import { tortureWith } from './round.ts'
import { aVictim, type Victim } from './victim.ts'

let victim: Victim
beforeAll(async () => {
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
