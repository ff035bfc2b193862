// Assembles the server from its parts, without listening: what main starts and what tests talk to.

import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import { messages } from '@gaffer/domain/messages'
import { AppError } from '@gaffer/domain/app-error'
import Fastify, { type FastifyInstance } from 'fastify'
import { limits } from '@gaffer/domain/limits'
import type { Config } from '#config.ts'
import type { Deps } from '#deps.ts'
import { activityRoutes } from '#features/activity/routes.ts'
import { authRoutes } from '#features/auth/routes.ts'
import { bandRoutes } from '#features/bands/routes.ts'
import { calendarFeedRoutes } from '#features/calendar-feeds/routes.ts'
import { eventRoutes } from '#features/events/routes.ts'
import { invitationRoutes } from '#features/invitations/routes.ts'
import { liveRoutes } from '#features/live/routes.ts'
import { memberRoutes } from '#features/members/routes.ts'
import { meRoutes } from '#features/me/routes.ts'
import { imageRoutes } from '#features/images/routes.ts'
import { settingsRoutes } from '#features/settings/routes.ts'
import { songRoutes } from '#features/songs/routes.ts'
import { spotifyRoutes } from '#features/spotify/routes.ts'
import { operationsRoutes } from '#features/operations/routes.ts'
import { privacyRoutes } from '#features/privacy/routes.ts'
import { inboxRoutes, type InboxSource } from '#dev/inbox.ts'
import { registerEntityTags } from '#http/entity-tags.ts'
import { handleError } from '#http/errors.ts'
import { validateHostHeader } from '#http/host-header.ts'
import { registerJsonBodies } from '#http/json-body.ts'
import { loggingOptions } from '#http/logging.ts'
import { registerApiDocument } from '#http/api-document.ts'
import { registerPages } from '#http/pages.ts'
import { registerRateLimits } from '#http/rate-limit.ts'
import { registerSecurity } from '#http/security.ts'
import { makeServe, type ServedEndpoint } from '#http/serve.ts'
import { handleClientError } from '#http/client-error.ts'

/** Fastify trusts nobody where it is given a number: it cannot tell a proxy from somebody who connects directly. */
function trusted({ trustProxy }: Config): false | string | ((address: string, hop: number) => boolean) {
  return typeof trustProxy === 'number' ? (_, hop) => hop < trustProxy : trustProxy
}

/** The app and the list of its endpoints with their guards, which tests compare with the access rules. */
export type Gaffer = FastifyInstance & { served: ServedEndpoint[] }

/** `inbox` shows what the fake providers were asked to send; null where real ones are used. */
export async function buildApp(deps: Deps, inbox: InboxSource | null): Promise<Gaffer> {
  const app = Fastify({
    ...loggingOptions(deps.log, deps.config),
    trustProxy: trusted(deps.config),
    bodyLimit: limits.bodyBytes,
    // A page's request is over in seconds; slow ones are somebody holding our sockets. Node looks at them each 30 s only,
    // and gives a head a minute.
    requestTimeout: 15_000,
    // Node's own answer to a request without a host says nothing; validateHostHeader says what is wrong.
    http: {
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      connectionsCheckingInterval: 2000,
      requireHostHeader: false,
    },
    connectionTimeout: 30_000,
    routerOptions: { maxParamLength: 300 },
    clientErrorHandler: handleClientError,
    // Addresses that the router itself cannot read.
    frameworkErrors: (error, request, reply) => void handleError(error, request, reply),
    forceCloseConnections: 'idle',
    // A request that still comes in on an open connection while closing is answered like those in flight.
    return503OnClosing: false,
  })
  app.removeContentTypeParser(['text/plain', 'application/json'])
  registerJsonBodies(app)
  app.setErrorHandler(handleError)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    // So that a proxy with connections to spare has none left when this server stops taking requests.
    if (deps.ending.aborted) reply.header('connection', 'close')
    done()
  })
  deps.metrics.watchRequests(app)
  app.addHook('onRequest', validateHostHeader)
  await app.register(cookie)
  registerSecurity(app, deps)
  if (deps.config.rateLimit) await registerRateLimits(app, deps)
  // Up to this size it takes less to compress an answer in one go than to hand it to a stream and back.
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    syncThreshold: 65_536,
    // Before the body is read, so that a body in several encodings, or in one that is not known, takes up no time.
    onUnsupportedRequestEncoding: () => new AppError('wrong_content_type', messages.bodyEncoding),
  })
  registerEntityTags(app)
  app.addHook('onSend', async (request, reply) => {
    // The address is a secret: no cache keeps it, and no link that is followed from it gives it away.
    if (request.url.startsWith('/api/invites/')) {
      reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    }
    // What may be kept says so itself.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })

  const { serve, served } = makeServe(app, deps)
  authRoutes(serve)
  meRoutes(serve)
  privacyRoutes(serve)
  bandRoutes(serve)
  memberRoutes(serve)
  activityRoutes(serve)
  invitationRoutes(serve)
  eventRoutes(serve)
  calendarFeedRoutes(serve)
  songRoutes(serve)
  liveRoutes(serve)
  spotifyRoutes(serve)
  imageRoutes(serve)
  settingsRoutes(serve)
  operationsRoutes(serve)
  if (inbox) await inboxRoutes(app, inbox)
  await registerApiDocument(app, served, deps.config.publicUrl)
  await registerPages(app, deps.config.publicUrl)
  return Object.assign(app, { served }) as unknown as Gaffer
}
