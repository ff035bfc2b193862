// Four faults only; `npm run chaos` injects all of them for as long as wanted.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { endAll } from '../server/src/testing/process.ts'
import { faults, limitsMs } from './faults.ts'
import { runRound } from './round.ts'
import { startServerUnderTest, type ServerUnderTest } from './server-under-test.ts'

let server: ServerUnderTest
beforeAll(async () => {
  // This test is about lost writes: a machine busy with other tests recovers more slowly.
  Object.assign(limitsMs, { answer: 10_000, recovery: 20_000 })
  server = await startServerUnderTest()
})
afterAll(async () => {
  await server?.end()
  await endAll()
})

test.each(['the server is killed', 'PostgreSQL is killed', 'both are killed', 'the server gets SIGTERM'])(
  'no acknowledged write is lost when %s under writes',
  async (name) => {
    const { acknowledged, lost } = await runRound(server, faults[name]!)
    expect(lost).toEqual([])
    expect(acknowledged).toBeGreaterThan(20)
  },
)
