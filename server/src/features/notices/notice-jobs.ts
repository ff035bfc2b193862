// The jobs that make notices. The jobs that deliver them are in features/messages/jobs.ts.

import type { QueueDefinition } from '#platform/jobs.ts'

/** Settles due causes. Each cause adds a job; the schedule every minute is for causes of the operator's commands, and for retries. */
export const settleNoticesJob: QueueDefinition<{ causeId?: string }> = {
  name: 'settle-notices',
  workers: 1,
  batchSize: 50,
  pollSeconds: 1,
  longestSeconds: 3600,
}

/** Makes the reminders and nudges of one time of day, over all bands. */
export const reminderJob: QueueDefinition<Record<string, never>> = {
  name: 'remind',
  workers: 1,
  batchSize: 1,
  longestSeconds: 3600,
  isExclusive: true,
}
