// One queue for each way: a provider that is slow delays only its own messages.

import { chunksOf } from '#platform/chunks.ts'
import type { Db, JobInserter } from '#platform/db/connection.ts'
import type { QueueDefinition } from '#platform/jobs.ts'
import type { MessageWay } from './message.ts'

type MessageJob = { messageIds: string[] }

/** A server sends up to 20 texts and 20 mails at a time. A job of push messages sends them in parallel. */
export const messageJobs: Record<MessageWay, QueueDefinition<MessageJob>> = {
  text: { name: 'send-text', workers: 10, batchSize: 2 },
  mail: { name: 'send-mail', workers: 10, batchSize: 2 },
  push: { name: 'send-push', workers: 2, batchSize: 2 },
}

/** Push messages share jobs: one statement reads, one claims and one records all messages of a job. */
const maxMessagesPerJob: Record<MessageWay, number> = { text: 1, mail: 1, push: 20 }

export type DueMessage = { id: string; way: MessageWay; dueAt: Date }

export async function addMessageJobs(jobs: JobInserter, tx: Db, messages: readonly DueMessage[]): Promise<void> {
  for (const [way, ofWay] of Map.groupBy(messages, (message) => message.way)) {
    const newJobs = [...Map.groupBy(ofWay, ({ dueAt }) => dueAt.getTime())].flatMap(([at, due]) =>
      chunksOf(due, maxMessagesPerJob[way]).map((some) => ({
        payload: { messageIds: some.map(({ id }) => id) },
        startAfter: new Date(at),
      })),
    )
    await jobs.addAll(tx, messageJobs[way], newJobs)
  }
}
