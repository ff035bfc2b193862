// Makes a repeated create harmless: the first answer is kept with the write, in one transaction, and given again.

import { createHash } from 'node:crypto'
import { messages } from '@gaffer/domain/messages'
import { AppError } from '@gaffer/domain/app-error'
import { inTransaction, type Database, type Db } from '#platform/db/connection.ts'
import { encrypt, decrypt } from '#platform/encryption.ts'
import { claimKey, keepReply } from './idempotency-store.ts'

/** What makes two requests the same one: the body as its schema reads it, however its fields were ordered. */
export type RepeatableRequest = {
  userId: string
  key: string
  path: string
  body: unknown
  /** The key that seals an answer with a secret in it. */
  sealedWith: Buffer | null
}

/**
 * Runs `create` once for each key of a person. A repeat waits for the first to commit and gets its answer;
 * the same key on a different request is refused.
 */
export function createOnce<T>(db: Database, request: RepeatableRequest, create: (tx: Db) => Promise<T>): Promise<T> {
  if (isEmpty(request.key)) throw new AppError('invalid_input', messages.idempotencyEmpty)
  if (request.key.length > 255) throw new AppError('invalid_input', 'The Idempotency-Key is too long')
  const requestHash = createHash('sha256')
    .update(JSON.stringify([request.path, request.body ?? null]))
    .digest()
  return inTransaction(db, async (tx) => {
    const kept = await claimKey(tx, { ...request, requestHash })
    if (!kept) {
      const reply = await create(tx)
      await keepReply(tx, request, toKeep(request, reply))
      return reply
    }
    if (!kept.request_hash.equals(requestHash)) throw new AppError('idempotency_key_reused', messages.idempotencyReused)
    return fromKept(request, kept.reply) as T
  })
}

/** Nothing, or an empty structured string (RFC 9651): a client whose key got lost would create twice, or meet others' keys. */
function isEmpty(key: string): boolean {
  return /^\s*("\s*")?\s*$/.test(key)
}

function toKeep(request: RepeatableRequest, reply: unknown): unknown {
  const { sealedWith } = request
  return sealedWith ? encrypt(sealedWith, ownerOf(request), JSON.stringify(reply)).toString('base64') : reply
}

function fromKept(request: RepeatableRequest, kept: unknown): unknown {
  const { sealedWith } = request
  // No answer is a text by itself.
  if (!sealedWith || typeof kept !== 'string') return kept
  return JSON.parse(decrypt(sealedWith, ownerOf(request), Buffer.from(kept, 'base64')))
}

function ownerOf({ userId, key }: RepeatableRequest): string {
  return `${userId} ${key}`
}
