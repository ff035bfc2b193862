// Security headers, and the check for cross-site writes.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import { spotifyCoverHost } from '@gaffer/domain/songs/spotify-address'
import type { Services } from '#services.ts'
import { createCrossSiteHook } from './cross-site.ts'

/** Album covers come from Spotify, or from the fake Spotify. */
function listCoverOrigins({ spotify }: Services): string[] {
  return [...new Set([`https://${spotifyCoverHost}`, ...(spotify ? [spotify.imageOrigin] : [])])]
}

/** Origins of the Google Places library; none unless it is configured. */
function listMapsOrigins({ config }: Services): { script: string[]; connect: string[] } {
  if (!config.maps) return { script: [], connect: [] }
  const { origin } = new URL(config.maps.url)
  return { script: [origin], connect: [origin, 'https://places.googleapis.com'] }
}

/** Helmet's headers, built once: they are equal for all responses, and helmet rebuilds the policy for each. */
function buildHelmetHeaders(options: HelmetOptions): Record<string, string> {
  const headers: Record<string, string> = {}
  const fakeResponse = {
    setHeader: (name: string, value: string) => void (headers[name] = value),
    removeHeader: () => undefined,
  }
  helmet(options)({} as IncomingMessage, fakeResponse as unknown as ServerResponse, (error) => {
    if (error) throw error
  })
  return headers
}

export function registerSecurity(app: FastifyInstance, services: Services): void {
  const { publicUrl } = services.config
  const isHttps = publicUrl.startsWith('https:')
  const maps = listMapsOrigins(services)
  const headers = buildHelmetHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...maps.script],
        // 'unsafe-inline', because Radix positions its popovers with inline styles.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...listCoverOrigins(services)],
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        connectSrc: ["'self'", ...maps.connect],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // The default, same-origin, makes the Spotify pop-up look closed at once.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'same-origin' },
    // X-Frame-Options, for browsers that do not support frame-ancestors.
    frameguard: { action: 'deny' },
    strictTransportSecurity: isHttps ? { maxAge: 63_072_000, includeSubDomains: true } : false,
  })
  app.addHook('onRequest', ({ routeOptions }, reply, done) => {
    reply.headers(headers)
    const { isForOtherSites = false, isFramed = false } = routeOptions.config ?? {}
    if (isForOtherSites) reply.header('cross-origin-resource-policy', 'cross-origin')
    // X-Frame-Options cannot allow other sites. The route's own Content-Security-Policy does, with frame-ancestors.
    if (isFramed) reply.removeHeader('x-frame-options')
    done()
  })
  app.addHook('onRequest', createCrossSiteHook(publicUrl))
}
