// Writes a zip while it is sent: one entry at a time, so that the memory in use does not grow with the files.

import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export type WrittenEntry = { path: string; bytes: number; sha256: string }

/** Adds an entry, and resolves when it has been sent. Leave `compress` out for sound and pictures: they are compressed already. */
export type AddEntry = (path: string, content: Readable, options?: { compress?: boolean }) => Promise<WrittenEntry>

/**
 * Returns the zip with the entries that `write` adds. When the client disconnects, the entry that is being written is closed and `write`
 * rejects. An error of `write` ends the stream without the end of the zip.
 */
export function streamZip(at: Date, write: (add: AddEntry) => Promise<void>): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  let current: Readable | null = null
  output.once('close', () => current?.destroy())
  zip.on('error', (error: Error) => output.destroy(error))

  async function add(path: string, content: Readable, { compress = false } = {}): Promise<WrittenEntry> {
    const hash = createHash('sha256')
    let bytes = 0
    async function* countAndHash(): AsyncGenerator<Buffer> {
      for await (const chunk of content as AsyncIterable<Buffer | string>) {
        const part = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
        hash.update(part)
        bytes += part.length
        yield part
      }
    }
    current = Readable.from(countAndHash(), { objectMode: false })
    // Closes the file of an entry whose generator has not started: a destroyed generator only cleans up once it has started.
    current.once('close', () => content.destroy())
    if (output.destroyed) current.destroy()
    else zip.addReadStream(current, path, { compress, mtime: at, forceDosTimestamp: true })
    await finished(current)
    return { path, bytes, sha256: hash.digest('hex') }
  }

  write(add).then(
    () => zip.end(),
    (error: Error) => output.destroy(error),
  )
  return output
}
