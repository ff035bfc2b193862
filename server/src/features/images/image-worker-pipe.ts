// Length-prefixed pictures on the worker's standard input. IPC messages would copy each picture and leave the copies to
// the garbage collector.

import type { Readable, Writable } from 'node:stream'

const lengthBytes = 4

export function writePictureToPipe(pipe: Writable, bytes: Uint8Array): void {
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32BE(bytes.byteLength)
  pipe.write(length)
  pipe.write(bytes)
}

/** The server writes a picture only after the previous one was answered, so that no chunk spans two. */
export async function* readPicturesFromPipe(pipe: Readable): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  let missing = 0
  for await (const chunk of pipe as AsyncIterable<Buffer>) {
    const isFirst = chunks.length === 0
    if (isFirst) missing = chunk.readUInt32BE()
    const bytes = isFirst ? chunk.subarray(lengthBytes) : chunk
    chunks.push(bytes)
    missing -= bytes.length
    if (missing > 0) continue
    yield Buffer.concat(chunks)
    chunks = []
  }
}
