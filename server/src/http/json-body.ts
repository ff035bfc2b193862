// Reads JSON bodies. One that carries a picture may be large, but then nearly all of it is one text: a large body of many
// small parts takes a second to read, in which nobody else is answered, and is refused unread.

import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { messages } from '@gaffer/domain/messages'
import { Refusal } from '@gaffer/domain/refusal'

const small = 64 * 1024
const mostParts = 1000

export function registerJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    // Many programs say JSON of every request. What needs a body misses it by its schema.
    if (bytes.length === 0) return done(null, undefined)
    // Decoded all the same, what is no text would be stored with marks for what could not be read.
    if (!isUtf8(bytes)) return done(new Refusal('invalid_input', messages.brokenJson))
    const body = bytes.toString()
    if (body.length > small && hasManyParts(body)) done(new Refusal('too_large', messages.tooLarge))
    else parse(request, body, done)
  })
}

/** Each part of a list or an object but the first has a comma before it, each nesting a bracket; pictures have neither. */
function hasManyParts(body: string): boolean {
  const parts = /[[{,]/g
  for (let count = 0; parts.test(body); count += 1) if (count >= mostParts) return true
  return false
}
