// Conditional requests (RFC 9110): ETag and If-None-Match for successful reads, If-Match for writes.

import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { messages } from '@gaffer/domain/shared/messages'
import { AppError } from '@gaffer/domain/shared/app-error'
import type { SeenVersions } from '#platform/version-check.ts'

const readMethods = new Set(['GET', 'HEAD'])

/** Responds to successful reads with 304 if If-None-Match names their ETag. Without an ETag of the handler, the ETag is a hash of the body. */
export function registerEntityTags(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    if (reply.statusCode !== 200 || !readMethods.has(request.method)) return done(null, payload)
    if (!reply.hasHeader('etag')) {
      if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return done(null, payload)
      reply.header('etag', createWeakTag(payload))
    }
    if (!matchesEtag(request.headers['if-none-match'], String(reply.getHeader('etag')))) return done(null, payload)
    reply.code(304)
    done(null, null)
  })
}

/** Weak, because the same response may be sent compressed or not. */
function createWeakTag(content: string | Buffer): string {
  return `W/"${hash('sha1', content, 'base64')}"`
}

/** Weak comparison with an If-None-Match header: a list of tags, or `*` for any. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const removeWeakMark = (tag: string) => tag.trim().replace(/^W\//, '')
  return header.trim() === '*' || header.split(',').map(removeWeakMark).includes(removeWeakMark(etag))
}

/**
 * The versions in an If-Match header, which may list several tags; null without a header and for `*`. A weak tag counts too: proxies that
 * compress make tags weak. Throws `stale` if no tag can be a version.
 */
export function parseIfMatchVersions(header: string | undefined): SeenVersions {
  if (header === undefined || header === '*') return null
  const versions = header.split(',').flatMap((tag) => /^(?:W\/)?"(\d{1,9})"$/.exec(tag.trim())?.[1] ?? [])
  if (versions.length === 0) throw new AppError('stale', messages.stale)
  return versions.map(Number)
}
