// Files in an S3-compatible store. Imported only where one is configured: the SDK takes 20 MB of memory.

import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { NoSuchKey, NotFound, type S3 } from '@aws-sdk/client-s3'
import { S3Store } from '@tus/s3-store'
import { AppError } from '@gaffer/domain/shared/app-error'
import { fileMessages } from '@gaffer/domain/files/file-messages'
import type { FileStore } from './file-store.ts'

export type S3Settings = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const megabyte = 1024 * 1024
/** A store whose writes are blocked sends no error, so requests need a limit of their own. */
const requestTimeoutMs = 20_000

export function openS3Store(settings: S3Settings, temporaryFolder: string): FileStore {
  const { bucket: Bucket } = settings
  const uploads = new S3Uploads(settings, temporaryFolder)
  const { s3 } = uploads
  return {
    uploads,
    async findLength(id) {
      try {
        const { ContentLength = null } = await s3.headObject({ Bucket, Key: id })
        return ContentLength
      } catch (error) {
        if (isMissing(error)) return null
        throw storeErrorOf(error)
      }
    },
    async read(id, range) {
      const Range = range && `bytes=${range.start}-${range.end}`
      const { Body } = await orStoreError(s3.getObject({ Bucket, Key: id, ...(Range && { Range }) }))
      return Body as Readable
    },
    async write(id, bytes) {
      await orStoreError(s3.putObject({ Bucket, Key: id, Body: bytes }))
    },
    delete: (id) => orStoreError(uploads.deleteAll(id)),
    async *list() {
      for (let ContinuationToken: string | undefined; ;) {
        const page = await orStoreError(s3.listObjectsV2({ Bucket, ...(ContinuationToken && { ContinuationToken }) }))
        for (const { Key = '' } of page.Contents ?? []) yield Key.replace(/\.(info|part)$/, '')
        ContinuationToken = page.NextContinuationToken
        if (!ContinuationToken) return
      }
    },
    close: () => s3.destroy(),
  }
}

class S3Uploads extends S3Store {
  override extensions = ['creation', 'creation-with-upload', 'termination', 'expiration']
  readonly #temporaryFolder: string

  constructor({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings, temporaryFolder: string) {
    super({
      // Two requests of the largest piece: the first one waits as an incomplete part for the second.
      partSize: 8 * megabyte,
      useTags: false,
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
    return orStoreError(super.create(...args))
  }

  override write(...args: Parameters<S3Store['write']>) {
    return orStoreError(super.write(...args))
  }

  override getUpload(id: string) {
    return orStoreError(super.getUpload(id))
  }

  /** Unlike `remove`, which stops at an upload that is finished. */
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

  /** The default is a folder of the system, where parts of an earlier process would stay for ever. */
  protected override async uniqueTmpFileName(template: string): Promise<string> {
    await mkdir(this.#temporaryFolder, { recursive: true })
    return join(this.#temporaryFolder, template + randomUUID())
  }
}

const missingCodes = new Set(['NoSuchKey', 'NoSuchUpload', 'NotFound'])

function isMissing(error: unknown): boolean {
  return (
    error instanceof NoSuchKey || error instanceof NotFound || missingCodes.has((error as { name?: string }).name ?? '')
  )
}

type FailedRequest = { $fault?: 'client' | 'server'; $metadata?: { httpStatusCode?: number }; code?: string }

/** Errors of the network have a code, those of the store's replies a fault. */
function storeErrorOf(error: unknown): unknown {
  const { $fault, $metadata, code } = error as FailedRequest
  const isDown = $fault === 'server' || ($metadata?.httpStatusCode ?? 0) >= 500 || isNetworkError(error, code)
  if (!isDown) return error
  return Object.assign(new AppError('unavailable', fileMessages.storeDown, { retryAfterSeconds: 5 }), { cause: error })
}

function isNetworkError(error: unknown, code: string | undefined): boolean {
  return /^(ECONN|ENOTFOUND|EPIPE|ETIMEDOUT|EAI_)/.test(code ?? '') || (error as Error).name === 'TimeoutError'
}

async function orStoreError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw storeErrorOf(error)
  }
}
