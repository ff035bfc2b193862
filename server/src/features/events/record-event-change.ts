// Records a change to events in its transaction: their history, the band's activity, and the causes of notices and texts.
// Answers need no write: an answer is stale when its stored schedule differs from the event's.

import type { ActivityVerb } from '@gaffer/domain/activity/activity'
import type { Db } from '#platform/db/connection.ts'
import { logActivity } from '#features/activity/service.ts'
import { toSubjectAndDate } from './event-draft.ts'
import { insertEventChanges } from './history-store.ts'
import { eventChanged, seriesChanged, type Actor, type EventChange, type NonEmpty } from './hooks.ts'

/** Records changes that were made together, such as changes to the options of a group. */
export async function recordEventChanges(tx: Db, actor: Actor, changes: NonEmpty<EventChange>): Promise<void> {
  for (const change of changes) {
    await eventChanged.run(tx, actor, change)
    await logActivity(tx, actor, toActivityEntry(change))
  }
  await recordHistory(tx, actor, changes)
}

/** Returns the id of the activity entry, for the column `deletion_id` of the deleted event. */
export async function recordEventDeletion(
  tx: Db,
  actor: Actor,
  change: Extract<EventChange, { kind: 'deleted' }>,
): Promise<string> {
  await eventChanged.run(tx, actor, change)
  return logActivity(tx, actor, toActivityEntry(change))
}

/** Records what one request did to the events of a series, with one activity entry. Returns the id of the entry. */
export async function recordSeriesChange(tx: Db, actor: Actor, changes: NonEmpty<EventChange>): Promise<string> {
  const [first] = changes
  await recordHistory(tx, actor, changes)
  await seriesChanged.run(tx, actor, changes)
  return logActivity(tx, actor, { verb: seriesVerbs[first.kind], ...toSubjectAndDate(selectShownEvent(first)) })
}

const seriesVerbs = {
  added: 'booked_series',
  edited: 'changed_series',
  deleted: 'deleted_series',
  restored: 'restored',
} as const satisfies Record<EventChange['kind'], ActivityVerb>

async function recordHistory(tx: Db, actor: Actor, changes: readonly EventChange[]): Promise<void> {
  const edits = changes.filter((change) => change.kind === 'edited')
  if (edits.length > 0) await insertEventChanges(tx, actor, edits)
}

/** The event whose title and date the activity entry has. */
function selectShownEvent(change: EventChange) {
  return change.kind === 'deleted' ? change.before : change.after
}

function toActivityEntry(change: EventChange) {
  return { ...selectVerb(change), ...toSubjectAndDate(selectShownEvent(change)) }
}

const statusVerbs = { confirmed: 'confirmed', tentative: 'pencilled', cancelled: 'cancelled' } as const

function selectVerb(change: EventChange): { verb: ActivityVerb; previousDate?: string } {
  if (change.kind === 'added') return { verb: 'booked' }
  if (change.kind !== 'edited') return { verb: change.kind }
  const { before, after } = change
  if (after.status !== before.status) return { verb: statusVerbs[after.status] }
  if (after.isListed !== before.isListed) return { verb: after.isListed ? 'listed' : 'unlisted' }
  return after.date === before.date ? { verb: 'changed' } : { verb: 'moved', previousDate: before.date }
}
