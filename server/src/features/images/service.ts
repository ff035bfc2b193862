import { hash, randomUUIDv7 } from 'node:crypto'
import { imageMessages, imagePathPattern, maxImageBytes, parseDataUrl } from '@gaffer/domain/images/image'
import { limits } from '@gaffer/domain/shared/limits'
import { messages } from '@gaffer/domain/shared/messages'
import { AppError } from '@gaffer/domain/shared/app-error'
import type { Db } from '#platform/db/connection.ts'
import type { AuthenticatedUser } from '#platform/verified-identities.ts'
import { createUserConcurrencyLimiter } from '#platform/user-concurrency-limiter.ts'
import { invalidFieldError, orNotFound } from '#platform/refusals.ts'
import { createImageWorker } from './image-reencoder.ts'
import { avatarSide, pageCountOrder, posterOrder, type Poster } from './image-worker-pipe.ts'
import type { PdfPages } from './pdf-pages.ts'
import { canUserUseImage, findImage, findUploadWait, upsertImage, isStoredImage } from './store.ts'

/** A picture re-encoded as WebP, which drops metadata and anything else hidden in the upload. */
export type ReencodedImage = { content: Uint8Array; contentHash: Buffer }
export type PreparedPicture = { picture: ReencodedImage | null }

/** The deadline of a request with a picture, which includes the wait for the worker. */
const deadlineMs = 10_000
export const pictureUploadOptions = { largeBody: 'picture', deadlineMs, prepare: reencodePicture } as const
/** Options of endpoints with a picture as a data URL of up to 5 MB, which is prepared before a transaction begins. */
export const imageUploadOptions = { largeBody: 'withPicture', deadlineMs, prepare: reencodeBodyPicture } as const

const callWorker = createImageWorker()
const reencode = (userId: string, bytes: Uint8Array) =>
  callWorker<Uint8Array>({ userId, read: () => bytes, longestSide: avatarSide })
const beginReencoding = createUserConcurrencyLimiter(
  limits.picturesAtOncePerUser,
  () => new AppError('too_many_requests', messages.tooMany, { retryAfterSeconds: 2 }),
)

/** `inlineImage` is the decoded picture of a large body; `body` contains its hash instead. */
type UploadCall = { db: Db; body: unknown; inlineImage: { bytes: Buffer; base64: string } | null; userId: string }

async function reencodeBodyPicture({ db, body, inlineImage, userId }: UploadCall): Promise<PreparedPicture> {
  const { avatarUrl } = (body ?? {}) as { avatarUrl?: string | null }
  const data = avatarUrl ? parseDataUrl(avatarUrl) : null
  if (!data) return { picture: null }
  const bytes = data.base64 === inlineImage?.base64 ? inlineImage.bytes : Buffer.from(data.base64, 'base64')
  if (bytes.length > maxImageBytes) throw invalidImageError(imageMessages.tooLarge.text)
  const picture = await reencodeUpload(db, userId, bytes)
  if (!picture) throw invalidImageError(imageMessages.wrongType.text)
  return { picture }
}

/** Re-encodes the request body, which is a picture. */
async function reencodePicture({ db, body, userId }: UploadCall): Promise<{ picture: ReencodedImage }> {
  const picture = await reencodeUpload(db, userId, body as Uint8Array)
  if (!picture) throw new AppError('invalid_input', imageMessages.wrongType.text)
  return { picture }
}

/** Stores the picture and returns its address. Equal pictures have one address. */
export async function uploadPicture(
  db: Db,
  user: AuthenticatedUser,
  picture: ReencodedImage,
): Promise<{ url: string }> {
  return { url: await storePicture(db, user, picture) }
}

/** Returns null if re-encoding fails, for example because the bytes are not a readable picture. */
async function reencodeUpload(db: Db, userId: string, bytes: Uint8Array): Promise<ReencodedImage | null> {
  await refuseOverDailyLimit(db, userId)
  const endReencoding = beginReencoding(userId)
  const content = await reencode(userId, bytes).finally(endReencoding)
  return content && { content, contentHash: hash('sha256', content, 'buffer') }
}

/**
 * Re-encodes the pictures of a band file; the result has the keys of `dataUrls`. A picture that is stored already, byte for byte, is not
 * re-encoded again. The daily limit is checked once, before all pictures.
 */
export async function reencodePictures(
  { db, userId }: Pick<UploadCall, 'db' | 'userId'>,
  dataUrls: ReadonlyMap<string, string>,
): Promise<Map<string, ReencodedImage>> {
  const pictures = new Map<string, ReencodedImage>()
  if (dataUrls.size === 0) return pictures
  await refuseOverDailyLimit(db, userId)
  const endReencoding = beginReencoding(userId)
  try {
    for (const [key, dataUrl] of dataUrls) {
      const bytes = Buffer.from(parseDataUrl(dataUrl)?.base64 ?? '', 'base64')
      const contentHash = hash('sha256', bytes, 'buffer')
      const content = (await isStoredImage(db, { contentHash })) ? bytes : await reencode(userId, bytes)
      if (!content) throw invalidFieldError('pictures', imageMessages.wrongType.text)
      pictures.set(key, { content, contentHash: hash('sha256', content, 'buffer') })
    }
  } finally {
    endReencoding()
  }
  return pictures
}

type ReadBytes = () => Promise<Uint8Array>

/** Re-encodes a picture of a chart as WebP without metadata; null if re-encoding fails. */
export function reencodeChartPicture(userId: string | null, read: ReadBytes): Promise<Uint8Array | null> {
  return callWorker({ userId, read, longestSide: limits.chartPictureSide })
}

/** Draws a picture for link previews as PNG; null if drawing fails. */
export function drawPoster(poster: Poster): Promise<Uint8Array | null> {
  return callWorker({ userId: null, read: () => Buffer.from(JSON.stringify(poster)), longestSide: posterOrder })
}

const pdfTimeoutMs = 5000

/** A PDF counts as unreadable if the worker takes too long or crashes. */
export async function readPdfPages(userId: string | null, read: ReadBytes): Promise<PdfPages> {
  return (
    (await callWorker<PdfPages>({ userId, read, longestSide: pageCountOrder, timeoutMs: pdfTimeoutMs })) ?? {
      refused: 'unreadable',
    }
  )
}

/** Runs before the re-encoding, so parallel uploads can exceed the limit by `picturesAtOncePerUser - 1` per server. */
async function refuseOverDailyLimit(db: Db, userId: string): Promise<void> {
  const wait = await findUploadWait(db, { userId })
  if (wait)
    throw new AppError('too_many_requests', messages.picturesTooMany, { retryAfterSeconds: Math.max(1, wait.seconds) })
}

/**
 * Returns the URL to store for the avatarUrl of a request: the URL of the uploaded picture, null, or the URL of a stored picture
 * that this user may use. Refuses any other URL.
 */
export async function storeImageIfUploaded(
  db: Db,
  { userId }: AuthenticatedUser,
  avatarUrl: string | null,
  picture: ReencodedImage | null,
): Promise<string | null> {
  if (picture) return storePicture(db, { userId }, picture)
  if (avatarUrl === null) return null
  const id = imagePathPattern.exec(avatarUrl)?.[1]
  if (!id || !(await canUserUseImage(db, { id, url: avatarUrl, userId })))
    throw invalidImageError(imageMessages.notYours)
  return avatarUrl
}

/** Returns the address of the stored picture. */
export async function storePicture(
  db: Db,
  { userId }: Pick<AuthenticatedUser, 'userId'>,
  picture: ReencodedImage,
): Promise<string> {
  const { id } = await upsertImage(db, { id: randomUUIDv7(), ...picture, userId })
  return `/images/${id}.webp`
}

/** Returns the stored picture at the address as a data URL; null if there is none. */
export async function readPictureAsDataUrl(db: Db, avatarUrl: string): Promise<string | null> {
  const id = imagePathPattern.exec(avatarUrl)?.[1]
  const image = id && (await findImage(db, { id }))
  return image ? `data:image/webp;base64,${image.content.toString('base64')}` : null
}

export async function readImage(db: Db, file: string): Promise<Buffer> {
  const id = imagePathPattern.exec(`/images/${file}`)?.[1]
  const image = id === undefined ? undefined : await findImage(db, { id })
  return orNotFound(image).content
}

function invalidImageError(message: string): AppError {
  return invalidFieldError('avatarUrl', message)
}
