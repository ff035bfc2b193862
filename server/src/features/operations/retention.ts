// Deletes rows past their retention period.

import { announceAndDeleteExpiredRecordings } from '#features/recordings/expiry.ts'
import type { DatabasePool } from '#platform/db/connection.ts'
import type { QueueDefinition } from '#platform/jobs.ts'
import type { Services } from '#services.ts'
import { batchSize, dailyRetentionRules, retentionRules, type RetentionRule } from './retention-store.ts'

type RetentionServices = Pick<Services, 'db' | 'log' | 'metrics'>

const retentionJob: QueueDefinition<{ isDaily?: boolean }> = {
  name: 'retention',
  workers: 1,
  batchSize: 1,
  longestSeconds: 1800,
  isExclusive: true,
}

const neverAbortedSignal = new AbortController().signal

export async function scheduleRetention(services: Services): Promise<void> {
  const { jobs, ending } = services
  await jobs.work(retentionJob, async ({ isDaily = false }) => {
    if (isDaily) return purgeByDailyRules(services, ending)
    // Both calls run to their end, even if one rejects.
    await Promise.all([announceAndDeleteExpiredRecordings(services, ending), purgeExpired(services, ending)])
  })
  await jobs.schedule(retentionJob, '*/15 * * * *', {})
  await jobs.schedule(retentionJob, '20 4 * * *', { isDaily: true }, { key: 'daily', isCaughtUp: true })
}

/** Applies `retentionRules` once. Updates the metric of the last success only if all rules succeed. */
export async function purgeExpired(services: RetentionServices, stopping = neverAbortedSignal): Promise<void> {
  await applyRules(services, retentionRules, stopping)
  services.metrics.recordRetentionSuccess()
}

/** Applies `dailyRetentionRules` once. */
export function purgeByDailyRules(services: RetentionServices, stopping = neverAbortedSignal): Promise<void> {
  return applyRules(services, dailyRetentionRules, stopping)
}

/** If the rule of one table fails, the other rules still run, and then the promise rejects. */
async function applyRules(
  { db, log }: RetentionServices,
  rules: readonly RetentionRule[],
  stopping: AbortSignal,
): Promise<void> {
  const failedTables: string[] = []
  for (const rule of rules) {
    try {
      await deleteExpired(db, rule, stopping)
    } catch (err) {
      failedTables.push(rule.table)
      log.error({ err, table: rule.table }, 'Rows past their retention period were not deleted')
    }
  }
  if (failedTables.length > 0)
    throw new Error(`Rows past their retention period were not deleted: ${failedTables.join(', ')}`)
}

async function deleteExpired(db: DatabasePool, { deleteBatch }: RetentionRule, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const { deleted } = await deleteBatch(db, {})
    if (deleted < batchSize) return
  }
}
