// One round: writers write, something is done to the server, writers go on, and then everything is compared.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './faults.ts'
import type { Victim } from './victim.ts'
import { clients, startWriting, type Outcome } from './writers.ts'

export async function tortureWith(victim: Victim, hurt: Fault): Promise<Outcome & { measured: string }> {
  const writing = await startWriting(victim.founder)
  // Never at the same moment of what is being written.
  await writing.more(clients)
  await sleep(200 + Math.random() * 300)
  const measured = await hurt(victim).catch((error: Error) => error)
  await writing.more(clients * 2)
  const outcome = await writing.finish()
  if (measured instanceof Error) return { ...outcome, measured: '', lost: [...outcome.lost, measured.message] }
  return { ...outcome, measured }
}
