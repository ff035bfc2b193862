// Takes in pictures of people and bands: checks what they really are, re-encodes them, gives each its own address.

import { createHash, randomUUIDv7 } from 'node:crypto'
import { decodedSize, imageMessages, imagePath, maxImageBytes, parseDataUrl } from '@gaffer/domain/image'
import { messages } from '@gaffer/domain/messages'
import { Refusal } from '@gaffer/domain/refusal'
import type { Db } from '#db/connection.ts'
import type { RawReply } from '#http/serve.ts'
import { findImage, insertImage } from './store.ts'

/** Bytes of a JSON body that carries one picture of 5 MB as a data URL. */
export const imageBodyLimit = 7.5 * 1024 * 1024

const longestSide = 512
const mostPixels = 40_000_000
const readable = new Set(['png', 'jpeg', 'gif', 'webp'])

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

async function reencode(bytes: Buffer): Promise<Buffer> {
  // Loaded on first use: most servers' lives begin without a picture, and libvips is large.
  const { default: sharp } = await import('sharp')
  // Nobody's picture comes a second time, and its memory is kept for each of libvips' threads.
  sharp.cache(false)
  sharp.concurrency(1)
  try {
    const image = sharp(bytes, { limitInputPixels: mostPixels })
    const { format } = await image.metadata()
    if (!readable.has(format)) throw badImage(imageMessages.wrongType.text)
    return await image
      .rotate()
      .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer()
  } catch (error) {
    // sharp says of a broken or oversized file only that it could not read it; the member needs our sentence.
    throw error instanceof Refusal ? error : badImage(imageMessages.wrongType.text)
  }
}

function badImage(message: string): Refusal {
  return new Refusal('invalid_input', message, { issues: [{ path: 'avatarUrl', message }] })
}
