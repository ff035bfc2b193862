// Uploads one file by tus, in pieces. The upload resumes automatically after a lost connection or a restart of the server. After the page was
// closed, it resumes once the same file is chosen for the same target.

import type { UploadPurpose } from '@gaffer/domain/files/upload'
import { limits } from '@gaffer/domain/shared/limits'
import { NetworkError } from '#lib/api-error.ts'
import { endpointPathOf } from '#lib/request.ts'
import { deleteStored, readStored, writeStored } from '#lib/browser-storage.ts'

export type NewUpload = {
  /** The band; null for a zip from which a new band is imported. */
  bandId: string | null
  purpose: UploadPurpose | 'band'
  file: Blob
  /** The file's name, with its extension. */
  name: string
  /** The object that the file is for, such as a song. The same file may be uploaded for two objects at once. */
  target: string
  /** A key from `generateIdempotencyKey()`, the same for all tries to upload this file. */
  idempotencyKey: string
}

type UploadOptions = { onProgress: (percent: number) => void; signal: AbortSignal }

/** Uploads a file; resolves to the upload's id. Rejects with ApiError, NetworkError or the signal's reason. An abort deletes the upload. */
export async function uploadFile(upload: NewUpload, { onProgress, signal }: UploadOptions): Promise<string> {
  const { bandId, purpose, file, name, idempotencyKey } = upload
  const { sendByTus } = await import('./send-by-tus.ts').catch((cause: unknown) => {
    throw new NetworkError(cause)
  })
  signal.throwIfAborted()
  const key = uploadKeyOf(upload)
  const address = await sendByTus({
    endpoint:
      bandId === null
        ? endpointPathOf('POST /api/me/uploads')
        : endpointPathOf('POST /api/bands/:bandId/uploads', { params: { bandId } }),
    address: findUploadAddress(key),
    idempotencyKey,
    file,
    metadata: { filename: name, purpose },
    onAddress: (begun) => storeUploadAddress(key, begun),
    onProgress,
    signal,
  }).catch((error: unknown) => {
    if (signal.aborted) forgetUploadAddress(key)
    throw error
  })
  return address.slice(address.lastIndexOf('/') + 1)
}

function uploadKeyOf({ bandId, purpose, target, name, file }: NewUpload): string {
  const changedAt = file instanceof File ? file.lastModified : 0
  return [bandId, purpose, target, name, file.size, changedAt].join(' ')
}

/** The URL of a begun upload, stored so that the upload can resume if the same file is chosen again after the page was closed. */
type StoredUploadAddress = { key: string; address: string; at: number }

const uploadLifetimeMs = limits.uploadHours * 3_600_000

function findUploadAddress(key: string): string | null {
  return readUploadAddresses().find((upload) => upload.key === key)?.address ?? null
}

function storeUploadAddress(key: string, address: string): void {
  const otherUploads = readUploadAddresses().filter((upload) => upload.key !== key)
  storeUploadAddresses([...otherUploads, { key, address, at: Date.now() }])
}

function forgetUploadAddress(key: string): void {
  storeUploadAddresses(readUploadAddresses().filter((upload) => upload.key !== key))
}

function storeUploadAddresses(uploads: readonly StoredUploadAddress[]): void {
  if (uploads.length > 0) writeStored('uploads', JSON.stringify(uploads))
  else deleteStored('uploads')
}

/** Deletes the stored URLs of uploads for bands that the user is no longer in. A key begins with the band's id, or with a space for a new band. */
export function forgetUploadsOfLeftBands(bandIds: readonly string[]): void {
  const remainingUploads = readUploadAddresses().filter(({ key }) =>
    ['', ...bandIds].includes(key.slice(0, key.indexOf(' '))),
  )
  storeUploadAddresses(remainingUploads)
}

/** The stored uploads, without expired uploads, which the server has deleted. */
function readUploadAddresses(): StoredUploadAddress[] {
  const stored = JSON.parse(readStored('uploads') ?? '[]') as StoredUploadAddress[]
  return stored.filter(({ at }) => Date.now() - at < uploadLifetimeMs)
}
