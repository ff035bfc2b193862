// Long because it is one path: the request pipeline, which guards, parses, handles and responds.

import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods, RouteOptions } from 'fastify'
import * as z from 'zod/mini'
import { AppError } from '@gaffer/domain/shared/app-error'
import { limits } from '@gaffer/domain/shared/limits'
import { messages } from '@gaffer/domain/shared/messages'
import { userIdHeader } from '@gaffer/domain/shared/user-id-header'
import type {
  BodyOf,
  EndpointDefinition,
  ApiErrorCode,
  ParamsOf,
  QueryOf,
  ResponseOf,
} from '@gaffer/domain/shared/endpoint'
import type { Db } from '#platform/db/connection.ts'
import type { Services } from '#services.ts'
import type { AuthenticatedUser, MemberContext } from '#platform/verified-identities.ts'
import { notFoundError } from '#platform/refusals.ts'
import type { SeenVersions } from '#platform/version-check.ts'
import { networkOf } from './client-network.ts'
import { isLoopbackRequest } from './loopback.ts'
import { areCookiesSecure, cookiesOf, cookieNameFor, type Cookies } from './cookies.ts'
import type { GuardInput, AuthGuard } from '#http/guards/guards.ts'
import { readSessionClaim, readSessionAuthorization } from '#http/guards/session-claim.ts'
import { withDeadline } from './deadline.ts'
import { matchesEtag, parseIfMatchVersions } from './entity-tags.ts'
import { holdHeavyReadSlotUntilClose } from '#http/limits/heavy-reads.ts'
import { runIdempotently } from './idempotency.ts'
import type { InlineImage } from './json-body.ts'
import { admitLargeBody, createLargeBodyLimiters, largeBodyKinds } from '#http/limits/large-bodies.ts'
import { mediaTypeOf } from './bytes-body.ts'
import { parseWithSchema } from './parse.ts'
import { refuseWrongTusRequest, tusVersion } from './tus-body.ts'
import { sendEndpointResponse } from './send.ts'
import type { RawReply } from './raw-reply.ts'
import { runAndPublishChanges } from './change-notifications.ts'

/** The arguments of every handler; its guard adds the principal. */
export type HandlerContext<E extends EndpointDefinition = EndpointDefinition> = {
  services: Services
  /** The pool, or the transaction of an idempotent request (`idempotency.ts`). */
  db: Db
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** The picture of a large body. `body` contains its hash instead. */
  inlineImage: InlineImage | null
  cookies: Cookies
  /** The caller's IPv4 address or IPv6 /64. */
  address: string
  userAgent: string | null
  /** The versions in If-Match, or null. */
  seenVersions: SeenVersions
  /** Whether If-None-Match names the tag: then a 304 saves building the response. */
  ifNoneMatch(etag: string): boolean
  /** For tus and for byte ranges, which are protocols in headers. */
  headers: IncomingHttpHeaders
}

type HandlerResult<E extends EndpointDefinition> = E['contentType'] extends string
  ? RawReply
  : E['tus'] extends true
    ? RawReply
    : E['csv'] extends true
      ? RawReply
      : E['status'] extends 302
        ? RawReply
        : E['status'] extends 204
          ? void
          : ResponseOf<E>

export type ServeEndpoint = {
  <E extends EndpointDefinition, Principal extends object, Prepared extends object = object>(
    endpoint: E,
    guard: AuthGuard<Principal>,
    handle: (call: HandlerContext<E> & Principal & NoInfer<Prepared>) => Promise<HandlerResult<E>> | HandlerResult<E>,
    options?: ServeOptions<Prepared>,
  ): void
}

export type ServeOptions<Prepared extends object = object> = {
  /** Requests a minute from one address, where the general limit does not fit. */
  perMinute?: number
  /** Requests a minute in one session, where the general limit does not fit. */
  perMinuteInSession?: number
  /** The browser caches a successful response, revalidates it by its ETag, and drops it at the sign-out (`clearsCache`). */
  isRevalidated?: true
  /** A successful response clears the browser's HTTP cache (Clear-Site-Data). */
  clearsCache?: boolean
  /** The kind of large body that the endpoint accepts. Only with guards that require a session: the limit is per user. */
  largeBody?: keyof typeof largeBodyKinds
  /** Slow work before the transaction of an idempotent request, which must be short. The result is added to the call. */
  prepare?: (call: PrepareContext) => Promise<Prepared>
  /** Milliseconds until 503, for endpoints that wait for more than the database. */
  deadlineMs?: number
  /** The page behind a link in a mail: it accepts a form, and refuses requests with a page too (`html-page.ts`). */
  isPage?: true
  /** Pages of other sites may embed the response (Cross-Origin-Resource-Policy). */
  isForOtherSites?: true
  /** Pages of other sites may show the response in a frame. */
  isFramed?: true
  /** Requests from other sites pass, because mail services call the endpoint. Only where the URL alone authorizes. */
  passesCrossSite?: true
  /** A request counts as a heavy read of its user until the response has been sent (`heavy-reads.ts`). */
  isHeavy?: boolean
}

/** The argument of `prepare`. `member` is set if the guard checks a membership. */
export type PrepareContext = Pick<HandlerContext, 'services' | 'db' | 'inlineImage' | 'params'> & {
  body: unknown
  userId: string
  member?: MemberContext
}

export type RegisteredEndpoint = {
  endpoint: EndpointDefinition
  guardName: string
  guardErrors: readonly ApiErrorCode[]
  /** Milliseconds until 503; null for the default deadline. */
  deadlineMs: number | null
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Runs the guard before the body is read. */
    authorize?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
    isPage?: boolean
    passesCrossSite?: boolean
    isForOtherSites?: boolean
    isFramed?: boolean
    takesBytes?: boolean
    isTus?: boolean
  }
}

const revalidatedCacheControl = 'private, no-cache'

const principalKey = Symbol('principal')
type CallPrincipal = { member?: MemberContext; user?: AuthenticatedUser | null }
type GuardedRequest = FastifyRequest & { [principalKey]?: CallPrincipal }

/** Returns the function with which features register endpoints, and the list of registered endpoints. */
export function createServeEndpoint(
  app: FastifyInstance,
  services: Services,
): { serve: ServeEndpoint; served: RegisteredEndpoint[] } {
  const served: RegisteredEndpoint[] = []
  // Browsers ignore Clear-Site-Data on plain http, with an error on the console.
  const isSecure = areCookiesSecure(services.config.publicUrl)
  const largeBodyLimiters = createLargeBodyLimiters()
  const registerRoute = (
    endpoint: EndpointDefinition,
    { guardName, errors: guardErrors, sessionFrom, requiresSession }: AuthGuard<object>,
    options: ServeOptions,
    handler: RouteOptions['handler'],
    authorize: (request: GuardedRequest, reply: FastifyReply) => Promise<void>,
  ) => {
    if (options.largeBody && !requiresSession)
      throw new Error(`${endpoint.path} accepts large bodies without requiring a session`)
    served.push({ endpoint, guardName, guardErrors, deadlineMs: options.deadlineMs ?? null })
    app.route({
      method: endpoint.method as HTTPMethods,
      url: endpoint.path,
      // No HEAD route for SSE: it would never end.
      exposeHeadRoute: endpoint.contentType !== 'text/event-stream',
      config: {
        sessionFrom,
        requiresSession,
        isPage: options.isPage ?? false,
        passesCrossSite: options.passesCrossSite ?? false,
        isForOtherSites: options.isForOtherSites ?? false,
        isFramed: options.isFramed ?? false,
        authorize,
        takesBytes: endpoint.bytes !== undefined,
        isTus: endpoint.tus ?? false,
        ...(services.config.rateLimit ? buildRateLimitConfig(options) : {}),
      },
      handler,
    })
  }
  // Runs the guards before the body is read, so that unauthorized requests cost no parsing. A hook of the app, because a route's own
  // preParsing hooks run after @fastify/compress has begun to decompress the body.
  app.addHook('preParsing', async (request, reply) => {
    if (request.is404 && request.method !== 'GET') throw notFoundError()
    await request.routeOptions.config.authorize?.(request, reply)
  })
  const registerHandler = (
    endpoint: EndpointDefinition,
    guard: AuthGuard<object>,
    handle: (call: never) => unknown,
    options: ServeOptions = {},
  ) =>
    registerRoute(
      endpoint,
      guard,
      options,
      async (request: GuardedRequest, reply) => {
        const call = buildContext(endpoint, services, request, reply)
        if (options.isHeavy) holdHeavyReadSlotUntilClose(request[principalKey], reply.raw)
        const work = runAndPublishChanges(endpoint, services, request, call, () =>
          runHandler(endpoint, services, request, call, handle as never, options.prepare),
        )
        // A piece of an upload has no deadline, but a minimum rate (`slow-connections.ts`).
        const result = endpoint.tus ? await work : await withDeadline(work, options.deadlineMs ?? services.deadlineMs)
        if (options.isRevalidated) reply.header('cache-control', revalidatedCacheControl)
        if (options.clearsCache && isSecure) reply.header('clear-site-data', '"cache"')
        return sendEndpointResponse(endpoint, reply, result)
      },
      async (request, reply) => {
        request[principalKey] = await withDeadline(guard(buildGuardInput(services, request)), services.deadlineMs)
        refuseOtherUser(request)
        if (endpoint.tus) {
          // Set before `refuseWrongTusRequest` throws: the refusal of another version of tus must name this version.
          reply.headers({ 'tus-resumable': tusVersion, 'tus-version': tusVersion })
          refuseWrongTusRequest(request)
        }
        if (endpoint.bytes && !endpoint.bytes.types.includes(mediaTypeOf(request)))
          throw new AppError('wrong_content_type', endpoint.bytes.refusal)
        const { largeBody: kind } = options
        if (kind) admitLargeBody(largeBodyLimiters[kind], largeBodyKinds[kind], request, reply, requireUserId(request))
      },
    )
  return { serve: registerHandler as ServeEndpoint, served }
}

function requireUserId(request: GuardedRequest): string {
  const userId = findUserId(request)
  if (!userId) throw new Error('The guard of this route authenticates no user')
  return userId
}

function findUserId(request: GuardedRequest): string | undefined {
  const { member, user } = request[principalKey] ?? {}
  return (member ?? user)?.userId
}

/** Refuses a change that another user made offline on this device: the header has the user's id, and the session may be another account's by now. */
function refuseOtherUser(request: GuardedRequest): void {
  const madeByUserId = request.headers[userIdHeader]
  if (madeByUserId !== undefined && madeByUserId !== findUserId(request))
    throw new AppError('not_signed_in', messages.notSignedIn)
}

function buildGuardInput(services: Services, request: FastifyRequest): GuardInput {
  const { authorization } = request.headers
  const params = request.params as Record<string, string>
  const isLocal = () => isLoopbackRequest(services.config, request)
  const address = networkOf(request.ip)
  // A getter, because the guards of public pages read no cookie.
  return {
    services,
    params,
    authorization,
    address,
    isLocal,
    get claim() {
      return sessionClaimOf(services, request)
    },
  }
}

function buildRateLimitConfig({ perMinute, perMinuteInSession }: ServeOptions) {
  const byAddress = { keyGenerator: (request: FastifyRequest) => networkOf(request.ip) }
  if (perMinute) return { rateLimit: { max: perMinute, ...byAddress } }
  return perMinuteInSession ? { rateLimit: { max: perMinuteInSession } } : {}
}

export function sessionClaimOf({ config, keys, clock }: Services, request: FastifyRequest) {
  return readSessionClaim(keys, {
    authorization: readSessionAuthorization(request),
    cookie: request.cookies[cookieNameFor(config.publicUrl, 'session')],
    now: clock.now(),
  })
}

function buildContext(
  endpoint: EndpointDefinition,
  services: Services,
  request: GuardedRequest,
  reply: FastifyReply,
): HandlerContext {
  const parsed = {
    params: endpoint.params && parseWithSchema(endpoint.params, request.params, 'not_found'),
    query: parseQuery(endpoint, request),
    // `null` counts as no body.
    body: parseWithSchema(endpoint.body ?? NoBody, request.body ?? undefined),
    inlineImage: request.inlineImage,
  }
  return {
    services,
    db: services.db,
    ...(parsed as Pick<HandlerContext, 'params' | 'query' | 'body' | 'inlineImage'>),
    cookies: cookiesOf(services.config.publicUrl, request, reply),
    address: networkOf(request.ip),
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    seenVersions: endpoint.versioned ? parseIfMatchVersions(request.headers['if-match']) : null,
    ifNoneMatch: (etag) => matchesEtag(request.headers['if-none-match'], etag),
    headers: headersOf(request),
    ...request[principalKey],
  }
}

/** HEAD requests lose their Range, which has no meaning for them (RFC 9110 section 14.2). */
function headersOf({ method, headers }: FastifyRequest): IncomingHttpHeaders {
  return method === 'HEAD' ? { ...headers, range: undefined } : headers
}

function parseQuery<E extends EndpointDefinition>(endpoint: E, request: FastifyRequest): QueryOf<E> {
  return parseWithSchema(endpoint.query ?? NoQuery, request.query) as QueryOf<E>
}

const NoQuery = z.strictObject({})
/** The body schema of endpoints without a body: `null` and `{}` pass too. */
const NoBody = z.optional(z.strictObject({}))

async function runHandler(
  endpoint: EndpointDefinition,
  { db, keys }: Services,
  request: GuardedRequest,
  call: HandlerContext,
  handle: (call: HandlerContext) => Promise<unknown>,
  prepareFor: ServeOptions['prepare'],
): Promise<unknown> {
  const prepare = prepareFor && (() => prepareFor({ ...call, userId: requireUserId(request) }))
  const key = request.headers['idempotency-key']
  // An upload stores its idempotency key in its own row (`features/files/uploads.ts`): a transaction must not wait for the bytes of the body.
  if (!endpoint.idempotent || endpoint.tus || typeof key !== 'string')
    return handle(prepare ? { ...call, ...(await prepare()) } : call)
  const encryptionKey = endpoint.encryptStoredResponse ? keys.storedResponses : null
  const path = `${endpoint.method} ${request.url}`
  const days = endpoint.offline ? limits.offlineIdempotencyKeyDays : limits.idempotencyKeyDays
  const idempotentRequest = { userId: requireUserId(request), key, path, body: call.body, days, encryptionKey }
  return runIdempotently(db, idempotentRequest, (tx, prepared) => handle({ ...call, ...prepared, db: tx }), prepare)
}
