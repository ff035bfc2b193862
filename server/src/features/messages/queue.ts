// Adds messages in the transaction that causes them, with their jobs.

import type { Services } from '#services.ts'
import type { Db, JobInserter } from '#platform/db/connection.ts'
import { addMessageJobs } from './jobs.ts'
import type { Message } from './message.ts'
import { insertMessageRows, listMessagesWithoutJob, postponeMessageRow } from './store.ts'

type JobServices = { jobs: JobInserter }

/** Omitted fields are stored as null. If `dueAt` is null, the message waits for `postponeMessage`. */
export type NewMessage = Pick<Message, 'id' | 'way' | 'purpose' | 'causedBy' | 'isRequested'> &
  Partial<Message> & { dueAt: Date | null }

/** Skips a message if its notice already has a message of the same way, or if its ask to a dep already has an unsent message. */
export async function addMessages({ jobs }: JobServices, tx: Db, messages: readonly NewMessage[]): Promise<void> {
  if (messages.length === 0) return
  const inserted = await insertMessageRows(tx, { messages: JSON.stringify(messages) })
  const ids = new Set(inserted.map(({ id }) => id))
  await addMessageJobs(
    jobs,
    tx,
    messages.flatMap(({ id, way, dueAt }) => (ids.has(id) && dueAt ? [{ id, way, dueAt }] : [])),
  )
}

/** Queues the message to be sent, or tried again, at `dueAt`. */
export async function postponeMessage(
  { jobs }: JobServices,
  tx: Db,
  message: Pick<Message, 'id' | 'way'> & { dueAt: Date },
): Promise<void> {
  await postponeMessageRow(tx, message)
  await addMessageJobs(jobs, tx, [message])
}

/** Adds jobs for waiting messages without a job, which exist after an update and after the restore of an older backup. */
export async function addMissingMessageJobs({ db, jobs }: Pick<Services, 'db' | 'jobs'>): Promise<void> {
  await db.transaction(async (tx) => addMessageJobs(jobs, tx, await listMessagesWithoutJob(tx, {})))
}
