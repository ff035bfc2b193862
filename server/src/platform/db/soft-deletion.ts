// Soft deletion: a deleted row stays in its table for some days, so that it can be restored. `deletion_id` is the activity entry of the
// deletion; null for rows whose deletion has no activity entry.

import { limits } from '@gaffer/domain/shared/limits'
import { literal, sql, type Sql } from './statement.ts'

/** Assignments that restore a row. */
export const restorationAssignments = sql`deleted_at = null, deletion_id = null`

/** Assignments that delete a row. */
export const softDeletionAssignments = sql`deleted_at = $now, deletion_id = $deletionId`

/** SQL condition: a row with this `deleted_at` can still be restored. */
export function isRestorable(deletedAt: Sql): Sql {
  return sql`${deletedAt} > $now - make_interval(days => ${literal(limits.restorableDays)})`
}
