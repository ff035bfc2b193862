// The protocol of the worker's standard input. An order is a header and the bytes of the picture; the header has their number (4 bytes) and
// the longest side of the result in pixels (2 bytes). IPC messages would copy each picture and leave the copy to the garbage collector.

import type { Readable, Writable } from 'node:stream'

const headerBytes = 6
/** The longest side of a picture of a user or a band, in pixels. */
export const avatarSide = 512
/** Sent in place of a longest side: the bytes are a PDF, and the worker counts its pages. */
export const pageCountOrder = 0

/** Sent in place of a longest side: the bytes are JSON of a `Poster`, and the worker draws the poster as PNG. */
export const posterOrder = 1

/** A picture for link previews: an SVG in the size of the whole poster, and over its left part a picture in base64. */
export type Poster = { svg: string; width: number; height: number; picture: string | null; pictureWidth: number }

export type WorkerOrder = { bytes: Buffer; longestSide: number }

export function writeOrderToPipe(pipe: Writable, bytes: Uint8Array, longestSide = avatarSide): void {
  const header = Buffer.alloc(headerBytes)
  header.writeUInt32BE(bytes.byteLength)
  header.writeUInt16BE(longestSide, 4)
  pipe.write(header)
  pipe.write(bytes)
}

/** The server writes an order only after the reply to the previous order, so that no chunk has bytes of two orders. */
export async function* readOrdersFromPipe(pipe: Readable): AsyncGenerator<WorkerOrder> {
  let chunks: Buffer[] = []
  let missingBytes = 0
  let longestSide = 0
  for await (const chunk of pipe as AsyncIterable<Buffer>) {
    const isFirst = chunks.length === 0
    if (isFirst) {
      missingBytes = chunk.readUInt32BE()
      longestSide = chunk.readUInt16BE(4)
    }
    const bytes = isFirst ? chunk.subarray(headerBytes) : chunk
    chunks.push(bytes)
    missingBytes -= bytes.length
    if (missingBytes > 0) continue
    yield { bytes: Buffer.concat(chunks), longestSide }
    chunks = []
  }
}
