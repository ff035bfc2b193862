// Builds the Fastify app with all routes and plugins. It does not listen yet.

import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import { messages } from '@gaffer/domain/shared/messages'
import { AppError } from '@gaffer/domain/shared/app-error'
import Fastify, { type FastifyInstance } from 'fastify'
import { limits } from '@gaffer/domain/shared/limits'
import type { Config } from './config.ts'
import type { Services } from './services.ts'
import { activityRoutes } from '#features/activity/routes.ts'
import { answerRoutes } from '#features/answers/routes.ts'
import { authRoutes } from '#features/sign-in/routes.ts'
import { availabilityRoutes } from '#features/events/month-availability-routes.ts'
import { noticeEmailRoutes } from '#features/notices/email-routes.ts'
import { unsubscribeRoutes } from '#features/notices/unsubscribe-routes.ts'
import { bandFileRoutes } from '#features/band-file/routes.ts'
import { bandRoutes } from '#features/bands/routes.ts'
import { busyCalendarRoutes } from '#features/busy-calendars/routes.ts'
import { calendarFeedRoutes } from '#features/calendar-feeds/routes.ts'
import { moneyRoutes } from '#features/money/routes.ts'
import { chartRoutes } from '#features/charts/routes.ts'
import { clashRoutes } from '#features/clashes/routes.ts'
import { depRoutes } from '#features/deps/routes.ts'
import { eventRoutes } from '#features/events/routes.ts'
import { freeDateRoutes } from '#features/free-dates/routes.ts'
import { gigSheetRoutes } from '#features/gig-sheets/routes.ts'
import { invitationRoutes } from '#features/invitations/routes.ts'
import { liveRoutes } from '#features/live/routes.ts'
import { memberRoutes } from '#features/bands/member-routes.ts'
import { fileRoutes } from '#features/files/routes.ts'
import { meRoutes } from '#features/sign-in/me-routes.ts'
import { imageRoutes } from '#features/images/routes.ts'
import { liftRoutes } from '#features/lifts/routes.ts'
import { playedRoutes } from '#features/played/routes.ts'
import { practiceRoutes } from '#features/practice/routes.ts'
import { recordingRoutes } from '#features/recordings/routes.ts'
import { publicPageRoutes } from '#features/public-page/routes.ts'
import { settingsRoutes } from '#features/operations/settings-routes.ts'
import { setlistRoutes } from '#features/set-lists/routes.ts'
import { noteRoutes } from '#features/notes/routes.ts'
import { noticeRoutes } from '#features/notices/routes.ts'
import { songRoutes } from '#features/songs/routes.ts'
import { spotifyRoutes } from '#features/spotify/routes.ts'
import { operationsRoutes } from '#features/operations/routes.ts'
import { ownDataRoutes } from '#features/own-data/routes.ts'
import { type InboxSource } from '#dev/fakes.ts'
import { inboxRoutes } from '#dev/inbox.ts'
import { registerEntityTags } from '#http/pipeline/entity-tags.ts'
import { registerHeadRequests } from '#http/pipeline/head-requests.ts'
import { replyToError } from '#http/pipeline/error-replies.ts'
import { validateHostHeader } from '#http/pipeline/host-header.ts'
import { registerByteBodies } from '#http/pipeline/bytes-body.ts'
import { registerFormBodyParser } from '#http/pipeline/form-body.ts'
import { registerJsonBodyParser } from '#http/pipeline/json-body.ts'
import { registerTusBodies } from '#http/pipeline/tus-body.ts'
import { createFastifyLoggingOptions } from '#http/pipeline/logging.ts'
import { registerApiDocument } from '#http/pages/api-document.ts'
import { registerWebApp } from '#http/pages/pages.ts'
import { registerSlowConnectionLimits } from '#http/limits/slow-connections.ts'
import { registerRateLimits } from '#http/limits/rate-limit.ts'
import { registerSecurity } from '#http/pipeline/security.ts'
import { createServeEndpoint, type RegisteredEndpoint } from '#http/pipeline/serve.ts'
import { connectionTimeoutMs } from '#http/pipeline/deadline.ts'
import { writeClientErrorAndClose, unroutedHeaders } from '#http/pipeline/client-error.ts'

/** A number is passed as a function: for a numeric `trustProxy` Fastify ignores X-Forwarded headers. */
function makeTrustProxyOption({ trustProxy }: Config): false | string | ((address: string, hop: number) => boolean) {
  return typeof trustProxy === 'number' ? (_, hop) => hop < trustProxy : trustProxy
}

function refuseSchema(): never {
  throw new Error('Routes have no JSON Schema: Zod validates requests')
}

/** The app and the list of its endpoints with their guards, which tests compare with the access rules. */
export type GafferApp = FastifyInstance & { served: RegisteredEndpoint[] }

/** `inbox` has the messages that the fake providers received; null with real providers. */
export async function buildApp(services: Services, inbox: InboxSource | null): Promise<GafferApp> {
  const app = Fastify({
    ...createFastifyLoggingOptions(services.log, services.config),
    trustProxy: makeTrustProxyOption(services.config),
    bodyLimit: limits.bodyBytes,
    // Off, because it would end long uploads: `slow-connections.ts` times out requests with a body.
    requestTimeout: 0,
    // Node's own 400 for a missing Host header has no message; validateHostHeader sends one.
    http: {
      // Against slow clients that hold sockets (Slowloris). Node's defaults are a minute for headers and a check each 30 s.
      headersTimeout: 10_000,
      requestTimeout: 0,
      connectionsCheckingInterval: 2000,
      requireHostHeader: false,
    },
    connectionTimeout: connectionTimeoutMs,
    routerOptions: { maxParamLength: 300 },
    // Zod validates, and no route has a JSON Schema: without Fastify's own compilers, Ajv and fast-json-stringify are not loaded.
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
    clientErrorHandler: writeClientErrorAndClose,
    // Responds to requests whose URL the router cannot decode, or whose path parameter is too long.
    frameworkErrors: (error, request, reply) => void replyToError(error, request, reply.headers(unroutedHeaders)),
    forceCloseConnections: 'idle',
    // Requests that arrive on open connections during the shutdown are handled as usual.
    return503OnClosing: false,
  })
  app.removeContentTypeParser(['text/plain', 'application/json'])
  registerJsonBodyParser(app)
  registerFormBodyParser(app)
  registerByteBodies(app)
  registerTusBodies(app)
  app.setErrorHandler(replyToError)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    // Lets a proxy drop its idle connections before this server stops.
    if (services.ending.aborted) reply.header('connection', 'close')
    done()
  })
  registerSlowConnectionLimits(app)
  services.metrics.watchRequests(app)
  app.addHook('onRequest', validateHostHeader)
  await app.register(cookie)
  registerSecurity(app, services)
  if (services.config.rateLimit) await registerRateLimits(app, services)
  // Up to 64 KiB, synchronous compression is cheaper than a stream.
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    syncThreshold: 65_536,
    // Refused before the body is read: several or unknown encodings cost no decompression.
    onUnsupportedRequestEncoding: () => new AppError('wrong_content_type', messages.bodyEncoding),
  })
  registerEntityTags(app)
  registerHeadRequests(app)
  app.addHook('onSend', async (request, reply) => {
    // URLs of these routes contain secret tokens, which must stay out of caches, Referer headers and search engines.
    // The check uses the pattern of the route and not the URL, because one path has many encodings.
    const { url: pattern = '/*' } = request.routeOptions
    const path = pattern === '/*' ? request.url : pattern
    if (/^\/(api\/(invites|answer-links|dep-links|sheets)|answer|dep|unsubscribe|sheet|enquiry)\//.test(path)) {
      reply.headers({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
      })
    }
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })

  const { serve, served } = createServeEndpoint(app, services)
  authRoutes(serve)
  meRoutes(serve)
  ownDataRoutes(serve)
  bandRoutes(serve)
  bandFileRoutes(serve)
  memberRoutes(serve)
  activityRoutes(serve)
  invitationRoutes(serve)
  eventRoutes(serve)
  clashRoutes(serve)
  freeDateRoutes(serve)
  answerRoutes(serve)
  depRoutes(serve)
  noticeEmailRoutes(serve)
  unsubscribeRoutes(serve)
  availabilityRoutes(serve)
  noticeRoutes(serve)
  calendarFeedRoutes(serve)
  busyCalendarRoutes(serve)
  songRoutes(serve)
  chartRoutes(serve)
  noteRoutes(serve)
  moneyRoutes(serve)
  setlistRoutes(serve)
  practiceRoutes(serve)
  recordingRoutes(serve)
  liftRoutes(serve)
  playedRoutes(serve)
  gigSheetRoutes(serve)
  publicPageRoutes(serve, services)
  liveRoutes(serve)
  spotifyRoutes(serve)
  fileRoutes(serve, services)
  imageRoutes(serve)
  settingsRoutes(serve)
  operationsRoutes(serve)
  if (inbox) await inboxRoutes(app, inbox)
  if (services.config.hasDebugPages) await registerApiDocument(app, served, services.config.publicUrl)
  await registerWebApp(app, services.config.publicUrl)
  return Object.assign(app, { served }) as unknown as GafferApp
}
