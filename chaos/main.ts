// npm run chaos -- --minutes N: every fault in turn under writes, repeated for N minutes. Exits 1 if a write was lost or an
// expectation failed.

import { parseArgs } from 'node:util'
import { isDatabaseUnavailable } from '../server/src/platform/db/errors.ts'
import { endAll } from '../server/src/testing/process.ts'
import { faults } from './faults.ts'
import { runFullDiskRound } from './full-disk.ts'
import { runRound } from './round.ts'
import { startServerUnderTest } from './server-under-test.ts'
import type { Outcome } from './writers.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '5' } } })
const minutes = Number(values.minutes)
if (!(minutes > 0)) {
  console.error('Usage: npm run chaos -- --minutes N, or npm run chaos -- fuzz')
  process.exit(2)
}

// The faults also break database connections of this process, whose promises no caller awaits.
process.on('unhandledRejection', (error) => {
  if (!isDatabaseUnavailable(error)) throw error
})

const totals = new Map<string, { rounds: number; acknowledged: number; repeated: number; lost: number }>()
const ends = Date.now() + minutes * 60_000

function record(name: string, { acknowledged, repeated, lost, measured }: Outcome & { measured: string }): void {
  const sum = totals.get(name) ?? { rounds: 0, acknowledged: 0, repeated: 0, lost: 0 }
  sum.rounds += 1
  sum.acknowledged += acknowledged
  sum.repeated += repeated
  sum.lost += lost.length
  totals.set(name, sum)
  console.log(`${name}: ${acknowledged} acknowledged, ${repeated} retried, ${lost.length} lost; ${measured}`)
  for (const one of lost.slice(0, 10)) console.log(`  ${one.slice(0, 300)}`)
}

const server = await startServerUnderTest()
try {
  do {
    for (const [name, fault] of Object.entries(faults)) record(name, await runRound(server, fault))
  } while (Date.now() < ends)
} finally {
  await server.end()
  await endAll()
}
const full = await runFullDiskRound()
if ('why' in full) console.log(`the disk runs full: skipped, ${full.why}`)
else record('the disk runs full', full)

console.table(Object.fromEntries(totals))
const total = [...totals.values()].reduce((sum, { lost }) => sum + lost, 0)
console.log(`${total} lost`)
if (total > 0) process.exitCode = 1
