// The open pages of this server, and which of them hears what. A page hears of the bands its person is in at that
// moment, for as long as its session lives; what it hears is no more than where to read again.

import { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { changeKinds, type Change, type ChangeKind } from '@gaffer/domain/live'
import { limits } from '@gaffer/domain/limits'
import { messages } from '@gaffer/domain/messages'
import { AppError } from '@gaffer/domain/app-error'
import type { Db } from '#platform/db/connection.ts'
import { findSessionMemberships } from './session-memberships.ts'

/** Of something that changed: where, and who need not hear of it. */
export type Announcement = {
  what: ChangeKind | 'session'
  /** Null for a session, which belongs to no band. */
  bandId: string | null
  /** Whose bands and sessions may be others now. */
  userId: string | null
  /** The page that did it, which knows. */
  page: string | null
}

/** Who listens: a person in one session, on one page of theirs if it said which. */
export type Listener = { userId: string; sessionId: string; page: string | null }
type Stream = Listener & { bands: ReadonlySet<string>; out: Readable }

export type SseHub = {
  /** Text as an EventSource reads it, until the session ends or whoever reads it goes. */
  open(listener: Listener): Readable
  heard(announcement: Announcement): void
  /** Something may have been announced that was not heard. */
  missed(): void
  close(): Promise<void>
}

type Count = { inc(): void; dec(): void }

// Shorter than the silence after which a proxy, or our own server, takes a connection for dead.
const beatMs = 20_000
/** Bytes that wait for a slow reader; with more it is let go, and reads everything anew when it comes back. */
const mostWaiting = 64 * 1024
/** For those without a rule of their own for coming back. */
const retry = 'retry: 3000\n\n'

export function createSseHub(db: Db, { log, count }: { log: FastifyBaseLogger; count: Count }): SseHub {
  const streams = new Set<Stream>()
  const unadmitted = new Set<Stream>()
  let isClosing = false
  let turn: Promise<void> = Promise.resolve()
  const beat = setInterval(() => {
    for (const stream of streams) write(stream, ':\n\n')
    inTurn(() => settle([...streams]))
  }, beatMs).unref()

  // In the order in which it was announced, so that nobody hears by what they were before.
  function inTurn(work: () => Promise<void> | void): void {
    turn = turn
      .then(work)
      .catch((err: unknown) =>
        log.warn({ err }, 'Change streams not updated after a message: the database query failed'),
      )
  }

  function tell(those: Iterable<Stream>, { bandId, what }: Change): void {
    const text = `data: ${JSON.stringify({ bandId, what } satisfies Change)}\n\n`
    for (const stream of those) write(stream, text)
  }

  async function pass({ what, bandId, userId, page }: Announcement): Promise<void> {
    const inBand = [...streams].filter(({ bands }) => bandId !== null && bands.has(bandId))
    if (what !== 'session' && bandId !== null) {
      const others = inBand.filter((stream) => page === null || stream.page !== page)
      tell(others, { bandId, what })
    }
    if (what !== 'session' && what !== 'members') return
    const own = [...streams].filter((stream) => stream.userId === userId && !inBand.includes(stream))
    await settle([...inBand, ...own], bandId)
  }

  /** Ends what has no session any more, and says who has come into a band or gone; `told` was said already. */
  async function settle(those: readonly Stream[], told: string | null = null): Promise<void> {
    if (those.length === 0) return
    const bandsOf = await findSessionMemberships(
      db,
      those.map(({ sessionId }) => sessionId),
    )
    for (const stream of those) {
      const now = bandsOf.get(stream.sessionId)
      if (!now) {
        end(stream)
        continue
      }
      const before = stream.bands
      stream.bands = now
      for (const bandId of now.symmetricDifference(before)) {
        if (bandId !== told || now.has(bandId)) tell([stream], { bandId, what: 'members' })
      }
    }
  }

  /** Admits every stream that waits, with one query: after an outage a thousand pages reconnect at once. */
  async function admitWaiting(): Promise<void> {
    const waiting = [...unadmitted]
    unadmitted.clear()
    try {
      const bandsOf = await findSessionMemberships(
        db,
        waiting.map(({ sessionId }) => sessionId),
      )
      for (const stream of waiting) admit(stream, bandsOf.get(stream.sessionId))
    } catch (error) {
      for (const { out } of waiting) out.destroy(error as Error)
    }
  }

  function admit(stream: Stream, bands: ReadonlySet<string> | undefined): void {
    if (!bands) return end(stream)
    stream.bands = bands
    // Only now: a page takes its first bytes to mean that it misses nothing from here on.
    write(stream, retry)
  }

  function write(stream: Stream, text: string): void {
    if (!streams.has(stream)) return
    if (stream.out.readableLength > mostWaiting) stream.out.destroy()
    else stream.out.push(text)
  }

  function end(stream: Stream): void {
    streams.delete(stream)
    stream.out.push(null)
  }

  return {
    open(listener) {
      if (isClosing) throw new AppError('unavailable', messages.unavailable, { retryAfterSeconds: 2 })
      const open = [...streams].filter(({ userId }) => userId === listener.userId).length
      if (open >= limits.openPages) throw new AppError('too_many_requests', messages.tooMany, { retryAfterSeconds: 60 })
      const stream: Stream = { ...listener, bands: new Set(), out: new Readable({ read: () => undefined }) }
      streams.add(stream)
      count.inc()
      stream.out.once('close', () => {
        streams.delete(stream)
        count.dec()
      })
      if (unadmitted.size === 0) inTurn(admitWaiting)
      unadmitted.add(stream)
      return stream.out
    },
    heard: (announcement) => inTurn(() => pass(announcement)),
    missed: () =>
      inTurn(async () => {
        await settle([...streams])
        for (const stream of streams) {
          for (const bandId of stream.bands) for (const what of changeKinds) tell([stream], { bandId, what })
        }
      }),
    async close() {
      isClosing = true
      clearInterval(beat)
      for (const stream of streams) end(stream)
      await turn
    },
  }
}
