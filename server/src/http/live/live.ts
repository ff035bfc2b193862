// Connects the pub/sub topic `changes` with the open event streams of this server.

import type { ChangeKind } from '@gaffer/domain/shared/change-notification'
import type { FastifyBaseLogger } from 'fastify'
import { publishViaDatabase, type PubSub, type Topic } from '#platform/pubsub.ts'
import type { DatabasePool, Db } from '#platform/db/connection.ts'
import type { Metrics } from '#platform/metrics.ts'
import { createSseHub, type Announcement, type SseHub } from './sse-hub.ts'

/** `close` ends all streams and refuses new ones, so that a shutdown does not wait for open pages. */
export type LiveUpdates = Pick<SseHub, 'open' | 'close'> & {
  announce: Topic<Announcement>['publish']
  /** Calls `invalidate` after each change of a band, on this server or another; with null when changes may have been missed. */
  onChange(invalidate: (bandId: string | null) => void): void
  /** Invalidates this server's caches of the band. Called after a change on this server, before the response to the change. */
  invalidateCaches(bandId: string): void
}

const topic = 'changes'

export function openLiveUpdates(
  pubsub: PubSub,
  db: DatabasePool,
  { log, metrics }: { log: FastifyBaseLogger; metrics: Metrics },
): LiveUpdates {
  const { open, publish, refreshAll, close } = createSseHub(db, { log, gauge: metrics.openStreams })
  const listeners: ((bandId: string | null) => void)[] = []
  const invalidateCaches = (bandId: string | null) => {
    for (const invalidate of listeners) invalidate(bandId)
  }
  const announcements = pubsub.topic<Announcement>(topic)
  announcements.subscribe((announcement) => {
    publish(announcement)
    if (announcement.bandId !== null) invalidateCaches(announcement.bandId)
  })
  pubsub.whenMissed(() => {
    refreshAll()
    invalidateCaches(null)
  })
  return {
    open,
    announce: announcements.publish,
    close,
    invalidateCaches,
    onChange: (invalidate) => void listeners.push(invalidate),
  }
}

/** For command-line programs that delete sessions: makes every server close the streams of the user's deleted sessions. */
export function announceSignOut(db: DatabasePool, userId: string): Promise<void> {
  return publishViaDatabase(db, topic, [{ what: 'session', bandId: null, userId, page: null } satisfies Announcement])
}

/** Publishes to the users' open pages that their notices changed, when the transaction commits. */
export function announceNotices(tx: Db, userIds: readonly string[]): Promise<void> {
  const toAnnouncement = (userId: string): Announcement => ({ what: 'notices', bandId: null, userId, page: null })
  return publishViaDatabase(tx, topic, userIds.map(toAnnouncement))
}

/** Publishes a change of a band that no endpoint made, when the transaction commits. */
export function announceChange(tx: Db, { bandId, what }: { bandId: string; what: ChangeKind }): Promise<void> {
  return publishViaDatabase(tx, topic, [{ what, bandId, userId: null, page: null } satisfies Announcement])
}
