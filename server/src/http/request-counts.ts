// How often each caller asked in this minute, on all servers together. Each counts for itself and tells the others of every
// tenth of what is allowed: so nobody waits for a count, and callers who ask little are never spoken of.

import { randomUUID } from 'node:crypto'
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { Channel } from '#channel.ts'

/** What a server counted of one caller since the caller's minute began, `leftMs` before it ends. */
type Count = { server: string; caller: string; count: number; leftMs: number }
type Minute = { endsAt: number; own: number; others: Map<string, number> }

const tellings = 10
const mostCallers = 5000

/**
 * A store for @fastify/rate-limit, which makes one of the class for all routes and a child for each with a limit of its own.
 * Servers go over a limit together by a tenth of it each at most, and by what they are told too late.
 * @param hide makes of a caller's name, which may be an address, what the other servers know them by
 */
export function countRequests(channel: Channel, hide: (name: string) => string): FastifyRateLimitStoreCtor {
  const self = randomUUID()
  const minutes = new Map<string, Minute>()
  const counts = channel.topic<Count>('request counts')
  counts.hear(({ server, caller, count, leftMs }) => {
    if (server === self) return
    const minute = minuteOf(caller, leftMs)
    minute.others.set(server, count)
    // The minute that began first is everybody's, so that it ends everywhere at once.
    minute.endsAt = Math.min(minute.endsAt, performance.now() + leftMs)
  })

  function minuteOf(caller: string, lengthMs: number): Minute {
    const now = performance.now()
    const last = minutes.get(caller)
    const minute = last && last.endsAt > now ? last : { endsAt: now + lengthMs, own: 0, others: new Map() }
    // A map gives its keys in the order in which they came: the first is whoever has not asked for the longest time.
    minutes.delete(caller)
    minutes.set(caller, minute)
    for (const oldest of minutes.keys()) {
      if (minutes.size <= mostCallers) break
      minutes.delete(oldest)
    }
    return minute
  }

  class Store implements FastifyRateLimitStore {
    readonly #route: string

    constructor({ routeInfo }: { routeInfo?: { method: string | string[]; url: string } }) {
      this.#route = routeInfo ? `${routeInfo.method} ${routeInfo.url}` : ''
    }

    incr: FastifyRateLimitStore['incr'] = (name, done, lengthMs, most) => {
      const caller = hide(`${this.#route}\n${name}`)
      const minute = minuteOf(caller, lengthMs)
      minute.own += 1
      const leftMs = minute.endsAt - performance.now()
      const current = minute.own + [...minute.others.values()].reduce((sum, count) => sum + count, 0)
      // Who is refused already is no news.
      if (current <= most && minute.own % Math.ceil(most / tellings) === 0) {
        counts.tell([{ server: self, caller, count: minute.own, leftMs }])
      }
      done(null, { current, ttl: leftMs })
    }

    child: FastifyRateLimitStore['child'] = (options) => new Store(options as ConstructorParameters<typeof Store>[0])
  }
  return Store as FastifyRateLimitStoreCtor
}
