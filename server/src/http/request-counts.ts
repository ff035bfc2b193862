// How often each caller asked in this minute, on all servers together. Each counts for itself and tells the others of every
// tenth of what is allowed: so nobody waits for a count, and callers who ask little are never spoken of.

import { randomUUID } from 'node:crypto'
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { PubSub } from '#platform/pubsub.ts'
import { putLast } from './put-last.ts'

/** What a server counted of one caller since the caller's minute began, `leftMs` before it ends. */
type Count = { server: string; caller: string; count: number; leftMs: number }
type Minute = { endsAt: number; own: number; others: Map<string, number> }

export type RequestCounts = {
  /** For @fastify/rate-limit, which makes one of the class for all routes and a child for each with a limit of its own. */
  Store: FastifyRateLimitStoreCtor
  /** Counts one more where all routes are counted together. */
  count(name: string, most: number): void
  /** Whether as many are counted there as may be. */
  isUsedUp(name: string, most: number): boolean
}

const minuteMs = 60_000
const tellings = 10
const mostCallers = 5000

/**
 * Servers go over a limit together by a tenth of it each at most, and by what they are told too late.
 * @param hide makes of a caller's name, which may be an address, what the other servers know them by
 */
export function countRequests(pubsub: PubSub, hide: (name: string) => string): RequestCounts {
  const self = randomUUID()
  const minutes = new Map<string, Minute>()
  const counts = pubsub.topic<Count>('request counts')
  counts.subscribe(({ server, caller, count, leftMs }) => {
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
    putLast(minutes, caller, minute, mostCallers)
    return minute
  }

  const callerOf = (name: string, route = '') => hide(`${route}\n${name}`)
  const sumOf = ({ own, others }: Minute) => own + [...others.values()].reduce((sum, count) => sum + count, 0)

  function count(caller: string, most: number): { current: number; ttl: number } {
    const minute = minuteOf(caller, minuteMs)
    minute.own += 1
    const [current, leftMs] = [sumOf(minute), minute.endsAt - performance.now()]
    // Who is refused already is no news.
    if (current <= most && minute.own % Math.ceil(most / tellings) === 0) {
      counts.publish([{ server: self, caller, count: minute.own, leftMs }])
    }
    return { current, ttl: leftMs }
  }

  class Store implements FastifyRateLimitStore {
    readonly #route: string | undefined

    constructor({ routeInfo }: { routeInfo?: { method: string | string[]; url: string } }) {
      this.#route = routeInfo && `${routeInfo.method} ${routeInfo.url}`
    }

    incr: FastifyRateLimitStore['incr'] = (name, done, _, most) => done(null, count(callerOf(name, this.#route), most))

    child: FastifyRateLimitStore['child'] = (options) => new Store(options as ConstructorParameters<typeof Store>[0])
  }
  return {
    Store: Store as FastifyRateLimitStoreCtor,
    count: (name, most) => void count(callerOf(name), most),
    isUsedUp(name, most) {
      const minute = minutes.get(callerOf(name))
      return minute !== undefined && minute.endsAt > performance.now() && sumOf(minute) >= most
    },
  }
}
