// The calls of the upload protocol, for uploads of a band's members and for uploads of a person.

import { randomUUIDv7 } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { Metadata } from '@tus/server'
import type * as z from 'zod/mini'
import { AppError } from '@gaffer/domain/shared/app-error'
import { addDays, londonInstant, todayInLondon } from '@gaffer/domain/shared/dates'
import { limits } from '@gaffer/domain/shared/limits'
import { fileMessages } from '@gaffer/domain/files/file-messages'
import { runIdempotently } from '#http/pipeline/idempotency.ts'
import { parseWithSchema } from '#http/pipeline/parse.ts'
import { drainRequestBody } from '#http/pipeline/read-body.ts'
import type { RawReply } from '#http/pipeline/raw-reply.ts'
import { inTransaction, type Db, type DatabasePool } from '#platform/db/connection.ts'
import { notFoundError, orNotFound } from '#platform/refusals.ts'
import { createUserConcurrencyLimiter } from '#platform/user-concurrency-limiter.ts'
import type { Tus } from './tus.ts'

type TusCall = { headers: IncomingHttpHeaders; body: unknown }
type KnownUpload = { purpose: string; name: string; bytes: number; isFinished: boolean; expiresAt: string }
export type NewUpload<Purpose> = { uploadId: string; purpose: Purpose; name: string; bytes: number }

/** Access to the rows of uploads by one kind of owner: members of a band, or persons. */
export type UploadRows<Owner extends { userId: string }, Purpose extends string> = {
  metadata: z.ZodMiniType<{ filename: string; purpose: Purpose }>
  maxBytesOf(purpose: Purpose): number
  /** The path of the upload's endpoints. */
  pathOf(owner: Owner, uploadId: string): string
  /** Inserts the row. Throws AppError for an upload over a limit of the owner. */
  add(tx: Db, owner: Owner, upload: NewUpload<Purpose>): Promise<void>
  find(owner: Owner, uploadId: string): Promise<KnownUpload | undefined>
  markFinished(owner: Owner, uploadId: string): Promise<void>
  /** Returns false when there is no such upload. */
  delete(owner: Owner, uploadId: string): Promise<boolean>
}

type BeginPiece = (userId: string) => () => void

/** Limits the pieces that this server receives at once. `BeginPiece` returns a function that ends the piece, or throws AppError. */
export function createPieceLimiter(): BeginPiece {
  const tooManyPiecesError = () =>
    new AppError('too_many_requests', fileMessages.uploadsAtOnce, { retryAfterSeconds: 5 })
  const beginForUser = createUserConcurrencyLimiter(limits.uploadsAtOncePerMember, tooManyPiecesError)
  const beginForServer = createUserConcurrencyLimiter(limits.uploadsAtOnce, tooManyPiecesError)
  return (userId) => {
    const endForServer = beginForServer('all')
    try {
      const endForUser = beginForUser(userId)
      return () => {
        endForUser()
        endForServer()
      }
    } catch (error) {
      endForServer()
      throw error
    }
  }
}

export function createUploads<Owner extends { userId: string }, Purpose extends string>(
  db: DatabasePool,
  tus: Tus,
  beginPiece: BeginPiece,
  rows: UploadRows<Owner, Purpose>,
) {
  return { readOptions, create, readOffset, continueUpload, cancel }

  async function readOptions(): Promise<RawReply> {
    return { ...(await tus({ method: 'OPTIONS', path: '/', headers: {}, body: null })), status: 204 }
  }

  async function create(owner: Owner, call: TusCall): Promise<RawReply> {
    const { filename: name, purpose } = readMetadata(call.headers)
    const bytes = readLength(call.headers, rows.maxBytesOf(purpose))
    const upload = { uploadId: randomUUIDv7(), purpose, name, bytes }
    const key = call.headers['idempotency-key']
    if (typeof key === 'string') return createOnce(owner, upload, key, call)
    await inTransaction(db, (tx) => rows.add(tx, owner, upload))
    try {
      return await receive(owner, upload.uploadId, 'POST', call)
    } catch (error) {
      await rows.delete(owner, upload.uploadId)
      throw error
    }
  }

  /**
   * Creates one upload per idempotency key. If its first bytes fail to arrive, the upload stays: a repeated request gets its path and its
   * offset, from which the client continues. The bytes of a repeated request are dropped.
   */
  async function createOnce(owner: Owner, upload: NewUpload<Purpose>, key: string, call: TusCall): Promise<RawReply> {
    const { uploadId: newId, ...announced } = upload
    const path = `POST ${rows.pathOf(owner, '')}`
    const request = { userId: owner.userId, key, path, body: announced, days: limits.idempotencyKeyDays }
    const { uploadId } = await runIdempotently(db, { ...request, encryptionKey: null }, async (tx) => {
      await rows.add(tx, owner, upload)
      return { uploadId: newId }
    })
    if (uploadId === newId) return receive(owner, uploadId, 'POST', call)
    if (call.body instanceof Readable) drainRequestBody(call.body as IncomingMessage)
    const repeated = { headers: withoutBodyHeaders(call.headers), body: undefined }
    const reply = await readOffset(owner, uploadId, repeated).catch(async (error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error
      // The row has no file if the server stopped before it created the file: create it now.
      orNotFound(await rows.find(owner, uploadId))
      await receive(owner, uploadId, 'POST', repeated)
      return readOffset(owner, uploadId, repeated)
    })
    return { ...reply, status: 201, headers: { ...reply.headers, location: rows.pathOf(owner, uploadId) } }
  }

  async function readOffset(owner: Owner, uploadId: string, call: TusCall): Promise<RawReply> {
    const upload = orNotFound(await rows.find(owner, uploadId))
    const reply = await tus({ method: 'HEAD', path: rows.pathOf(owner, uploadId), ...call })
    const metadata = Metadata.stringify({ filename: upload.name, purpose: upload.purpose })
    const headers = { ...reply.headers, 'upload-metadata': metadata }
    return markIfFinished(owner, uploadId, upload, { ...reply, headers })
  }

  async function continueUpload(owner: Owner, uploadId: string, call: TusCall): Promise<RawReply> {
    orNotFound(await rows.find(owner, uploadId))
    return receive(owner, uploadId, 'PATCH', call)
  }

  async function receive(owner: Owner, uploadId: string, method: 'POST' | 'PATCH', call: TusCall): Promise<RawReply> {
    const end = call.body === undefined ? null : beginPiece(owner.userId)
    try {
      const reply = await tus({ method, path: rows.pathOf(owner, uploadId), ...call })
      const upload = orNotFound(await rows.find(owner, uploadId))
      return await markIfFinished(owner, uploadId, upload, reply)
    } finally {
      end?.()
    }
  }

  /** Adds Upload-Expires. Marks the upload as finished once all bytes have arrived, also at a HEAD after a lost reply to the last piece. */
  async function markIfFinished(
    owner: Owner,
    uploadId: string,
    { bytes, isFinished, expiresAt }: KnownUpload,
    reply: RawReply,
  ): Promise<RawReply> {
    if (!isFinished && Number(reply.headers['upload-offset']) === bytes) await rows.markFinished(owner, uploadId)
    return { ...reply, headers: { ...reply.headers, 'upload-expires': new Date(expiresAt).toUTCString() } }
  }

  async function cancel(owner: Owner, uploadId: string): Promise<RawReply> {
    if (!(await rows.delete(owner, uploadId))) throw notFoundError()
    return { headers: {}, content: null }
  }

  function readMetadata(headers: IncomingHttpHeaders): { filename: string; purpose: Purpose } {
    const text = headers['upload-metadata']
    try {
      return parseWithSchema(rows.metadata, Metadata.parse(typeof text === 'string' ? text : undefined))
    } catch (error) {
      if (error instanceof AppError) throw error
      throw new AppError('invalid_input', fileMessages.metadataUnreadable)
    }
  }
}

function withoutBodyHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return { ...headers, 'content-type': undefined, 'content-length': undefined }
}

function readLength(headers: IncomingHttpHeaders, maxBytes: number): number {
  const announced = String(headers['upload-length'] ?? '')
  if (!/^\d{1,15}$/.test(announced)) throw new AppError('invalid_input', fileMessages.metadataUnreadable)
  const bytes = Number(announced)
  if (bytes === 0) throw new AppError('invalid_input', fileMessages.fileEmpty)
  if (bytes > maxBytes) throw new AppError('too_large', fileMessages.uploadTooLarge(maxBytes))
  return bytes
}

/** Throws AppError at the limit of unfinished uploads of one owner. */
export function refuseTooManyUnfinished(unfinishedCount: number): void {
  if (unfinishedCount >= limits.unfinishedUploads)
    throw new AppError('too_many_requests', fileMessages.uploadsTooMany, { retryAfterSeconds: 60 })
}

/** Throws AppError, with the seconds until tomorrow, when the uploads of one day announce more than `maxBytes`. */
export function refuseOverDailyBytes({ clock }: Db, bytesOfDay: number, maxBytes: number, message: string): void {
  if (bytesOfDay <= maxBytes) return
  const now = clock.now()
  const tomorrow = londonInstant(addDays(todayInLondon(now), 1), '00:00')
  const retryAfterSeconds = Math.max(1, Math.ceil((tomorrow - now.getTime()) / 1000))
  throw new AppError('too_many_requests', message, { retryAfterSeconds })
}
