import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'

/** Writes the stream from the offset on, and returns the end offset. Bytes that arrived before an error of the stream are written. */
export async function append(file: FileHandle, stream: Readable, offset: number): Promise<number> {
  let end = offset
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    for (let written = 0; written < chunk.length;) {
      const { bytesWritten } = await file.write(chunk, written, chunk.length - written, end)
      written += bytesWritten
      end += bytesWritten
    }
  }
  return end
}
