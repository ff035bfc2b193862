// npm run torture -- --minutes N: every fault in turn, again and again, under writes. Prints what was lost, which must be
// nothing, and exits 1 if anything was, or if what must hold meanwhile did not.

import { parseArgs } from 'node:util'
import { isDatabaseUnavailable } from '#db/errors.ts'
import { endAll } from '#testing/process.ts'
import { faults } from './faults.ts'
import { tortureWithFullDisk } from './full-disk.ts'
import { tortureWith } from './round.ts'
import { aVictim } from './victim.ts'
import type { Outcome } from './writers.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '5' } } })
const minutes = Number(values.minutes)
if (!(minutes > 0)) {
  console.error('Usage: npm run torture -- --minutes N, or npm run torture -- fuzz')
  process.exit(2)
}

// Connections of our own break as well, and the driver lets nobody hear of some.
process.on('unhandledRejection', (error) => {
  if (!isDatabaseUnavailable(error)) throw error
})

const sums = new Map<string, { rounds: number; acknowledged: number; repeated: number; lost: number }>()
const ends = Date.now() + minutes * 60_000

function note(name: string, { acknowledged, repeated, lost, measured }: Outcome & { measured: string }): void {
  const sum = sums.get(name) ?? { rounds: 0, acknowledged: 0, repeated: 0, lost: 0 }
  sum.rounds += 1
  sum.acknowledged += acknowledged
  sum.repeated += repeated
  sum.lost += lost.length
  sums.set(name, sum)
  console.log(`${name}: ${acknowledged} acknowledged, ${repeated} retried, ${lost.length} lost; ${measured}`)
  for (const one of lost.slice(0, 10)) console.log(`  ${one.slice(0, 300)}`)
}

const victim = await aVictim()
try {
  do {
    for (const [name, fault] of Object.entries(faults)) note(name, await tortureWith(victim, fault))
  } while (Date.now() < ends)
} finally {
  await victim.end()
  await endAll()
}
const full = await tortureWithFullDisk()
if ('why' in full) console.log(`the disk runs full: skipped, ${full.why}`)
else note('the disk runs full', full)

console.table(Object.fromEntries(sums))
const total = [...sums.values()].reduce((sum, { lost }) => sum + lost, 0)
console.log(`${total} lost`)
if (total > 0) process.exitCode = 1
