// Runs the writers of a round in parallel.

import { setTimeout as sleep } from 'node:timers/promises'
import { limitsMs } from '../limits.ts'
import type { ServerUnderTest } from '../server-under-test.ts'
import { createAnswersWriter } from './answers.ts'
import { createChartsWriter } from './charts.ts'
import { createDaysAwayWriter } from './days-away.ts'
import { createDepRequestsWriter } from './dep-requests.ts'
import { createEnquiriesWriter } from './enquiries.ts'
import { createEventsWriter } from './events.ts'
import { createImportsWriter } from './imports.ts'
import { createLiftsWriter } from './lifts.ts'
import { createNotesWriter } from './notes.ts'
import { createNoticesWriter } from './notices.ts'
import { createOptionsWriter } from './options.ts'
import { createOutboxWriter } from './outbox.ts'
import { createPlayedWriter } from './played.ts'
import { createRecordingsWriter } from './recordings.ts'
import { createRestoresWriter } from './restores.ts'
import { createRetryingSender, createTally, type WriteFindings, type WriterTally } from './sender.ts'
import { createSeriesWriter } from './series.ts'
import { createSettlementsWriter } from './settlements.ts'
import { createSheetsWriter } from './sheets.ts'
import { createWriterContext, type WriterFactory } from './writer.ts'

/** `clients` write in parallel. Writers whose ledger has one value for each thing that they change have one client. */
const writerFactories = {
  'events and songs': { make: createEventsWriter, clients: 4 },
  'events, songs and set lists restored': { make: createRestoresWriter, clients: 1 },
  answers: { make: createAnswersWriter, clients: 1 },
  series: { make: createSeriesWriter, clients: 1 },
  'options and confirmations': { make: createOptionsWriter, clients: 1 },
  'days away': { make: createDaysAwayWriter, clients: 1 },
  'set lists and gig sheets': { make: createSheetsWriter, clients: 1 },
  'changes in the outbox': { make: createOutboxWriter, clients: 1 },
  'band files': { make: createImportsWriter, clients: 1 },
  'notices in the bell': { make: createNoticesWriter, clients: 1 },
  'dep requests': { make: createDepRequestsWriter, clients: 1 },
  charts: { make: createChartsWriter, clients: 2 },
  'recordings and marks': { make: createRecordingsWriter, clients: 1 },
  'notes and votes': { make: createNotesWriter, clients: 1 },
  'settlements and the ledger': { make: createSettlementsWriter, clients: 1 },
  lifts: { make: createLiftsWriter, clients: 1 },
  'what gigs played': { make: createPlayedWriter, clients: 1 },
  enquiries: { make: createEnquiriesWriter, clients: 1 },
} satisfies Record<string, { make: WriterFactory; clients: number }>

export type WriterKind = keyof typeof writerFactories
export const writerKindNames = Object.keys(writerFactories) as WriterKind[]

export type TalliesByKind = Map<string, WriterTally>

export type RunningWriters = {
  /** Resolves once every writer got another success response, or after the limit. */
  waitForEach(): Promise<void>
  /** Stops the writers and compares. */
  finish(): Promise<TalliesByKind>
  /** Compares data that may take minutes to settle after a kill. */
  findUnsettled(): Promise<Map<string, WriteFindings>>
}

export async function startWriters(server: ServerUnderTest, kinds: readonly WriterKind[]): Promise<RunningWriters> {
  const stop = new AbortController()
  const context = await createWriterContext(server, stop.signal)
  const writers = await Promise.all(
    kinds.map(async (kind) => {
      const { make, clients } = writerFactories[kind]
      const tally = createTally()
      const writer = await retrySetup(() => make(context, createRetryingSender(tally)))
      return { kind, tally, clients, writer }
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

/** Retries a setup: on a busy machine the server may have no free database connection for a while. Rows of failed tries are not compared. */
async function retrySetup<T>(setUp: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await setUp()
    } catch (error) {
      if (tries === 5) throw error
      await sleep(1000)
    }
  }
}
