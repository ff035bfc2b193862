// Tells pages that are open what to read again: what any server announces, to those who look at that band on this one.

import type { FastifyBaseLogger } from 'fastify'
import type { Database, DatabaseAddress } from '#db/connection.ts'
import type { Metrics } from '#metrics.ts'
import { openChannel, type Channel } from './channel.ts'
import { openStreams, type Streams } from './streams.ts'

export type Live = Pick<Streams, 'open'> &
  Pick<Channel, 'announce'> & {
    /** Ends what is open, and opens no more: a server that stops must not wait for pages that look on. */
    close(): Promise<void>
    stop(): Promise<void>
  }

export async function startLive(
  address: DatabaseAddress,
  db: Database,
  { log, metrics }: { log: FastifyBaseLogger; metrics: Metrics },
): Promise<Live> {
  const { open, heard, missed, close } = openStreams(db, { log, count: metrics.openStreams })
  const { announce, stop } = await openChannel(address, db, { log, heard, missed })
  return { open, announce, close, stop }
}
