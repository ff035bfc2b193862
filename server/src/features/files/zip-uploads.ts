// Uploads that belong to a user instead of a band: zips of whole bands, from which the user makes a band.

import { AppError } from '@gaffer/domain/shared/app-error'
import { fileMessages } from '@gaffer/domain/files/file-messages'
import { maxZipBytes, ZipMetadata } from '@gaffer/domain/files/upload'
import { limits } from '@gaffer/domain/shared/limits'
import { acquireAdvisoryLocks } from '#platform/db/advisory-lock.ts'
import type { Db } from '#platform/db/connection.ts'
import { notFoundError } from '#platform/refusals.ts'
import type { AuthenticatedUser } from '#platform/verified-identities.ts'
import type { Services } from '#services.ts'
import { refuseOverDailyBytes, refuseTooManyUnfinished, type UploadRows } from './uploads.ts'
import {
  deleteZip,
  deleteZipUpload,
  findZipUpload,
  insertZipUpload,
  markZipUploadFinished,
  readZipUploadState,
  consumeZipUpload,
} from './zip-upload-store.ts'

export function createPersonUploadRows({ db, config }: Services): UploadRows<AuthenticatedUser, 'band'> {
  const maxBytes = maxZipBytes(config.bandStorageBytes)
  const maxBytesPerDay = Math.max(limits.uploadBytesPerBandAndDay, maxBytes)
  return {
    metadata: ZipMetadata,
    maxBytesOf: () => maxBytes,
    pathOf: (_, uploadId) => `/api/me/uploads/${uploadId}`,
    async add(tx, { userId }, { uploadId, name, bytes }) {
      await acquireAdvisoryLocks(tx, `zip uploads ${userId}`)
      const { unfinishedCount, bytesToday } = await readZipUploadState(tx, { userId })
      refuseTooManyUnfinished(unfinishedCount)
      refuseOverDailyBytes(tx, bytesToday + bytes, maxBytesPerDay, fileMessages.uploadedTooMuchToday)
      if (!(await insertZipUpload(tx, { userId, uploadId, name, bytes }))) throw notFoundError()
    },
    find: ({ userId }, uploadId) => findZipUpload(db, { userId, uploadId }),
    markFinished: ({ userId }, uploadId) => markZipUploadFinished(db, { userId, uploadId }),
    delete: ({ userId }, uploadId) => deleteZipUpload(db, { userId, uploadId }),
  }
}

type OwnZip = { userId: string; uploadId: string }

/** Throws AppError unless the caller has this zip, all its bytes have arrived, and it was not used yet. */
export async function requireFinishedZip({ db, files }: Pick<Services, 'db' | 'files'>, zip: OwnZip): Promise<void> {
  const upload = await findZipUpload(db, zip)
  if (!upload) throw zipGoneError()
  if ((await files.findLength(zip.uploadId)) !== upload.bytes)
    throw new AppError('conflict', fileMessages.uploadUnfinished)
}

/** Marks the zip as used, which is possible once. Its bytes stay until `dropZip`, for `limits.uploadHours` at most. */
export async function markZipUsed(tx: Db, zip: OwnZip): Promise<void> {
  if (!(await consumeZipUpload(tx, zip))) throw zipGoneError()
}

/** Deletes a zip, used or not; a job deletes its bytes. */
export async function dropZip(tx: Db, zip: OwnZip): Promise<void> {
  await deleteZip(tx, zip)
}

function zipGoneError(): AppError {
  return new AppError('conflict', fileMessages.uploadGone)
}
