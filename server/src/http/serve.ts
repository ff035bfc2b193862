// Long because it is one path: an endpoint's way through the server, gate, parse, handle, reply. Features name the endpoint, the gate and the service.

import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods, RouteOptions } from 'fastify'
import * as z from 'zod/mini'
import type { BodyOf, EndpointDefinition, ParamsOf, QueryOf, ReplyOf } from '@gaffer/domain/endpoint'
import { messages } from '@gaffer/domain/messages'
import { Refusal } from '@gaffer/domain/refusal'
import type { Db } from '#db/connection.ts'
import type { WrittenJson } from '#db/written-json.ts'
import type { Deps } from '#deps.ts'
import { addressBlock } from './address.ts'
import { isFromOwnMachine } from './own-machine.ts'
import { areCookiesSecure, cookiesOf, cookieName, type Cookies } from './cookies.ts'
import type { Ask, Gate, SignedInPerson } from './gate/gates.ts'
import type { Reading } from './gate/reading.ts'
import { readClaim, sessionAuthorization } from './gate/session.ts'
import { beforeDeadline } from './deadline.ts'
import { isNamed, readIfMatch } from './entity-tags.ts'
import { countHeavyRead } from './heavy-reads.ts'
import { createOnce } from './idempotency.ts'
import type { InlineImage } from './json-body.ts'
import { admitLargeBody, createLargeBodies } from './large-bodies.ts'
import { parse } from './parse.ts'
import { send } from './send.ts'
import { thenTell } from './telling.ts'

/** What every handler is given, whatever its gate. */
export type Call<E extends EndpointDefinition = EndpointDefinition> = {
  deps: Deps
  /** The pool, or the transaction that keeps a repeated create harmless. */
  db: Db
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** The picture of a large body, which stands in `body` by its hash only. */
  inlineImage: InlineImage | null
  cookies: Cookies
  /** The caller's IPv4 address or IPv6 /64. */
  address: string
  userAgent: string | null
  /** From If-Match: the version that the caller saw, if they said. */
  seenVersion: number | null
  /** Whether If-None-Match names the tag: then a 304 spares making what the caller has. */
  has(etag: string): boolean
}

/** The answer of an endpoint whose success is not JSON, or needs headers of its own. */
export type RawReply = {
  status?: number
  headers: Record<string, string>
  content: string | Buffer | Readable | null
  /** Where the answer comes with a new membership: the band. */
  joinedBandId?: string | null
}

type Answer<E extends EndpointDefinition> = E['media'] extends string
  ? RawReply
  : E['status'] extends 302
    ? RawReply
    : E['status'] extends 204
      ? void
      : ReplyOf<E> | WrittenJson<ReplyOf<E>>

export type Serve = {
  <E extends EndpointDefinition, Admitted extends object, Prepared extends object = object>(
    endpoint: E,
    gate: Gate<Admitted>,
    handle: (call: Call<E> & Admitted & NoInfer<Prepared>) => Promise<Answer<E>> | Answer<E>,
    options?: ServeOptions<Prepared>,
  ): void
  /** For what is read often: admitted and answered by one statement. */
  read<E extends EndpointDefinition>(endpoint: E, reading: Reading<QueryOf<E>, ReplyOf<E>>): void
}

export type ServeOptions<Prepared extends object = object> = {
  /** Requests a minute from one address, where the general limit does not fit. */
  perMinute?: number
  /** Requests a minute in one session, where the general limit does not fit. */
  perMinuteInSession?: number
  /** A success makes the browser empty its HTTP cache of what was read in the session (Clear-Site-Data). */
  clearsCache?: boolean
  /** The body may carry a picture and be large. Only for gates that let in signed-in people, each of whom may send so many. */
  takesLargeBody?: true
  /** Work before the transaction that an Idempotency-Key opens, which must be short; its result joins the call. */
  prepare?: (call: PersonalCall) => Promise<Prepared>
  /** Milliseconds until the caller is told to come back, where something other than the database may take longer. */
  deadlineMs?: number
  /** Counts as a heavy read of the caller until its reply has been sent. */
  isHeavy?: boolean
}

/** A call of a signed-in person, whose body is whatever the endpoint's schema makes of it. */
export type PersonalCall = Pick<Call, 'inlineImage'> & { body: unknown; userId: string }

export type ServedEndpoint = { endpoint: EndpointDefinition; gateName: string }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Lets the request in before its body is read, or throws. */
    admit?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  }
}

const admittedBy = Symbol('what the gate admitted')
type Admission = { acting?: SignedInPerson; person?: SignedInPerson | null }
type Gated = FastifyRequest & { [admittedBy]?: Admission }

/** Makes the `serve` that features register their endpoints with, and the list of what was registered. */
export function makeServe(app: FastifyInstance, deps: Deps): { serve: Serve; served: ServedEndpoint[] } {
  const served: ServedEndpoint[] = []
  // Browsers ignore Clear-Site-Data on plain http, with an error on the console.
  const isSecure = areCookiesSecure(deps.config.publicUrl)
  const largeBodies = createLargeBodies()
  const route = (
    endpoint: EndpointDefinition,
    { gateName, sessionIn, provesSession }: Gate<object>,
    options: ServeOptions,
    handler: RouteOptions['handler'],
    admit?: (request: Gated, reply: FastifyReply) => Promise<void>,
  ) => {
    if (options.takesLargeBody && !provesSession)
      throw new Error(`${endpoint.path} takes large bodies without requiring a session: set a guard that requires one`)
    served.push({ endpoint, gateName })
    app.route({
      method: endpoint.method as HTTPMethods,
      url: endpoint.path,
      // Whoever asks for the head alone reads nothing, and so would never leave.
      exposeHeadRoute: endpoint.media !== 'text/event-stream',
      config: {
        sessionIn,
        provesSession,
        ...(admit && { admit }),
        ...(deps.config.rateLimit ? rateLimitOf(options) : {}),
      },
      handler,
    })
  }
  // Before the body is read, so that a stranger, or a call to nowhere, cannot make us parse one. Of the app, not of each route,
  // whose first step unpacks a packed body: begun before the gate has answered, it would be over before anybody listens.
  app.addHook('preParsing', async (request, reply) => {
    if (request.is404 && request.method !== 'GET') throw new Refusal('not_found', messages.notFound)
    await request.routeOptions.config.admit?.(request, reply)
  })
  const handled = (
    endpoint: EndpointDefinition,
    gate: Gate<object>,
    handle: (call: never) => unknown,
    options: ServeOptions = {},
  ) =>
    route(
      endpoint,
      gate,
      options,
      async (request: Gated, reply) => {
        const call = callOf(endpoint, deps, request, reply)
        if (options.isHeavy) countHeavyRead(request[admittedBy], reply.raw)
        const work = thenTell(endpoint, deps, request, call, async () => {
          const prepared = await options.prepare?.({ ...call, userId: userIdOf(request) })
          return answerOnce(endpoint, deps, request, { ...call, ...prepared }, handle as never)
        })
        const answer = await beforeDeadline(work, options.deadlineMs ?? deps.deadlineMs)
        if (options.clearsCache && isSecure) reply.header('clear-site-data', '"cache"')
        return send(endpoint, reply, answer)
      },
      async (request, reply) => {
        request[admittedBy] = await beforeDeadline(gate(askOf(deps, request)), deps.deadlineMs)
        if (options.takesLargeBody) admitLargeBody(largeBodies, request, reply, userIdOf(request))
      },
    )
  const read: Serve['read'] = (endpoint, reading) =>
    route(endpoint, reading.gate, {}, async (request, reply) => {
      const seen = request.headers['if-none-match'] ?? ''
      const work = reading.answer(askOf(deps, request), () => queryOf(endpoint, request), seen)
      const { tag, answer } = await beforeDeadline(work, deps.deadlineMs)
      // Kept only to be asked for again: most repeats are a 304. Signing out clears them (Clear-Site-Data).
      reply.header('cache-control', 'private, no-cache')
      if (tag === null) return send(endpoint, reply, answer)
      reply.header('etag', `W/"${tag}"`)
      return answer === null ? reply.code(304).send() : send(endpoint, reply, answer)
    })
  return { serve: Object.assign(handled, { read }) as Serve, served }
}

function userIdOf(request: Gated): string {
  const { acting, person } = request[admittedBy] ?? {}
  const { userId } = acting ?? person ?? {}
  if (!userId) throw new Error('No user id: the guard of this endpoint does not require a session')
  return userId
}

function askOf(deps: Deps, request: FastifyRequest): Ask {
  const { authorization } = request.headers
  const params = request.params as Record<string, string>
  const isLocal = () => isFromOwnMachine(deps.config, request)
  return { deps, claim: claimOf(deps, request), params, authorization, isLocal }
}

function rateLimitOf({ perMinute, perMinuteInSession }: ServeOptions) {
  const byAddress = { keyGenerator: (request: FastifyRequest) => addressBlock(request.ip) }
  if (perMinute) return { rateLimit: { max: perMinute, ...byAddress } }
  return perMinuteInSession ? { rateLimit: { max: perMinuteInSession } } : {}
}

export function claimOf({ config, keys }: Deps, request: FastifyRequest) {
  return readClaim(keys, {
    authorization: sessionAuthorization(request),
    cookie: request.cookies[cookieName(config.publicUrl, 'session')],
    now: new Date(),
  })
}

function callOf(endpoint: EndpointDefinition, deps: Deps, request: Gated, reply: FastifyReply): Call {
  const parsed = {
    params: endpoint.params && parse(endpoint.params, request.params, 'not_found'),
    query: queryOf(endpoint, request),
    // Where nothing need be sent, `null` is as good as no body.
    body: parse(endpoint.body ?? Nothing, request.body ?? undefined),
    inlineImage: request.inlineImage,
  }
  return {
    deps,
    db: deps.db,
    ...(parsed as Pick<Call, 'params' | 'query' | 'body' | 'inlineImage'>),
    cookies: cookiesOf(deps.config.publicUrl, request, reply),
    address: addressBlock(request.ip),
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    seenVersion: endpoint.versioned ? readIfMatch(request.headers['if-match']) : null,
    has: (etag) => isNamed(request.headers['if-none-match'], etag),
    ...request[admittedBy],
  }
}

function queryOf<E extends EndpointDefinition>(endpoint: E, request: FastifyRequest): QueryOf<E> {
  return parse(endpoint.query ?? NoQuery, request.query) as QueryOf<E>
}

const NoQuery = z.strictObject({})
/** A call without a body may send none, `null` or `{}`. */
const Nothing = z.optional(z.strictObject({}))

function answerOnce(
  endpoint: EndpointDefinition,
  { db, keys }: Deps,
  request: FastifyRequest,
  call: Call & { person?: SignedInPerson; acting?: SignedInPerson },
  handle: (call: Call) => Promise<unknown>,
): Promise<unknown> {
  const key = request.headers['idempotency-key']
  const userId = (call.acting ?? call.person)?.userId
  if (!endpoint.idempotent || typeof key !== 'string' || !userId) return handle(call)
  const sealedWith = endpoint.secret ? keys.keptAnswers : null
  const repeatable = { userId, key, path: `${endpoint.method} ${request.url}`, body: call.body, sealedWith }
  return createOnce(db, repeatable, (tx) => handle({ ...call, db: tx }))
}
