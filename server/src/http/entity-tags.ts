// Tells a caller who has an answer already that it has not changed (RFC 9110, If-None-Match). Only what was asked for
// and found has a tag: a refusal is never "as before". And reads which version a writer saw (If-Match).

import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { messages } from '@gaffer/domain/messages'
import { Refusal } from '@gaffer/domain/refusal'

const reads = new Set(['GET', 'HEAD'])

/** An answer that brings a tag of its own keeps it; others get one made of their bytes. */
export function registerEntityTags(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    if (reply.statusCode !== 200 || !reads.has(request.method)) return done(null, payload)
    if (!reply.hasHeader('etag')) {
      if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return done(null, payload)
      reply.header('etag', tagOf(payload))
    }
    if (!matchesEtag(request.headers['if-none-match'], String(reply.getHeader('etag')))) return done(null, payload)
    reply.code(304)
    // What answers HEAD measures the text that it leaves out.
    done(null, request.method === 'HEAD' ? '' : null)
  })
}

/** Weak, since the same answer may travel compressed or not. */
function tagOf(content: string | Buffer): string {
  return `W/"${createHash('sha1').update(content).digest('base64')}"`
}

/** Whether an If-None-Match header names the tag: weak comparison, in a list, or any by `*`. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return header.trim() === '*' || header.split(',').map(opaque).includes(opaque(etag))
}

/** The version that an If-Match header names; null where any will do. One that is no version of ours is not the stored one. */
export function readIfMatch(header: string | undefined): number | null {
  if (header === undefined || header === '*') return null
  const version = /^(?:W\/)?"(\d{1,9})"$/.exec(header)?.[1]
  if (!version) throw new Refusal('stale', messages.stale)
  return Number(version)
}
