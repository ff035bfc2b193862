// Injects four of the faults, once each. `npm run chaos` injects all of them, for as long as wanted.

import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endAllProcesses } from '../../server/src/testing/launch-program.ts'
import { findRepeatedDeliveries } from './deliveries.ts'
import { faultInjectors } from './faults.ts'
import { raiseLimitsForBusyMachine } from './limits.ts'
import { problemsOfRound, runRound } from './round.ts'
import { startServerUnderTest, type ServerUnderTest } from './server-under-test.ts'
import { compareRowsWithBytes } from './stored-files.ts'
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
  ['the server is killed', ['events and songs', 'answers', 'notices in the bell', 'dep requests', 'charts', 'lifts']],
  [
    'PostgreSQL is killed',
    ['series', 'options and confirmations', 'notices in the bell', 'settlements and the ledger', 'notes and votes'],
  ],
  [
    'both are killed',
    ['events, songs and set lists restored', 'changes in the outbox', 'band files', 'recordings and marks'],
  ],
  ['the server gets SIGTERM', ['days away', 'set lists and gig sheets', 'what gigs played', 'enquiries']],
]

test.each(rounds)(
  'no acknowledged write is lost and no write is applied or message delivered twice when %s under writes',
  async (name, kinds) => {
    const outcome = await runRound(server, faultInjectors[name]!, kinds)
    expect(problemsOfRound(outcome)).toEqual([])
    for (const [kind, { acknowledged }] of outcome.tallies) expect([kind, acknowledged > 1]).toEqual([kind, true])
    expect(findRepeatedDeliveries(server.providers)).toEqual([])
  },
)

test('the rounds of this file run each kind of writer under at least one fault', () => {
  expect(new Set(rounds.flatMap(([, kinds]) => kinds))).toEqual(new Set(writerKindNames))
})

test('compareRowsWithBytes reports a file row without its bytes, and bytes without a row', async () => {
  const folder = join(server.folder, 'files')
  const [row] = await server.withDatabase(
    (db) => db<{ id: string }[]>`select id from files where expires_at is null limit 1`,
  )
  const unknown = '01890000-0000-7000-8000-000000000001'
  await rm(join(folder, String(row?.id)))
  await writeFile(join(folder, unknown), 'bytes')
  expect(await compareRowsWithBytes(server)).toEqual([
    expect.stringMatching(new RegExp(`^The file ${row?.id} has no bytes of`)),
    `The bytes of ${unknown} have no row`,
  ])
})
