// Tells pages that are open what to read again: what any server announces, to those who look at that band on this one.

import type { FastifyBaseLogger } from 'fastify'
import { publishOnce, type PubSub, type Topic } from '#platform/pubsub.ts'
import type { Database } from '#platform/db/connection.ts'
import type { Metrics } from '#platform/metrics.ts'
import { createSseHub, type Announcement, type SseHub } from './sse-hub.ts'

/** `close` ends what is open, and opens no more: a server that stops must not wait for pages that look on. */
export type Live = Pick<SseHub, 'open' | 'close'> & { announce: Topic<Announcement>['publish'] }

const topic = 'changes'

export function openLive(
  pubsub: PubSub,
  db: Database,
  { log, metrics }: { log: FastifyBaseLogger; metrics: Metrics },
): Live {
  const { open, heard, missed, close } = createSseHub(db, { log, count: metrics.openStreams })
  const changes = pubsub.topic<Announcement>(topic)
  changes.subscribe(heard)
  pubsub.whenMissed(missed)
  return { open, announce: changes.publish, close }
}

/** Has every server end the open pages of sessions that a process beside the servers has deleted. */
export function announceSignOut(db: Database, userId: string): Promise<void> {
  return publishOnce(db, topic, { what: 'session', bandId: null, userId, page: null } satisfies Announcement)
}
