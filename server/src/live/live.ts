// Tells pages that are open what to read again: what any server announces, to those who look at that band on this one.

import type { FastifyBaseLogger } from 'fastify'
import type { Channel, Topic } from '#channel.ts'
import type { Database } from '#db/connection.ts'
import type { Metrics } from '#metrics.ts'
import { openStreams, type Announcement, type Streams } from './streams.ts'

/** `close` ends what is open, and opens no more: a server that stops must not wait for pages that look on. */
export type Live = Pick<Streams, 'open' | 'close'> & { announce: Topic<Announcement>['tell'] }

export function openLive(
  channel: Channel,
  db: Database,
  { log, metrics }: { log: FastifyBaseLogger; metrics: Metrics },
): Live {
  const { open, heard, missed, close } = openStreams(db, { log, count: metrics.openStreams })
  const changes = channel.topic<Announcement>('changes')
  changes.hear(heard)
  channel.whenMissed(missed)
  return { open, announce: changes.tell, close }
}
