// Takes in pictures of people and bands: checks what they really are, re-encodes them, gives each its own address.

import { createHash, randomUUIDv7 } from 'node:crypto'
import { decodedSize, imageMessages, imagePath, maxImageBytes, parseDataUrl } from '@gaffer/domain/image'
import { messages } from '@gaffer/domain/messages'
import { Refusal } from '@gaffer/domain/refusal'
import type { Db } from '#db/connection.ts'
import type { RawReply } from '#http/serve.ts'
import { makeReencoder } from './reencoder.ts'
import { findImage, insertImage } from './store.ts'

/**
 * For the calls that take a picture: a JSON body that carries one of 5 MB as a data URL, and time to wait while those of others
 * are read, which the database has no part in.
 */
export const takesPicture = { bodyLimit: 7.5 * 1024 * 1024, deadlineMs: 10_000 }

const reencode = makeReencoder()

/**
 * Turns an avatarUrl from a request into the address to store: null and addresses of stored pictures stay, a data
 * URL is re-encoded to WebP, which drops metadata and whatever else was hidden in the file.
 */
export async function storeImage(db: Db, avatarUrl: string | null): Promise<string | null> {
  if (avatarUrl === null || imagePath.test(avatarUrl)) return avatarUrl
  const data = parseDataUrl(avatarUrl)
  if (!data) throw badImage(imageMessages.wrongType.text)
  if (decodedSize(data.base64) > maxImageBytes) throw badImage(imageMessages.tooLarge.text)
  const content = await reencode(Buffer.from(data.base64, 'base64'))
  if (!content) throw badImage(imageMessages.wrongType.text)
  const contentHash = createHash('sha256').update(content).digest()
  return `/images/${await insertImage(db, { id: randomUUIDv7(), contentHash, content })}.webp`
}

export async function readImage(db: Db, file: string): Promise<RawReply> {
  const id = /^([0-9a-f-]{36})\.webp$/.exec(file)?.[1]
  const content = id ? await findImage(db, id) : undefined
  if (!content) throw new Refusal('not_found', messages.notFound)
  const headers = { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' }
  return { headers, content }
}

function badImage(message: string): Refusal {
  return new Refusal('invalid_input', message, { issues: [{ path: 'avatarUrl', message }] })
}
