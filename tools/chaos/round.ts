import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultInjector } from './faults.ts'
import type { ServerUnderTest } from './server-under-test.ts'
import { compareRowsWithBytes } from './stored-files.ts'
import {
  startWriters,
  writerKindNames,
  type RunningWriters,
  type TalliesByKind,
  type WriterKind,
} from './writers/writers.ts'

export type RoundOutcome = {
  /** The results of the writers, by kind of writer. */
  tallies: TalliesByKind
  /** The measurements of the fault; `failure` has its error. */
  measurement: string
  failure: string | null
  /** Rows without bytes, and bytes without a row. */
  fileProblems: string[]
  findUnsettled: RunningWriters['findUnsettled']
}

export async function runRound(
  server: ServerUnderTest,
  injectFault: FaultInjector,
  kinds: readonly WriterKind[] = writerKindNames,
): Promise<RoundOutcome> {
  const writers = await startWriters(server, kinds)
  // A random delay, so that the fault hits writes at different moments.
  await writers.waitForEach()
  await sleep(200 + Math.random() * 300)
  const measurement = await injectFault(server).catch((error: Error) => error)
  await writers.waitForEach()
  const tallies = await writers.finish()
  const fileProblems = await compareRowsWithBytes(server)
  const isFailure = measurement instanceof Error
  return {
    tallies,
    measurement: isFailure ? '' : measurement,
    failure: isFailure ? measurement.message : null,
    fileProblems,
    findUnsettled: writers.findUnsettled,
  }
}

/** All lost, repeated and wrong writes in one list. */
export function problemsOfRound({ tallies, failure, fileProblems }: RoundOutcome): string[] {
  const found = [...tallies].flatMap(([kind, { lost, twice }]) => [
    ...lost.map((one) => `lost, ${kind}: ${one}`),
    ...twice.map((one) => `twice, ${kind}: ${one}`),
  ])
  return [...(failure === null ? [] : [failure]), ...fileProblems, ...found]
}
