// Four faults only; `npm run chaos` injects all of them for as long as wanted.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { endAll } from '../server/src/testing/process.ts'
import { findRepeatedDeliveries } from './deliveries.ts'
import { faults } from './faults.ts'
import { allowBusyMachine } from './limits.ts'
import { problemsOf, runRound } from './round.ts'
import { startServerUnderTest, type ServerUnderTest } from './server-under-test.ts'

let server: ServerUnderTest
beforeAll(async () => {
  allowBusyMachine()
  server = await startServerUnderTest()
})
afterAll(async () => {
  await server?.end()
  await endAll()
})

test.each(['the server is killed', 'PostgreSQL is killed', 'both are killed', 'the server gets SIGTERM'])(
  'no acknowledged write is lost and none applied twice when %s under writes',
  async (name) => {
    const outcome = await runRound(server, faults[name]!)
    expect(problemsOf(outcome)).toEqual([])
    for (const [kind, { acknowledged }] of outcome.tallies) expect([kind, acknowledged > 1]).toEqual([kind, true])
    expect(findRepeatedDeliveries(server.providers)).toEqual([])
  },
)
