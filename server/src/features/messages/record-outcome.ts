import type { Services } from '#services.ts'
import type { Db } from '#platform/db/connection.ts'
import type { MessageOutcome } from './message.ts'
import { finishMessages } from './store.ts'

/** Records the outcome of the messages. A message that has an outcome already keeps it. */
export async function recordOutcome(
  { metrics }: Pick<Services, 'metrics'>,
  db: Db,
  ids: readonly string[],
  outcome: MessageOutcome,
): Promise<void> {
  const finished = ids.length > 0 ? await finishMessages(db, { ids, outcome }) : []
  for (const { purpose, way } of finished) metrics.countMessage(purpose, way, outcome)
}
