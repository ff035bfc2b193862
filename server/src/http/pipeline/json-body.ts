// Parses JSON bodies. A large body may be mostly one picture as a data URL (`hasPicture`). Such a picture is decoded in place,
// so that only the short text around it is parsed and the picture never becomes a string.

import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limits } from '@gaffer/domain/shared/limits'
import { messages } from '@gaffer/domain/shared/messages'
import { AppError } from '@gaffer/domain/shared/app-error'
import type { LargeBody } from '#http/limits/large-bodies.ts'
import { isParsableInTime } from './json-structure.ts'
import { readRequestBody, tooLargeError } from './read-body.ts'

declare module 'fastify' {
  interface FastifyRequest {
    largeBody: LargeBody | null
    inlineImage: InlineImage | null
  }
}

/** The picture of a large body. `base64` is its hash, which replaces the picture's base64 in the parsed body. */
export type InlineImage = { bytes: Buffer; base64: string }

export function registerJsonBodyParser(app: FastifyInstance): void {
  app.decorateRequest('largeBody', null)
  app.decorateRequest('inlineImage', null)
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: FastifyRequest['raw']) => {
    const text = await readText(request, payload)
    // Many clients send a JSON content type without a body. The endpoint's schema decides whether a body is required.
    if (text === '') return undefined
    return new Promise((resolve, reject) => {
      parse(request, text, (error, body) => (error ? reject(error) : resolve(body)))
    })
  })
}

async function readText(request: FastifyRequest, payload: FastifyRequest['raw']): Promise<string> {
  const bytes = await readRequestBody(request, payload)
  const text = request.largeBody?.hasPicture && bytes.length > limits.bodyBytes ? extractImage(request, bytes) : bytes
  // Otherwise invalid bytes would be stored as U+FFFD replacement characters.
  if (!isUtf8(text)) throw new AppError('invalid_input', messages.brokenJson)
  if (text.length > limits.bodyBytes && !isParsableInTime(text))
    throw new AppError('invalid_input', messages.invalidInput)
  return text.toString()
}

const base64Marker = ';base64,'
/** Matches the JSON text from the field name to the base64 marker. JSON allows an escaped slash. */
const fieldBeforeMarker = /"avatarUrl"\s*:\s*"data:image\\?\/[a-z0-9.+-]{1,40}$/
const maxFieldBytes = 200

/** Replaces the picture by its hash, so that idempotency still compares bodies with their pictures. */
function extractImage(request: FastifyRequest, body: Buffer): Buffer {
  const markerAt = body.indexOf(base64Marker)
  const start = markerAt + base64Marker.length
  const end = body.indexOf('"', start)
  const isImageField = fieldBeforeMarker.test(body.toString('latin1', Math.max(0, markerAt - maxFieldBytes), markerAt))
  if (markerAt < 0 || end < 0 || !isImageField || body.length - (end - start) > limits.bodyBytes) throw tooLargeError()
  const rest = Buffer.from(body.subarray(end))
  const head = Buffer.from(body.subarray(0, start))
  const bytes = decodeInPlace(body.subarray(start, end))
  const base64 = createHash('sha256').update(bytes).digest('base64')
  request.inlineImage = { bytes, base64 }
  return Buffer.concat([head, Buffer.from(base64), rest])
}

const base64ChunkLength = 16 * 1024

/** Four characters become three bytes, so writing never overtakes reading. */
function decodeInPlace(base64: Buffer): Buffer {
  let length = 0
  let rest = ''
  for (let at = 0; at < base64.length; at += base64ChunkLength) {
    const text = rest + base64.toString('latin1', at, at + base64ChunkLength).replaceAll('\\', '')
    // Only groups of four characters decode to whole bytes.
    const whole = text.length - (text.length % 4)
    length += base64.write(text.slice(0, whole), length, 'base64')
    rest = text.slice(whole)
  }
  length += base64.write(rest, length, 'base64')
  return base64.subarray(0, length)
}
