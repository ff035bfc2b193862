// Reads an uploaded zip. Refuses harmful entries: paths outside the zip, links, and contents larger than the entry declares.

import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import { fromRandomAccessReaderPromise, RandomAccessReader, type Entry, type ZipFile } from 'yauzl'
import { bandFileMessages } from '@gaffer/domain/band-file/band-file-messages'
import { AppError } from '@gaffer/domain/shared/app-error'
import { fileMessages } from '@gaffer/domain/files/file-messages'
import type { FileStore } from '#providers/files/file-store.ts'

/** The zip cannot be imported. The message is shown to the user who imports the zip. */
export class RefusedZipError extends Error {}

const maxEntries = 100_000
const maxPathBytes = 1000
/** An entry over this ratio counts as a zip bomb, unless it is small: text deflates to about a tenth. */
const maxDeflateRatio = 200
const smallEntryBytes = 1024 * 1024
const methodStored = 0
const methodDeflated = 8

type StoredZip = { files: FileStore; id: string; bytes: number }

export type OpenZip = {
  entries: ReadonlyMap<string, Entry>
  /** Opens an entry, whose content is hashed as it is read. Reading throws RefusedZipError for more bytes than the entry declares. */
  open(path: string): Promise<HashedContent>
  close(): void
}
/** Call `sha256` once, after the content has been read. */
export type HashedContent = { content: Readable; sha256: () => string }

/** `maxBytes` limits the uncompressed bytes of all entries together. */
export async function openZip(zip: StoredZip, maxBytes: number): Promise<OpenZip> {
  const file = await refuseUnreadableZip(() =>
    fromRandomAccessReaderPromise(new StoreReader(zip), zip.bytes, {
      autoClose: false,
      strictFileNames: true,
      validateEntrySizes: true,
    }),
  )
  const entries = new Map<string, Entry>()
  const names = new Set<string>()
  let bytes = 0
  if (file.entryCount > maxEntries) throw new RefusedZipError(bandFileMessages.zipTooLarge)
  await refuseUnreadableZip(async () => {
    for await (const entry of file.eachEntry()) {
      const name = entry.fileName.normalize('NFC').toLowerCase()
      if (isUnsafe(entry) || names.has(name)) throw new RefusedZipError(bandFileMessages.zipUnsafe)
      bytes += entry.uncompressedSize
      if (bytes > maxBytes) throw new RefusedZipError(bandFileMessages.zipTooLarge)
      names.add(name)
      entries.set(entry.fileName, entry)
    }
  })
  return { entries, open: (path) => openEntry(file, entries.get(path)), close: () => file.close() }
}

/** yauzl itself refuses absolute paths, drives, backslashes and `..`. */
function isUnsafe(entry: Entry): boolean {
  const { fileName, fileNameLength, compressionMethod, compressedSize, uncompressedSize } = entry
  const isPlain = compressionMethod === methodStored || compressionMethod === methodDeflated
  return (
    entry.isEncrypted() ||
    !isPlain ||
    fileNameLength > maxPathBytes ||
    // Refuses folders, links and devices: a zip of Gaffer has files only.
    fileName.endsWith('/') ||
    isSpecialFile(entry) ||
    /\p{Cc}/u.test(fileName) ||
    uncompressedSize > smallEntryBytes + compressedSize * maxDeflateRatio
  )
}

/**
 * Whether the entry is anything but a plain file, such as a symbolic link. The top four bits of the attributes are the file type on
 * Unix: 0 for none, 8 for a plain file.
 */
function isSpecialFile({ externalFileAttributes }: Entry): boolean {
  const type = externalFileAttributes >>> 28
  return type !== 0 && type !== 8
}

async function openEntry(file: ZipFile, entry: Entry | undefined): Promise<HashedContent> {
  if (!entry) throw new RefusedZipError(bandFileMessages.zipForeign)
  const source = await refuseUnreadableZip(() => file.openReadStreamPromise(entry))
  const hash = createHash('sha256')
  async function* countAndHash(): AsyncGenerator<Buffer> {
    let bytes = 0
    const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    try {
      for (;;) {
        const next = await refuseUnreadableZip(() => chunks.next())
        if (next.done) break
        bytes += next.value.length
        if (bytes > (entry as Entry).uncompressedSize) throw new RefusedZipError(bandFileMessages.zipUnsafe)
        hash.update(next.value)
        yield next.value
      }
    } finally {
      source.destroy()
    }
    if (bytes !== (entry as Entry).uncompressedSize) throw new RefusedZipError(bandFileMessages.zipUnreadable)
  }
  return { content: Readable.from(countAndHash(), { objectMode: false }), sha256: () => hash.digest('hex') }
}

/** Turns errors of yauzl into RefusedZipError. Errors of the file store stay as they are, because a later attempt may read the zip. */
async function refuseUnreadableZip<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError || error instanceof RefusedZipError) throw error
    const isUnsafeName = /^(absolute path|invalid relative path|invalid characters in fileName)/.test(
      (error as Error).message,
    )
    throw new RefusedZipError(isUnsafeName ? bandFileMessages.zipUnsafe : bandFileMessages.zipUnreadable, {
      cause: error,
    })
  }
}

const blockBytes = 256 * 1024

/** Reads the directory of a zip in blocks. Without them each entry of the directory would be a request to the file store. */
class StoreReader extends RandomAccessReader {
  readonly #zip: StoredZip
  #block: { start: number; bytes: Buffer } | null = null

  constructor(zip: StoredZip) {
    super()
    this.#zip = zip
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const source = this.#read(start, end)
    async function* chunks(): AsyncGenerator<Buffer> {
      yield* (await source) as AsyncIterable<Buffer>
    }
    return Readable.from(chunks(), { objectMode: false })
  }

  override read(
    into: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null) => void,
  ): void {
    const fill = callbackify(() => this.#fill(into.subarray(offset, offset + length), position))
    fill((error) => done(error))
  }

  async #fill(into: Buffer, position: number): Promise<void> {
    const { start = 0, bytes = Buffer.alloc(0) } = this.#block ?? {}
    const isInBlock = position >= start && position + into.length <= start + bytes.length
    if (isInBlock) return void bytes.copy(into, 0, position - start)
    const end = Math.min(this.#zip.bytes, position + Math.max(blockBytes, into.length))
    const read = await buffer(await this.#read(position, end))
    if (read.length < into.length) throw new Error('The zip ends too early')
    this.#block = { start: position, bytes: read }
    read.copy(into)
  }

  async #read(start: number, end: number): Promise<Readable> {
    const { files, id } = this.#zip
    try {
      return await files.read(id, { start, end: end - 1 })
    } catch (error) {
      if (error instanceof AppError) throw error
      throw Object.assign(new AppError('unavailable', fileMessages.storeDown), { cause: error })
    }
  }
}
