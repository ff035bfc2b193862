// The addresses of unfinished uploads: a file that is chosen again after a closed page goes on where it stopped.

import { limits } from '@gaffer/domain/shared/limits'
import { deleteStored, readStored, writeStored } from '#lib/browser-storage.ts'

type StoredUpload = { key: string; address: string; at: number }

const lifetimeMs = limits.uploadHours * 3_600_000

export function findUploadAddress(key: string): string | null {
  return readUploads().find((upload) => upload.key === key)?.address ?? null
}

export function storeUploadAddress(key: string, address: string): void {
  const others = readUploads().filter((upload) => upload.key !== key)
  writeStored('uploads', JSON.stringify([...others, { key, address, at: Date.now() }]))
}

export function forgetUploadAddress(key: string): void {
  const others = readUploads().filter((upload) => upload.key !== key)
  if (others.length > 0) writeStored('uploads', JSON.stringify(others))
  else deleteStored('uploads')
}

/** The server deletes an upload after a day, used or not. */
function readUploads(): StoredUpload[] {
  const stored = JSON.parse(readStored('uploads') ?? '[]') as StoredUpload[]
  return stored.filter(({ at }) => Date.now() - at < lifetimeMs)
}
