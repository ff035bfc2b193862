// Idempotency-Key: the first response is stored in the transaction of the write and returned to repeated requests.

import { createHash, hash } from 'node:crypto'
import { messages } from '@gaffer/domain/shared/messages'
import { AppError } from '@gaffer/domain/shared/app-error'
import { inTransaction, type DatabasePool, type Db } from '#platform/db/connection.ts'
import { encrypt, decrypt } from '#platform/encryption.ts'
import { insertKeyOrFindResponse, findResponse, storeResponse, type IdempotencyKeyRow } from './idempotency-store.ts'

/** Identifies a request. `body` is the output of the endpoint's schema, so the order of the fields in the request does not matter. */
export type IdempotentRequest = {
  userId: string
  key: string
  path: string
  body: unknown
  /** Days until the key may be used for another request. */
  days: number
  /** Encrypts a response that contains a secret; null if it contains none. */
  encryptionKey: Buffer | null
}

/**
 * Runs `create` once per user and key. A repeated request waits for the first one to commit and gets its response. A different
 * request with the same key is refused. `prepare` runs before the transaction, and not at all once a response is stored: its
 * limits must not refuse a retry.
 */
export async function runIdempotently<T, Prepared>(
  db: DatabasePool,
  request: IdempotentRequest,
  create: (tx: Db, prepared: Prepared | undefined) => Promise<T>,
  prepare?: () => Promise<Prepared>,
): Promise<T> {
  if (isEmptyKey(request.key)) throw new AppError('invalid_input', messages.idempotencyEmpty)
  if (request.key.length > 255) throw new AppError('invalid_input', 'The Idempotency-Key is too long')
  const requestHash = createHash('sha256')
    .update(JSON.stringify([request.path, bodyFingerprint(request.body)]))
    .digest()
  const replay = (stored: IdempotencyKeyRow): T => {
    if (!stored.requestHash.equals(requestHash))
      throw new AppError('idempotency_key_reused', messages.idempotencyReused)
    return fromStored(request, stored.response) as T
  }
  const earlier = prepare && (await findResponse(db, request))
  if (earlier) return replay(earlier)
  const prepared = await prepare?.()
  return inTransaction(db, async (tx) => {
    const stored = await insertKeyOrFindResponse(tx, { ...request, requestHash })
    if (stored) return replay(stored)
    const response = await create(tx, prepared)
    // An empty response is stored as null.
    await storeResponse(tx, { ...request, response: JSON.stringify(toStored(request, response) ?? null) })
    return response
  })
}

/** A body of bytes is replaced by its hash: as JSON, a picture of 5 MB would have 20 MB. */
function bodyFingerprint(body: unknown): unknown {
  return body instanceof Uint8Array ? hash('sha256', body, 'base64') : (body ?? null)
}

/** Blank, or an empty structured string (RFC 9651). An empty key is a client error: all its requests would share one key. */
function isEmptyKey(key: string): boolean {
  return /^\s*("\s*")?\s*$/.test(key)
}

function toStored(request: IdempotentRequest, response: unknown): unknown {
  const { encryptionKey } = request
  return encryptionKey
    ? encrypt(encryptionKey, formatOwner(request), JSON.stringify(response)).toString('base64')
    : response
}

function fromStored(request: IdempotentRequest, stored: unknown): unknown {
  const { encryptionKey } = request
  // Stored text is ciphertext: no endpoint responds with a plain string.
  if (!encryptionKey || typeof stored !== 'string') return stored
  return JSON.parse(decrypt(encryptionKey, formatOwner(request), Buffer.from(stored, 'base64')))
}

function formatOwner({ userId, key }: IdempotentRequest): string {
  return `${userId} ${key}`
}
