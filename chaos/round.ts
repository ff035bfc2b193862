import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './faults.ts'
import type { ServerUnderTest } from './server-under-test.ts'
import { startWriters, writerKinds, type RunningWriters, type Tallies, type WriterKind } from './writers/writers.ts'

export type Outcome = {
  /** The results of the writers, by kind of writer. */
  tallies: Tallies
  /** What the fault measured; what was wrong with it is in `failure`. */
  measured: string
  failure: string | null
  findUnsettled: RunningWriters['findUnsettled']
}

export async function runRound(
  server: ServerUnderTest,
  injectFault: Fault,
  kinds: readonly WriterKind[] = writerKinds,
): Promise<Outcome> {
  const writers = await startWriters(server, kinds)
  // A random delay, so that the fault hits writes at different moments.
  await writers.waitForEach()
  await sleep(200 + Math.random() * 300)
  const measured = await injectFault(server).catch((error: Error) => error)
  await writers.waitForEach()
  const tallies = await writers.finish()
  const isFailure = measured instanceof Error
  return {
    tallies,
    measured: isFailure ? '' : measured,
    failure: isFailure ? measured.message : null,
    findUnsettled: writers.findUnsettled,
  }
}

/** What was lost, applied twice or wrong, in one list. */
export function problemsOf({ tallies, failure }: Outcome): string[] {
  const found = [...tallies].flatMap(([kind, { lost, twice }]) => [
    ...lost.map((one) => `lost, ${kind}: ${one}`),
    ...twice.map((one) => `twice, ${kind}: ${one}`),
  ])
  return failure === null ? found : [failure, ...found]
}
