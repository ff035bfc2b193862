// Four faults only; `npm run chaos` injects all of them for as long as wanted.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { endAllProcesses } from '../../server/src/testing/launch-program.ts'
import { findRepeatedDeliveries } from './deliveries.ts'
import { faultInjectors } from './faults.ts'
import { raiseLimitsForBusyMachine } from './limits.ts'
import { problemsOfRound, runRound } from './round.ts'
import { startServerUnderTest, type ServerUnderTest } from './server-under-test.ts'
import { writerKindNames, type WriterKind } from './writers/writers.ts'

let server: ServerUnderTest
beforeAll(async () => {
  raiseLimitsForBusyMachine()
  server = await startServerUnderTest()
})
afterAll(async () => {
  await server?.end()
  await endAllProcesses()
})

// Each kind of write meets one fault or more: all kinds in every round would take too long.
const rounds: [fault: string, WriterKind[]][] = [
  ['the server is killed', ['events and songs', 'answers', 'notices in the bell', 'dep requests']],
  ['PostgreSQL is killed', ['events and songs', 'series', 'options and confirmations', 'notices in the bell']],
  [
    'both are killed',
    ['events and songs', 'events, songs and set lists restored', 'changes in the outbox', 'band files'],
  ],
  ['the server gets SIGTERM', ['events and songs', 'days away', 'set lists and gig sheets']],
]

test.each(rounds)('no acknowledged write is lost and none applied twice when %s under writes', async (name, kinds) => {
  const outcome = await runRound(server, faultInjectors[name]!, kinds)
  expect(problemsOfRound(outcome)).toEqual([])
  for (const [kind, { acknowledged }] of outcome.tallies) expect([kind, acknowledged > 1]).toEqual([kind, true])
  expect(findRepeatedDeliveries(server.providers)).toEqual([])
})

test('the rounds of this file run each kind of writer under at least one fault', () => {
  expect(new Set(rounds.flatMap(([, kinds]) => kinds))).toEqual(new Set(writerKindNames))
})
