import { randomUUIDv7 } from 'node:crypto'
import { AppError } from '@gaffer/domain/shared/app-error'
import { fileMessages } from '@gaffer/domain/files/file-messages'
import type { Storage, UploadPurpose } from '@gaffer/domain/files/upload'
import { acquireAdvisoryLocks } from '#platform/db/advisory-lock.ts'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { notFoundError } from '#platform/refusals.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import type { Services } from '#services.ts'
import { deleteForGood } from './hooks.ts'
import { deleteUpload, findUpload, insertDerivedFile, readUsedBytes, consumeUpload, type Upload } from './store.ts'

/** Serialises requests that add to the band's storage, until the transaction ends. */
export function lockStorage(tx: Db, { bandId }: MemberContext): Promise<void> {
  return acquireAdvisoryLocks(tx, `storage ${bandId}`)
}

export function refuseOverStorage({ config }: Pick<Services, 'config'>, bytes: number): void {
  if (bytes > config.bandStorageBytes)
    throw new AppError('storage_full', fileMessages.storageFull(config.bandStorageBytes))
}

/** Throws AppError when the band uses more than its storage, counted with what this transaction has written. */
export async function refuseFullStorage(
  services: Pick<Services, 'config'>,
  tx: Db,
  member: MemberContext,
): Promise<void> {
  const { usedBytes } = await readUsedBytes(tx, member)
  refuseOverStorage(services, usedBytes)
}

export async function readStorage({ config }: Services, db: Db, member: MemberContext): Promise<Storage> {
  const { usedBytes } = await readUsedBytes(db, member)
  return { usedBytes, limitBytes: config.bandStorageBytes }
}

/** Permanently deletes a soft-deleted chart or recording, which could still be restored. */
export function deleteFileForGood(db: Db, { bandId }: MemberContext, id: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const results = await deleteForGood.run(tx, { bandId, id })
    if (!results.includes(true)) throw notFoundError()
  })
}

export type OwnUploadKey = { member: MemberContext; uploadId: string }

/** Returns the caller's upload. Refuses an upload that has not arrived in full or is for another purpose. */
export async function requireFinishedUpload(
  { db, files }: Pick<Services, 'db' | 'files'>,
  { member, uploadId }: OwnUploadKey,
  purpose: UploadPurpose,
): Promise<Upload> {
  const upload = await findUpload(db, { ...member, uploadId })
  if (upload?.purpose !== purpose) throw uploadGoneError()
  if ((await files.findLength(uploadId)) !== upload.bytes) throw new AppError('conflict', fileMessages.uploadUnfinished)
  return upload
}

/** Deletes the row of an unused upload; a job deletes the bytes. */
export async function dropUpload(db: Db, { member, uploadId }: OwnUploadKey): Promise<void> {
  await deleteUpload(db, { ...member, uploadId })
}

/** Deletes an upload whose bytes do not suit its purpose, and throws AppError with the message. */
export async function refuseUpload(db: Db, upload: OwnUploadKey, message: string): Promise<never> {
  await dropUpload(db, upload)
  throw new AppError('unsupported_file', message)
}

/** Returns the name of a file without its extension, shortened to `maxCharacters` code points. */
export function toFileTitle(fileName: string, maxCharacters: number): string {
  const title = fileName.replace(/\.[A-Za-z0-9]{1,5}$/, '').trim() || fileName
  return Array.from(title).slice(0, maxCharacters).join('').trim()
}

/** Makes the upload a file of the band. An upload can be used once. */
export async function keepUpload(tx: Db, { member, uploadId }: OwnUploadKey, mediaType: string): Promise<void> {
  if (!(await consumeUpload(tx, { ...member, uploadId, mediaType }))) throw uploadGoneError()
}

/**
 * Stores a file that was made from an upload, such as a re-encoded picture; returns its id. Its row expires like an upload: if the server
 * stops before the file is used, retention deletes row and bytes.
 */
export async function storeDerivedFile(
  services: Pick<Services, 'db' | 'files' | 'config'>,
  { member, uploadId }: OwnUploadKey,
  bytes: Uint8Array,
): Promise<string> {
  const id = randomUUIDv7()
  await inTransaction(services.db, async (tx) => {
    await lockStorage(tx, member)
    const { usedBytes } = await readUsedBytes(tx, member)
    refuseOverStorage(services, usedBytes + bytes.length)
    if (!(await insertDerivedFile(tx, { ...member, uploadId, id, bytes: bytes.length }))) throw uploadGoneError()
  })
  try {
    await services.files.write(id, bytes)
  } catch (error) {
    await deleteUpload(services.db, { ...member, uploadId: id })
    throw error
  }
  return id
}

function uploadGoneError(): AppError {
  return new AppError('conflict', fileMessages.uploadGone)
}
