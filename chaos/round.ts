// One round: a fault is injected during concurrent writes; afterwards all acknowledged writes are compared with the stored rows.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './faults.ts'
import type { ServerUnderTest } from './server-under-test.ts'
import { startWriters, writerCount, type Outcome } from './writers.ts'

export async function runRound(server: ServerUnderTest, injectFault: Fault): Promise<Outcome & { measured: string }> {
  const writers = await startWriters(server.founder)
  // A random delay, so that the fault hits writes at different moments.
  await writers.waitForAcknowledged(writerCount)
  await sleep(200 + Math.random() * 300)
  const measured = await injectFault(server).catch((error: Error) => error)
  await writers.waitForAcknowledged(writerCount * 2)
  const outcome = await writers.finish()
  if (measured instanceof Error) return { ...outcome, measured: '', lost: [...outcome.lost, measured.message] }
  return { ...outcome, measured }
}
