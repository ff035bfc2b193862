// Soft deletion: a deleted row keeps its place for some days, so that it can be restored. `deletion_id` is the activity entry of the
// deletion; null for rows that were deleted without one.

import { limits } from '@gaffer/domain/shared/limits'

/** Assignments that restore a row. */
export const restorationAssignmentsSql = `deleted_at = null, deletion_id = null`

/** Assignments that delete a row. clock_timestamp(): after waiting for a lock, now() would be older than the change before it. */
export const softDeletionAssignmentsSql = `deleted_at = clock_timestamp(), deletion_id = $deletionId`

/** SQL condition: the row can still be restored. `row` is an alias with its point. */
export function isRestorableSql(row = ''): string {
  return `${row}deleted_at > now() - interval '${limits.restorableDays} days'`
}
