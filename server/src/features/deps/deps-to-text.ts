import { findDueDepTextKind } from '@gaffer/domain/deps/dep-ask'
import type { EventKey } from '#features/events/event-columns.ts'
import type { Db } from '#platform/db/connection.ts'
import { findDepEvent, listStoredDepRequests } from './request-store.ts'

/** The names of the deps to whom a text about the event's present state is due, because the event was moved, cancelled or restored. */
export async function listDepsToText(db: Db, key: EventKey): Promise<string[]> {
  const event = await findDepEvent(db, key)
  if (!event) return []
  const requests = await listStoredDepRequests(db, key, event)
  const now = db.clock.now().getTime()
  return requests.flatMap((request) =>
    request.asks
      .filter((ask) => ask.textedKind !== null && findDueDepTextKind(request, ask, now) !== null)
      .map(({ name }) => name),
  )
}
