// Files in an S3-compatible store. Imported only where one is configured: the SDK takes 20 MB of memory.

import type { Readable } from 'node:stream'
import type { FileStore } from './file-store.ts'
import { isMissing, mapStoreErrors, storeErrorOf } from './s3-errors.ts'
import { storeDownError } from './store-errors.ts'
import { S3Uploads, type S3Settings } from './s3-uploads.ts'

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
      try {
        const { Body } = await s3.getObject({ Bucket, Key: id, ...(Range && { Range }) })
        return Body as Readable
      } catch (error) {
        throw isMissing(error) ? storeDownError(error) : storeErrorOf(error)
      }
    },
    async write(id, bytes) {
      await mapStoreErrors(s3.putObject({ Bucket, Key: id, Body: bytes }))
    },
    delete: (id) => mapStoreErrors(uploads.deleteAll(id)),
    async *list() {
      for (let ContinuationToken: string | undefined; ;) {
        const page = await mapStoreErrors(s3.listObjectsV2({ Bucket, ...(ContinuationToken && { ContinuationToken }) }))
        for (const { Key = '' } of page.Contents ?? []) yield Key.replace(/\.(info|part)$/, '')
        ContinuationToken = page.NextContinuationToken
        if (!ContinuationToken) return
      }
    },
    close: () => s3.destroy(),
  }
}
