import { randomUUIDv7 } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Metadata } from '@tus/server'
import { AppError } from '@gaffer/domain/shared/app-error'
import { londonInstant, addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import { limits } from '@gaffer/domain/shared/limits'
import { fileMessages } from '@gaffer/domain/files/file-messages'
import { largestUploads, UploadMetadata, type Storage, type UploadPurpose } from '@gaffer/domain/files/upload'
import { parseWithSchema } from '#http/pipeline/parse.ts'
import type { RawReply } from '#http/pipeline/raw-reply.ts'
import { acquireAdvisoryLocks } from '#platform/db/advisory-lock.ts'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { orNotFound } from '#platform/refusals.ts'
import { createUserConcurrencyLimiter } from '#platform/user-concurrency-limiter.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import type { Services } from '#services.ts'
import {
  deleteUpload,
  findUpload,
  insertDerivedFile,
  insertUpload,
  markUploadFinished,
  readUploadState,
  readUsedBytes,
  useUpload,
  type Upload,
} from './store.ts'
import type { Tus } from './tus.ts'

type TusCall = { headers: IncomingHttpHeaders; body: unknown }

export type Uploads = ReturnType<typeof createUploads>

/** The calls of the upload protocol. The limits of requests at once are those of one server. */
export function createUploads(services: Services, tus: Tus) {
  const { db, config } = services
  const busy = () => new AppError('too_many_requests', fileMessages.uploadsAtOnce, { retryAfterSeconds: 5 })
  const beginOfMember = createUserConcurrencyLimiter(limits.uploadsAtOncePerMember, busy)
  const beginOfServer = createUserConcurrencyLimiter(limits.uploadsAtOnce, busy)
  return { readOptions, create, readOffset, continueUpload, cancel }

  async function readOptions(): Promise<RawReply> {
    return { ...(await tus({ method: 'OPTIONS', path: '/', headers: {}, body: null })), status: 204 }
  }

  async function create(member: MemberContext, call: TusCall): Promise<RawReply> {
    const { filename: name, purpose } = readMetadata(call.headers)
    const bytes = readLength(call.headers, purpose)
    const uploadId = randomUUIDv7()
    await addUpload({ member, uploadId, purpose, name, bytes })
    try {
      return await receive(member, uploadId, 'POST', call)
    } catch (error) {
      await deleteUpload(db, { ...member, uploadId })
      throw error
    }
  }

  function addUpload({ member, ...upload }: NewUpload): Promise<void> {
    return inTransaction(db, async (tx) => {
      await lockStorage(tx, member)
      const { usedBytes, unfinished, bytesToday } = await readUploadState(tx, member)
      if (unfinished >= limits.unfinishedUploads)
        throw new AppError('too_many_requests', fileMessages.uploadsTooMany, { retryAfterSeconds: 60 })
      if (bytesToday + upload.bytes > limits.uploadBytesPerBandAndDay)
        throw new AppError('too_many_requests', fileMessages.uploadsTooManyToday, {
          retryAfterSeconds: secondsUntilTomorrow(tx),
        })
      refuseOverStorage(services, usedBytes + upload.bytes)
      if (!(await insertUpload(tx, { ...member, ...upload }))) orNotFound(null)
    })
  }

  async function readOffset(member: MemberContext, uploadId: string, call: TusCall): Promise<RawReply> {
    const upload = orNotFound(await findUpload(db, { ...member, uploadId }))
    const reply = await tus({ method: 'HEAD', path: pathOf(member, uploadId), ...call })
    return finishing(member, uploadId, upload, reply)
  }

  async function continueUpload(member: MemberContext, uploadId: string, call: TusCall): Promise<RawReply> {
    orNotFound(await findUpload(db, { ...member, uploadId }))
    return receive(member, uploadId, 'PATCH', call)
  }

  async function receive(
    member: MemberContext,
    uploadId: string,
    method: 'POST' | 'PATCH',
    call: TusCall,
  ): Promise<RawReply> {
    const end = call.body === undefined ? null : beginPiece(member)
    try {
      const reply = await tus({ method, path: pathOf(member, uploadId), ...call })
      const upload = orNotFound(await findUpload(db, { ...member, uploadId }))
      return await finishing(member, uploadId, upload, reply)
    } finally {
      end?.()
    }
  }

  function beginPiece({ userId }: MemberContext): () => void {
    const endOfServer = beginOfServer('all')
    try {
      const endOfMember = beginOfMember(userId)
      return () => {
        endOfMember()
        endOfServer()
      }
    } catch (error) {
      endOfServer()
      throw error
    }
  }

  /** Notes that all bytes arrived, also when the reply to the last piece was lost and a HEAD follows. */
  async function finishing(
    member: MemberContext,
    uploadId: string,
    { bytes, isFinished, expiresAt }: Upload,
    reply: RawReply,
  ): Promise<RawReply> {
    if (!isFinished && Number(reply.headers['upload-offset']) === bytes)
      await markUploadFinished(db, { ...member, uploadId })
    return { ...reply, headers: { ...reply.headers, 'upload-expires': new Date(expiresAt).toUTCString() } }
  }

  async function cancel(member: MemberContext, uploadId: string): Promise<RawReply> {
    if (!(await deleteUpload(db, { ...member, uploadId }))) orNotFound(null)
    return { headers: {}, content: null }
  }

  function pathOf({ bandId }: MemberContext, uploadId: string): string {
    return `/api/bands/${bandId}/uploads/${uploadId}`
  }

  function readLength(headers: IncomingHttpHeaders, purpose: UploadPurpose): number {
    const announced = String(headers['upload-length'] ?? '')
    if (!/^\d{1,15}$/.test(announced)) throw new AppError('invalid_input', fileMessages.metadataUnreadable)
    const bytes = Number(announced)
    if (bytes === 0) throw new AppError('invalid_input', fileMessages.fileEmpty)
    if (bytes > largestUploads[purpose])
      throw new AppError('too_large', fileMessages.uploadTooLarge(largestUploads[purpose]))
    refuseOverStorage({ config }, bytes)
    return bytes
  }
}

type NewUpload = { member: MemberContext; uploadId: string; purpose: UploadPurpose; name: string; bytes: number }

function readMetadata(headers: IncomingHttpHeaders): UploadMetadata {
  const text = headers['upload-metadata']
  try {
    return parseWithSchema(UploadMetadata, Metadata.parse(typeof text === 'string' ? text : undefined))
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('invalid_input', fileMessages.metadataUnreadable)
  }
}

/** Serialises what adds to the band's storage, until the transaction ends. */
function lockStorage(tx: Db, { bandId }: MemberContext): Promise<void> {
  return acquireAdvisoryLocks(tx, `storage ${bandId}`)
}

function refuseOverStorage({ config }: Pick<Services, 'config'>, bytes: number): void {
  if (bytes > config.bandStorageBytes)
    throw new AppError('storage_full', fileMessages.storageFull(config.bandStorageBytes))
}

function secondsUntilTomorrow({ clock }: Db): number {
  const now = clock.now()
  const tomorrow = londonInstant(addDays(todayInLondon(now), 1), '00:00')
  return Math.max(1, Math.ceil((tomorrow - now.getTime()) / 1000))
}

export async function readStorage({ config }: Services, db: Db, member: MemberContext): Promise<Storage> {
  const { usedBytes } = await readUsedBytes(db, member)
  return { usedBytes, limitBytes: config.bandStorageBytes }
}

export type OwnUpload = { member: MemberContext; uploadId: string }

/** The caller's upload, which must have arrived in full and be for this purpose. */
export async function requireFinishedUpload(
  { db, files }: Pick<Services, 'db' | 'files'>,
  { member, uploadId }: OwnUpload,
  purpose: UploadPurpose,
): Promise<Upload> {
  const upload = await findUpload(db, { ...member, uploadId })
  if (upload?.purpose !== purpose) throw uploadGoneError()
  if ((await files.findLength(uploadId)) !== upload.bytes) throw new AppError('conflict', fileMessages.uploadUnfinished)
  return upload
}

/** Deletes an upload that nothing can use. */
export async function dropUpload(db: Db, { member, uploadId }: OwnUpload): Promise<void> {
  await deleteUpload(db, { ...member, uploadId })
}

/** Makes the upload a file of the band. An upload can be used once. */
export async function keepUpload(tx: Db, { member, uploadId }: OwnUpload, mediaType: string): Promise<void> {
  if (!(await useUpload(tx, { ...member, uploadId, mediaType }))) throw uploadGoneError()
}

/**
 * Stores a file that was made from an upload, such as a re-encoded picture. Its row is an upload that expires: if the server stops before the
 * file is used, retention deletes row and bytes.
 */
export async function storeDerivedFile(
  services: Pick<Services, 'db' | 'files' | 'config'>,
  { member, uploadId }: OwnUpload,
  bytes: Uint8Array,
): Promise<string> {
  const id = randomUUIDv7()
  await inTransaction(services.db, async (tx) => {
    await lockStorage(tx, member)
    const { usedBytes } = await readUsedBytes(tx, member)
    refuseOverStorage(services, usedBytes + bytes.length)
    if (!(await insertDerivedFile(tx, { ...member, uploadId, id, bytes: bytes.length }))) throw uploadGoneError()
  })
  await services.files.write(id, bytes)
  return id
}

function uploadGoneError(): AppError {
  return new AppError('conflict', fileMessages.uploadGone)
}
