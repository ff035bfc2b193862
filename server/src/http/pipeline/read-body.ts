import { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { limits } from '@gaffer/domain/shared/limits'
import { messages } from '@gaffer/domain/shared/messages'
import { AppError } from '@gaffer/domain/shared/app-error'
import type { LargeBody } from '#http/limits/large-bodies.ts'

/** Refuses a body whose Content-Length exceeds its limit, and reads any other. */
export function readRequestBody(request: FastifyRequest, payload: Readable): Promise<Buffer> {
  const { largeBody, headers } = request
  const maxBytes = largeBody ? largeBody.memory.byteLength : limits.bodyBytes
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLargeError(largeBody)
  return readBody(payload, largeBody)
}

/** Reads the body up to its limit. The result for a large body is a view of the memory admitted for it. */
export async function readBody(payload: Readable, large: LargeBody | null): Promise<Buffer> {
  if (large) return readLargeBody(payload, large)
  const chunks: Buffer[] = []
  let length = 0
  await readChunks(payload, (chunk) => {
    length += chunk.length
    if (length > limits.bodyBytes) throw tooLargeError()
    chunks.push(chunk)
  })
  return Buffer.concat(chunks, length)
}

async function readLargeBody(payload: Readable, large: LargeBody): Promise<Buffer> {
  const { memory } = large
  let length = 0
  const refused = new Promise<never>((_, reject) => (large.refuse = reject))
  const arrived = readChunks(payload, (chunk) => {
    if (length + chunk.length > memory.byteLength) throw tooLargeError(large)
    chunk.copy(new Uint8Array(memory, length))
    length += chunk.length
    if (payload instanceof IncomingMessage) freeChunk(chunk)
  })
  try {
    await Promise.race([arrived, refused])
  } finally {
    large.refuse = null
  }
  return Buffer.from(memory, 0, length)
}

/** Calls `onChunk` for each chunk. Rejects when `onChunk` throws, when the connection is lost, and when decompression fails. */
function readChunks(payload: Readable, onChunk: (chunk: Buffer<ArrayBuffer>) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const onData = (chunk: Buffer<ArrayBuffer>) => {
      try {
        onChunk(chunk)
      } catch (error) {
        end(() => reject(error as Error))
      }
    }
    const onEnd = () => end(resolve)
    const onBroken = () => end(() => reject(new AppError('invalid_input', messages.invalidInput)))
    function end(settle: () => void) {
      payload.off('data', onData).off('end', onEnd).off('close', onBroken)
      settle()
    }
    // The listener for errors stays: without one, a later error of the stream would end the process.
    payload.on('data', onData).once('end', onEnd).on('error', onBroken).once('close', onBroken)
    // The decompression stream is paused until now.
    payload.resume()
  })
}

/** Reads and drops the rest of a refused body: a client that is still sending does not read the response. A second call changes nothing. */
export function drainRequestBody(raw: IncomingMessage): void {
  if (!raw.complete) raw.off('data', freeChunk).on('data', freeChunk).resume()
}

/**
 * Frees a chunk, which the HTTP parser has copied into memory of its own. Left to the garbage collector, the chunks of many large bodies
 * leave holes in the heap that never return to the system.
 */
function freeChunk(chunk: Buffer<ArrayBuffer>): void {
  if (chunk.byteLength === chunk.buffer.byteLength) chunk.buffer.transfer(0)
}

export function tooLargeError(large: LargeBody | null = null): AppError {
  return new AppError('too_large', large?.tooLargeMessage ?? messages.tooLarge)
}
