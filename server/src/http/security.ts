// Security headers, and the check for cross-site writes.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import { imageHost } from '@gaffer/domain/spotify-address'
import type { Deps } from '#deps.ts'
import { refuseCrossSite } from './cross-site.ts'

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

export function registerSecurity(app: FastifyInstance, deps: Deps): void {
  const { publicUrl } = deps.config
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
}
