// The headers that limit what a page of ours may do, and how often one caller may ask.

import type { IncomingMessage, ServerResponse } from 'node:http'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import { messages } from '@gaffer/domain/messages'
import { Refusal } from '@gaffer/domain/refusal'
import { imageHost } from '@gaffer/domain/spotify-address'
import type { Deps } from '#deps.ts'
import { hmac } from '#platform/keys.ts'
import { knowCallers } from './callers.ts'
import { refuseCrossSite } from './cross-site.ts'
import { countRequests } from './request-counts.ts'

/** Album covers come from Spotify; where a stand-in takes its place, from there too. */
function coverOrigins({ spotify }: Deps): string[] {
  return [...new Set([`https://${imageHost}`, ...(spotify ? [spotify.imageOrigin] : [])])]
}

/** The places library is a script of Google's that asks a host of its own; nothing of theirs runs unless it is set up. */
function mapsOrigins({ config }: Deps): { script: string[]; connect: string[] } {
  if (!config.maps) return { script: [], connect: [] }
  const { origin } = new URL(config.maps.url)
  return { script: [origin], connect: [origin, 'https://places.googleapis.com'] }
}

/** What helmet writes on an answer, found once: all of ours are alike, and it puts the policy together each time. */
function headersOf(options: HelmetOptions): Record<string, string> {
  const headers: Record<string, string> = {}
  const answer = {
    setHeader: (name: string, value: string) => void (headers[name] = value),
    removeHeader: () => undefined,
  }
  helmet(options)({} as IncomingMessage, answer as unknown as ServerResponse, (error) => {
    if (error) throw error
  })
  return headers
}

/**
 * Of a route, not of an address: an address may spell the same path in many ways. Not /healthz and its like: whoever
 * watches over this server often comes from an address that others use up, and would take it for dead.
 */
const asksSomething = /^\/(api|auth|feeds|images|dev)(\/|$)/

export async function registerSecurity(app: FastifyInstance, deps: Deps): Promise<void> {
  const { publicUrl, rateLimit: limited } = deps.config
  const https = publicUrl.startsWith('https:')
  const maps = mapsOrigins(deps)
  const headers = headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...maps.script],
        // Radix places its popovers with inline styles.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...coverOrigins(deps)],
        fontSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        connectSrc: ["'self'", ...maps.connect],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // The default, same-origin, makes the Spotify pop-up look closed at once.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'same-origin' },
    // As frame-ancestors has it, for browsers that do not know that one.
    frameguard: { action: 'deny' },
    strictTransportSecurity: https ? { maxAge: 63_072_000, includeSubDomains: true } : false,
  })
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(headers)
    done()
  })
  app.addHook('onRequest', refuseCrossSite(publicUrl))
  if (!limited) return
  const counts = countRequests(deps.pubsub, (name) => hmac(deps.keys.callers, name).toString('base64url'))
  const callers = knowCallers(app, deps, counts)
  await app.register(rateLimit, {
    timeWindow: 60_000,
    store: counts.Store,
    max: callers.mostOf,
    keyGenerator: callers.nameOf,
    // Files of the pages ask nothing of the database, and a band behind one address opens them all at once.
    allowList: ({ routeOptions }) => !asksSomething.test(routeOptions.url ?? ''),
    errorResponseBuilder: (_, { ttl }) =>
      new Refusal('too_many_requests', messages.tooMany, { retryAfterSeconds: Math.max(1, Math.ceil(ttl / 1000)) }),
  })
}
