// The payload has ids only, and the handler reads the current state, so that a late or repeated job is harmless.

import type { QueueDefinition } from '#platform/jobs.ts'
import type { EventKey } from '#features/events/event-columns.ts'

/** Asks the deps of an event when it is their turn, and texts the deps about changes. */
export const advanceDepRequestsJob: QueueDefinition<EventKey> = { name: 'advance-deps', workers: 2 }
