// Uploads one file by tus, in pieces. After a lost connection or a restart of the server it goes on by itself; a page that was closed goes
// on once the same file is given for the same target again.

import type { UploadPurpose } from '@gaffer/domain/files/upload'
import { NetworkError } from '#lib/api-error.ts'
import { endpointPathOf } from '#lib/request.ts'
import { findUploadAddress, forgetUploadAddress, storeUploadAddress } from './upload-addresses.ts'

export type NewUpload = {
  /** Null for the zip of a band that is to be made of it. */
  bandId: string | null
  purpose: UploadPurpose | 'band'
  file: Blob
  /** The file's name, with its extension. */
  name: string
  /** The object that the file is for, such as a song: the same file may be uploaded for two of them at once. */
  target: string
}

type Control = { onProgress: (percent: number) => void; signal: AbortSignal }

/** Resolves to the id of the finished upload. Rejects with ApiError, NetworkError, or the signal's reason; an abort deletes the upload. */
export async function uploadFile(upload: NewUpload, { onProgress, signal }: Control): Promise<string> {
  const { bandId, purpose, file, name } = upload
  const { sendByTus } = await import('./send-by-tus.ts').catch((cause: unknown) => {
    throw new NetworkError(cause)
  })
  signal.throwIfAborted()
  const key = keyOf(upload)
  const address = await sendByTus({
    endpoint:
      bandId === null
        ? endpointPathOf('POST /api/me/uploads')
        : endpointPathOf('POST /api/bands/:bandId/uploads', { params: { bandId } }),
    address: findUploadAddress(key),
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

function keyOf({ bandId, purpose, target, name, file }: NewUpload): string {
  const changedAt = file instanceof File ? file.lastModified : 0
  return [bandId, purpose, target, name, file.size, changedAt].join(' ')
}
