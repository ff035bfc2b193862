// Payloads have ids only. A late or repeated job does no harm: its handler reads the state again.

import type { QueueDefinition } from '#platform/jobs.ts'
import type { EventKey } from '#features/events/event-columns.ts'

/** Asks the deps of an event when it is their turn, and texts the deps who have to know of a change. */
export const advanceDepRequestsJob: QueueDefinition<EventKey> = { name: 'advance-deps', workers: 2 }
