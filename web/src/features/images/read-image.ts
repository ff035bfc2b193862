// Prepares a chosen picture for its upload.

import { imageMessages, maxImageBytes } from '@gaffer/domain/images/image'

/** The error for a picture that cannot be used. `notice` is the message for the user. */
export class ImageError extends Error {
  readonly notice: { title: string; text: string }

  constructor(notice: { title: string; text: string }, cause?: unknown) {
    super(notice.title, { cause })
    this.name = 'ImageError'
    this.notice = notice
  }
}

/** The longest side of an upload, in pixels. The server stores at most half of that length, so larger uploads would only cost mobile data. */
const maxSidePx = 1024
/** GIFs up to this size keep their animation. Larger GIFs are re-encoded. */
const maxAnimatedGifBytes = 1024 * 1024
const encodingQuality = 0.8

/**
 * Scales the picture down and re-encodes it, so that formats such as HEIC become one that every browser shows. Small GIFs stay as they are.
 * Throws ImageError, also for a file that this browser cannot decode.
 */
export async function prepareImage(file: File): Promise<Blob> {
  const problemMessage = findImageProblemMessage(file)
  if (problemMessage) throw new ImageError(problemMessage)
  try {
    return await scaleDown(file)
  } catch (cause) {
    throw new ImageError(imageMessages.unreadable, cause)
  }
}

/** The message for a file that is refused; null for an accepted one. SVG is refused because it may contain scripts. */
export function findImageProblemMessage({
  type,
  size,
}: Pick<File, 'type' | 'size'>): { title: string; text: string } | null {
  if (!type.startsWith('image/') || type === 'image/svg+xml') return imageMessages.wrongType
  return size > maxImageBytes ? imageMessages.tooLarge : null
}

/** The size in pixels to which a picture is scaled down, in the same proportions; a smaller picture keeps its size. */
export function scaledImageSizeOf(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, maxSidePx / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

async function scaleDown(file: File): Promise<Blob> {
  // `from-image` applies the EXIF orientation.
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    if (file.type === 'image/gif' && file.size <= maxAnimatedGifBytes) return file
    const { width, height } = scaledImageSizeOf(bitmap.width, bitmap.height)
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const context = canvas.getContext('2d')
    if (!context) throw new Error('This browser draws nothing')
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, width, height)
    // WebP for formats that may have transparency. A browser that cannot encode WebP falls back to PNG.
    const type = /png|gif|webp/.test(file.type) ? 'image/webp' : 'image/jpeg'
    return await new Promise<Blob>((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('Not drawn'))), type, encodingQuality),
    )
  } finally {
    bitmap.close()
  }
}
