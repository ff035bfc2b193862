// npm run chaos -- --minutes N: injects each fault in turn while writers send requests, for N minutes. Exits 1 if a write was lost or applied twice, a
// message was lost or sent twice, or an expectation failed.

import { parseArgs } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../../server/src/platform/db/errors.ts'
import { endAllProcesses } from '../../server/src/testing/launch-program.ts'
import { waitAndCompareDeliveries, findRepeatedDeliveries } from './deliveries.ts'
import { faultInjectors, s3Faults } from './faults.ts'
import { runFullDiskRound } from './full-disk.ts'
import { raiseLimitsForBusyMachine } from './limits.ts'
import { problemsOfRound, runRound, type RoundOutcome } from './round.ts'
import { startServerUnderTest } from './server-under-test.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    fault: { type: 'string', default: '' },
    busy: { type: 'boolean', default: false },
    s3: { type: 'boolean', default: false },
  },
})
const minutes = Number(values.minutes)
const diskFault = 'the disk runs full'
const chosenFaults = Object.entries({ ...faultInjectors, ...(values.s3 && s3Faults) }).filter(([name]) =>
  name.includes(values.fault),
)
const isDiskChosen = diskFault.includes(values.fault)
if (!(minutes > 0) || (chosenFaults.length === 0 && !isDiskChosen)) {
  console.error(
    'Usage: npm run chaos -- --minutes N [--fault PART-OF-ITS-NAME] [--busy] [--s3], or npm run chaos -- fuzz',
  )
  process.exit(2)
}

if (values.busy) raiseLimitsForBusyMachine()

// The faults also break database connections of this process, whose promises no caller awaits.
process.on('unhandledRejection', (error) => {
  if (!isDatabaseUnavailable(error)) throw error
})

type TableRow = { rounds: number; acknowledged: number; retried: number; lost: number; twice: number }
const rows = new Map<string, TableRow>()

function addToRow(name: string, counts: Partial<TableRow>): void {
  const row = rows.get(name) ?? { rounds: 0, acknowledged: 0, retried: 0, lost: 0, twice: 0 }
  for (const column of Object.keys(row) as (keyof TableRow)[]) row[column] += counts[column] ?? 0
  rows.set(name, row)
}

function printProblems(problems: readonly string[]): void {
  for (const one of problems.slice(0, 10)) console.log(`  ${one.slice(0, 400)}`)
}

function recordOutcome(fault: string, outcome: RoundOutcome, repeated: readonly string[] = []): void {
  const lost = outcome.fileProblems.length + (outcome.failure === null ? 0 : 1)
  const sum = { rounds: 1, acknowledged: 0, retried: 0, lost, twice: repeated.length }
  for (const [kind, tally] of outcome.tallies) {
    const counts = { ...tally, lost: tally.lost.length, twice: tally.twice.length }
    addToRow(`writes: ${kind}`, { ...counts, rounds: 1 })
    for (const column of ['acknowledged', 'retried', 'lost', 'twice'] as const) sum[column] += counts[column]
  }
  addToRow(`fault: ${fault}`, sum)
  console.log(
    `${fault}: ${sum.acknowledged} acknowledged, ${sum.retried} retried, ${sum.lost} lost, ${sum.twice} twice; ${outcome.measurement}`,
  )
  printProblems([...problemsOfRound(outcome), ...repeated])
}

/** Within this time the jobs of killed servers, which start again after a minute, are done. */
const settlingTimeoutMs = 240_000

async function recordUnsettled(fault: string, { findUnsettled: find }: RoundOutcome, untilMs: number): Promise<void> {
  let found = await find()
  const isOpen = () => [...found.values()].some(({ lost }) => lost.length > 0)
  for (; isOpen() && Date.now() < untilMs; found = await find()) await sleep(2000)
  for (const [kind, { lost, twice }] of found) {
    addToRow(`writes: ${kind}`, { lost: lost.length, twice: twice.length })
    addToRow(`fault: ${fault}`, { lost: lost.length, twice: twice.length })
    printProblems([...lost, ...twice].map((one) => `${fault}: ${one}`))
  }
}

const endsAt = Date.now() + minutes * 60_000
try {
  if (chosenFaults.length > 0) await runFaults()
  if (isDiskChosen) await runFullDisk()
} finally {
  console.table(Object.fromEntries([...rows].toSorted(([a], [b]) => (a < b ? 1 : -1))))
}
// Leaves out the rows of writers: their problems are also in the rows of the faults.
const faultRows = [...rows].filter(([name]) => !name.startsWith('writes: '))
const problems = faultRows.reduce((sum, [, { lost, twice }]) => sum + lost + twice, 0)
console.log(problems === 0 ? '0 lost, 0 twice' : `${problems} lost or twice`)
if (problems > 0) process.exitCode = 1

async function runFaults(): Promise<void> {
  const server = await startServerUnderTest({ isS3: values.s3 })
  try {
    const outcomes: [string, RoundOutcome][] = []
    let repeated: string[] = []
    do {
      for (const [name, fault] of chosenFaults) {
        const outcome = await runRound(server, fault)
        const now = findRepeatedDeliveries(server.providers)
        recordOutcome(
          name,
          outcome,
          now.filter((one) => !repeated.includes(one)),
        )
        repeated = now
        outcomes.push([name, outcome])
      }
    } while (Date.now() < endsAt)
    const untilMs = Date.now() + settlingTimeoutMs
    for (const [name, outcome] of outcomes) await recordUnsettled(name, outcome, untilMs)
    const { handedOver, mailedInstead, unclear, overLimit, lost, twice } = await waitAndCompareDeliveries(
      server,
      untilMs,
    )
    addToRow('messages: push, mail and SMS', { acknowledged: handedOver, lost: lost.length, twice: twice.length })
    console.log(
      `${handedOver} messages handed over; ${mailedInstead} mailed too after a push message whose outcome was`,
    )
    console.log(`open; ${unclear} mails and texts claimed whose outcome is open, and so not sent again;`)
    console.log(`${overLimit} mails not sent because their members had reached the limit of a day`)
    printProblems([...lost, ...twice])
  } finally {
    await server.end()
    await endAllProcesses()
  }
}

async function runFullDisk(): Promise<void> {
  const full = await runFullDiskRound()
  if ('reason' in full) console.log(`${diskFault}: skipped, ${full.reason}`)
  else recordOutcome(diskFault, full)
}
