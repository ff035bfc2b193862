// All writers of a round, at once.

import { setTimeout as sleep } from 'node:timers/promises'
import { limitsMs } from '../limits.ts'
import type { ServerUnderTest } from '../server-under-test.ts'
import { writeAnswers } from './answers.ts'
import { writeDaysAway } from './days-away.ts'
import { writeDepRequests } from './dep-requests.ts'
import { writeEvents } from './events.ts'
import { writeImports } from './imports.ts'
import { writeNotices } from './notices.ts'
import { writeOptions } from './options.ts'
import { writeOutbox } from './outbox.ts'
import { writeRestores } from './restores.ts'
import { createSender, newTally, type Findings, type Tally } from './sender.ts'
import { writeSeries } from './series.ts'
import { writeSheets } from './sheets.ts'
import { createScene, type MakeWriter } from './writer.ts'

/** `clients` write in parallel. Writers whose ledger has one value for each thing that they change have one client. */
const makers = {
  'events and songs': { make: writeEvents, clients: 4 },
  'events, songs and set lists restored': { make: writeRestores, clients: 1 },
  answers: { make: writeAnswers, clients: 1 },
  series: { make: writeSeries, clients: 1 },
  'options and confirmations': { make: writeOptions, clients: 1 },
  'days away': { make: writeDaysAway, clients: 1 },
  'set lists and gig sheets': { make: writeSheets, clients: 1 },
  'changes in the outbox': { make: writeOutbox, clients: 1 },
  'band files': { make: writeImports, clients: 1 },
  'notices in the bell': { make: writeNotices, clients: 1 },
  'dep requests': { make: writeDepRequests, clients: 1 },
} satisfies Record<string, { make: MakeWriter; clients: number }>

export type WriterKind = keyof typeof makers
export const writerKinds = Object.keys(makers) as WriterKind[]

export type Tallies = Map<string, Tally>

export type RunningWriters = {
  /** Resolves once every writer got another success response, or after the limit. */
  waitForEach(): Promise<void>
  /** Stops the writers and compares. */
  finish(): Promise<Tallies>
  /** Compares what may take minutes after a kill. */
  findUnsettled(): Promise<Map<string, Findings>>
}

export async function startWriters(server: ServerUnderTest, kinds: readonly WriterKind[]): Promise<RunningWriters> {
  const stop = new AbortController()
  const scene = await createScene(server, stop.signal)
  const writers = await Promise.all(
    kinds.map(async (kind) => {
      const { make, clients } = makers[kind]
      const tally = newTally()
      return { kind, tally, clients, writer: await make(scene, createSender(tally)) }
    }),
  )
  const loops = writers.flatMap(({ writer, clients, tally }) =>
    Array.from({ length: clients }, async (_, client) => {
      for (let turn = client; !stop.signal.aborted; turn += clients) {
        await writer.write(turn).catch((error: Error) => tally.lost.push(`the writer failed: ${error.stack}`))
      }
    }),
  )
  return {
    async waitForEach() {
      const before = writers.map(({ tally }) => tally.acknowledged)
      const isWaiting = () => writers.some(({ tally }, index) => tally.acknowledged <= before[index]!)
      for (const began = Date.now(); isWaiting() && Date.now() - began < limitsMs.acknowledgement;) await sleep(20)
    },
    async finish() {
      stop.abort()
      await Promise.all(loops)
      const compared = writers.map(async ({ kind, tally, writer }) => {
        const { lost, twice } = await writer.compare()
        tally.lost.push(...lost)
        tally.twice.push(...twice)
        return [kind, tally] as const
      })
      return new Map(await Promise.all(compared))
    },
    async findUnsettled() {
      const found = writers.map(async ({ kind, writer }) => [kind, await writer.compareSettled?.()] as const)
      return new Map((await Promise.all(found)).flatMap(([kind, one]) => (one ? [[kind, one] as const] : [])))
    },
  }
}
