// Uploads in an S3 store. Each is a multipart upload, whose parts have at least 5 MB: until that many bytes have arrived, they wait in an
// object beside it. A server can end at any moment: acknowledged bytes are in the store, and any other server can continue the upload.

import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Part, S3 } from '@aws-sdk/client-s3'
import { S3Store, type MetadataValue } from '@tus/s3-store'
import { ERRORS, Upload, type KvStore } from '@tus/server'
import { append } from './append.ts'
import { isMissing, mapStoreErrors } from './s3-errors.ts'

export type S3Settings = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** A store whose writes are blocked sends no error, so requests need a limit of their own. */
const requestTimeoutMs = 20_000

export class S3Uploads extends S3Store {
  override extensions = ['creation', 'creation-with-upload', 'termination', 'expiration']
  readonly #temporaryFolder: string

  constructor({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings, temporaryFolder: string) {
    super({
      useTags: false,
      cache: createBoundedCache(),
      s3ClientConfig: {
        bucket,
        endpoint,
        region,
        credentials: { accessKeyId, secretAccessKey },
        forcePathStyle: true,
        // Checksums of streamed bodies fail with 411 at stores such as Ceph's.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        maxAttempts: 2,
        requestHandler: { requestTimeout: requestTimeoutMs, connectionTimeout: 2000, throwOnRequestTimeout: true },
      },
    })
    this.#temporaryFolder = temporaryFolder
  }

  get s3(): S3 {
    return this.client
  }

  override create(...args: Parameters<S3Store['create']>) {
    return mapStoreErrors(super.create(...args))
  }

  override write(piece: Readable, id: string, offset: number): Promise<number> {
    return mapStoreErrors(this.#append(piece, id, offset))
  }

  override getUpload(id: string): Promise<Upload> {
    return mapStoreErrors(this.#findUpload(id))
  }

  /** Also deletes a finished upload, for which `remove` of @tus/s3-store fails. */
  async deleteAll(id: string): Promise<void> {
    const { bucket: Bucket } = this
    try {
      const { 'upload-id': UploadId } = await this.getMetadata(id)
      await this.client.abortMultipartUpload({ Bucket, Key: id, UploadId })
    } catch (error) {
      if (!isMissing(error)) throw error
    }
    for (const Key of [id, this.partKey(id, true), this.infoKey(id)]) await this.client.deleteObject({ Bucket, Key })
    await this.clearCache(id)
  }

  /** Writes the waiting bytes and the piece to a file, the next part. Not to memory: many pieces arrive at once. */
  async #append(piece: Readable, id: string, offset: number): Promise<number> {
    const parts = await this.retrieveParts(id)
    await mkdir(this.#temporaryFolder, { recursive: true })
    const path = join(this.#temporaryFolder, randomUUID())
    const file = await open(path, 'wx')
    try {
      const waiting = await this.#findWaiting(id, parts)
      if (waiting) await append(file, waiting, 0)
      const storedBytes = sumLengths(parts)
      const failure = await append(file, piece, offset - storedBytes).then(
        () => null,
        (error: unknown) => ({ error }),
      )
      // The bytes are stored after a failure too, so that an upload over a connection that breaks again and again makes progress.
      const end = storedBytes + (await file.stat()).size
      if (end > offset) await this.#storePart(id, parts, path, end)
      if (failure) throw failure.error
      return end
    } finally {
      await file.close()
      await rm(path, { force: true })
    }
  }

  async #storePart(id: string, parts: readonly Part[], path: string, end: number): Promise<void> {
    const metadata = await this.getMetadata(id)
    const isLast = end === metadata.file.size
    if (isLast || end - sumLengths(parts) >= this.minPartSize)
      await this.uploadPart(metadata, createReadStream(path), nextPartNumberOf(parts))
    else
      await this.client.putObject({
        ...this.#waitingObject(id),
        Body: createReadStream(path),
        Metadata: { [partNumberKey]: String(nextPartNumberOf(parts)) },
      })
    if (isLast) await this.#complete(id)
  }

  async #complete(id: string): Promise<void> {
    try {
      await this.finishMultipartUpload(await this.getMetadata(id), await this.retrieveParts(id))
    } catch (error) {
      if (!isMissing(error)) throw error
      // An earlier attempt completed the upload, but its reply was lost.
      await this.client.headObject({ Bucket: this.bucket, Key: id })
    }
    await this.client.deleteObject(this.#waitingObject(id))
    await this.clearCache(id)
  }

  async #findUpload(id: string): Promise<Upload> {
    const { file } = await catchMissing(this.getMetadata(id), throwFileNotFound)
    const size = file.size as number
    const parts = await catchMissing(this.retrieveParts(id), () => null)
    if (!parts) {
      // The upload was completed, or another server deleted it.
      await catchMissing(this.client.headObject({ Bucket: this.bucket, Key: id }), throwFileNotFound)
      return new Upload({ id, size, offset: size })
    }
    const stored = sumLengths(parts)
    // The server that stored the last part ended before it could complete the upload.
    if (stored === size) await this.#complete(id)
    const waiting = stored < size ? await this.#findWaitingLength(id, parts) : 0
    return new Upload({ id, size, offset: stored + waiting })
  }

  /** Returns null if no bytes wait, or if they have become a part already. */
  async #findWaiting(id: string, parts: readonly Part[]): Promise<Readable | null> {
    if ((await this.#findWaitingLength(id, parts)) === 0) return null
    const { Body } = await this.client.getObject(this.#waitingObject(id))
    return Body as Readable
  }

  async #findWaitingLength(id: string, parts: readonly Part[]): Promise<number> {
    const found = await catchMissing(this.client.headObject(this.#waitingObject(id)), () => null)
    return found?.Metadata?.[partNumberKey] === String(nextPartNumberOf(parts)) ? (found.ContentLength ?? 0) : 0
  }

  #waitingObject(id: string) {
    return { Bucket: this.bucket, Key: this.partKey(id, true) }
  }
}

const maxCachedUploads = 1000

/** Caches the fixed properties of uploads. An upload that another server completes stays here, so the oldest entries are dropped. */
function createBoundedCache(): KvStore<MetadataValue> {
  const cached = new Map<string, MetadataValue>()
  return {
    get: async (id) => cached.get(id),
    async set(id, value) {
      cached.set(id, value)
      const [oldest] = cached.keys()
      if (cached.size > maxCachedUploads && oldest !== undefined) cached.delete(oldest)
    },
    delete: async (id) => void cached.delete(id),
  }
}

/** The metadata key whose value is the number of the part that the waiting bytes begin. */
const partNumberKey = 'part-number'

const nextPartNumberOf = (parts: readonly Part[]) => parts.length + 1
const sumLengths = (parts: readonly Part[]) => parts.reduce((sum, { Size = 0 }) => sum + Size, 0)

function throwFileNotFound(): never {
  throw ERRORS.FILE_NOT_FOUND
}

async function catchMissing<T, U>(work: Promise<T>, otherwise: () => U): Promise<T | U> {
  try {
    return await work
  } catch (error) {
    if (isMissing(error)) return otherwise()
    throw error
  }
}
