// The open event streams (SSE) of this server. A stream gets the changes of the user's current bands and of the user's own
// notices while its session is live. An event names a kind of change and its band (null for notices), never content.

import { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { changeKinds, type ChangeNotification, type ChangeKind } from '@gaffer/domain/shared/change-notification'
import { limits } from '@gaffer/domain/shared/limits'
import { messages } from '@gaffer/domain/shared/messages'
import { AppError } from '@gaffer/domain/shared/app-error'
import type { Db } from '#platform/db/connection.ts'
import { listBandIdsBySession } from './session-memberships-store.ts'

/** A change of data, or of a user's sessions. */
export type Announcement = {
  what: ChangeKind | 'session'
  /** Null for changes of sessions and notices. */
  bandId: string | null
  /** The user whose bands, sessions or notices may have changed; null if no user's have. */
  userId: string | null
  /** The id of the page that made the change, which gets no event; null if no page made it. */
  page: string | null
}

/** The recipient of a stream; `page` is null if the client sent no page id. */
export type StreamRecipient = { userId: string; sessionId: string; page: string | null }
type Stream = StreamRecipient & { bandIds: ReadonlySet<string>; out: Readable }

export type SseHub = {
  /** Opens an event stream, which ends with the session or when the client disconnects. */
  open(recipient: StreamRecipient): Readable
  publish(announcement: Announcement): void
  /** Call when announcements may have been lost: every stream gets every kind of change. */
  refreshAll(): void
  close(): Promise<void>
}

type StreamGauge = { inc(): void; dec(): void }

const bandChangeKinds = changeKinds.filter((what) => what !== 'notices')

// Shorter than the idle timeouts of proxies and of this server, which would otherwise close quiet streams.
const heartbeatMs = 20_000
/** With more buffered bytes the stream of a slow client is closed. The client refetches everything when it reconnects. */
const maxBufferedBytes = 64 * 1024
/** Reconnection time in ms, for clients without a backoff of their own. */
const retryField = 'retry: 3000\n\n'

export function createSseHub(db: Db, { log, gauge }: { log: FastifyBaseLogger; gauge: StreamGauge }): SseHub {
  const streams = new Set<Stream>()
  const unadmitted = new Set<Stream>()
  let isClosing = false
  let lastWork: Promise<void> = Promise.resolve()
  const heartbeat = setInterval(() => {
    for (const stream of streams) write(stream, ':\n\n')
    enqueue(() => applyMemberships([...streams]))
  }, heartbeatMs).unref()

  // Runs work in the order of the announcements, so that no event is sent because of an outdated membership.
  function enqueue(work: () => Promise<void> | void): void {
    lastWork = lastWork
      .then(work)
      .catch((err: unknown) =>
        log.warn({ err }, 'Change streams not updated after a message: the database query failed'),
      )
  }

  function send(recipients: Iterable<Stream>, { bandId, what }: ChangeNotification): void {
    const text = `data: ${JSON.stringify({ bandId, what } satisfies ChangeNotification)}\n\n`
    for (const stream of recipients) write(stream, text)
  }

  async function deliver({ what, bandId, userId, page }: Announcement): Promise<void> {
    const isOtherPage = (stream: Stream) => page === null || stream.page !== page
    if (what === 'notices') {
      const own = [...streams].filter((stream) => stream.userId === userId)
      return send(own.filter(isOtherPage), { bandId: null, what })
    }
    const inBand = [...streams].filter(({ bandIds }) => bandId !== null && bandIds.has(bandId))
    if (what !== 'session' && bandId !== null) {
      send(inBand.filter(isOtherPage), { bandId, what })
    }
    if (what !== 'session' && what !== 'members') return
    const own = [...streams].filter((stream) => stream.userId === userId && !inBand.includes(stream))
    await applyMemberships([...inBand, ...own], bandId)
  }

  /**
   * Closes streams without a session and sends `members` for bands joined or left. Streams in the band `announcedBandId` have
   * already got the event.
   */
  async function applyMemberships(updated: readonly Stream[], announcedBandId: string | null = null): Promise<void> {
    if (updated.length === 0) return
    const bandIdsOf = await listBandIdsBySession(
      db,
      updated.map(({ sessionId }) => sessionId),
    )
    for (const stream of updated) {
      const bandIds = bandIdsOf.get(stream.sessionId)
      if (!bandIds) {
        end(stream)
        continue
      }
      const previousBandIds = stream.bandIds
      stream.bandIds = bandIds
      for (const bandId of bandIds.symmetricDifference(previousBandIds)) {
        if (bandId !== announcedBandId || bandIds.has(bandId)) send([stream], { bandId, what: 'members' })
      }
    }
  }

  /** Admits every stream that waits, with one query: after an outage a thousand pages reconnect at once. */
  async function admitWaiting(): Promise<void> {
    const waiting = [...unadmitted]
    unadmitted.clear()
    try {
      const bandIdsOf = await listBandIdsBySession(
        db,
        waiting.map(({ sessionId }) => sessionId),
      )
      for (const stream of waiting) admit(stream, bandIdsOf.get(stream.sessionId))
    } catch (error) {
      for (const { out } of waiting) out.destroy(error as Error)
    }
  }

  function admit(stream: Stream, bandIds: ReadonlySet<string> | undefined): void {
    if (!bandIds) return end(stream)
    stream.bandIds = bandIds
    // Written last: the client takes the first bytes to mean that it misses no later change.
    write(stream, retryField)
  }

  function write(stream: Stream, text: string): void {
    if (!streams.has(stream)) return
    if (stream.out.readableLength > maxBufferedBytes) stream.out.destroy()
    else stream.out.push(text)
  }

  function end(stream: Stream): void {
    streams.delete(stream)
    stream.out.push(null)
  }

  return {
    open(recipient) {
      if (isClosing) throw new AppError('unavailable', messages.unavailable, { retryAfterSeconds: 2 })
      const openCount = [...streams].filter(({ userId }) => userId === recipient.userId).length
      if (openCount >= limits.eventStreamsPerUser)
        throw new AppError('too_many_requests', messages.tooMany, { retryAfterSeconds: 60 })
      const stream: Stream = { ...recipient, bandIds: new Set(), out: new Readable({ read: () => undefined }) }
      streams.add(stream)
      gauge.inc()
      stream.out.once('close', () => {
        streams.delete(stream)
        gauge.dec()
      })
      if (unadmitted.size === 0) enqueue(admitWaiting)
      unadmitted.add(stream)
      return stream.out
    },
    publish: (announcement) => enqueue(() => deliver(announcement)),
    refreshAll: () =>
      enqueue(async () => {
        await applyMemberships([...streams])
        for (const stream of streams) {
          for (const bandId of stream.bandIds) for (const what of bandChangeKinds) send([stream], { bandId, what })
          send([stream], { bandId: null, what: 'notices' })
        }
      }),
    async close() {
      isClosing = true
      clearInterval(heartbeat)
      for (const stream of streams) end(stream)
      await lastWork
    },
  }
}
