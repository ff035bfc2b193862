// A picture that somebody chose, as the inline data URL that the server takes. Knows the rules, shows nothing.

import { imageMessages, maxImageBytes } from '@gaffer/domain/image'

/** Says no with a notice that a member may read. */
export class ImageProblem extends Error {
  readonly notice: { title: string; text: string }

  constructor(notice: { title: string; text: string }, cause?: unknown) {
    super(notice.title, { cause })
    this.name = 'ImageProblem'
    this.notice = notice
  }
}

/** The server keeps half as many: more would only cost the member's data. */
const longestSide = 1024
/** A GIF up to this size is sent as it is. */
const smallGifBytes = 1024 * 1024
const quality = 0.8

/**
 * Checks the chosen file and reads it, scaled down, so that a phone's own formats completeSignIn as one that every browser shows.
 * Throws ImageProblem, also for a file that this browser cannot decode, whatever its name says.
 */
export async function readImage(file: File): Promise<string> {
  const problem = problemOf(file)
  if (problem) throw new ImageProblem(problem)
  try {
    return await dataUrlOf(await scaledDown(file))
  } catch (cause) {
    throw new ImageProblem(imageMessages.unreadable, cause)
  }
}

/** The rules on a chosen file; null when it keeps them. A drawing is no picture: it could carry a program. */
export function problemOf({ type, size }: Pick<File, 'type' | 'size'>): { title: string; text: string } | null {
  if (!type.startsWith('image/') || type === 'image/svg+xml') return imageMessages.wrongType
  return size > maxImageBytes ? imageMessages.tooLarge : null
}

/** The size that fits, in proportion; never larger than it was. */
export function fittingSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, longestSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The first file of what was dropped or pasted, if there is one. */
export function fileIn(data: Pick<DataTransfer, 'files'> | null): File | null {
  return data?.files[0] ?? null
}

async function scaledDown(file: File): Promise<Blob> {
  // Turned as the camera was held.
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    if (file.type === 'image/gif' && file.size <= smallGifBytes) return file
    const { width, height } = fittingSize(bitmap.width, bitmap.height)
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const context = canvas.getContext('2d')
    if (!context) throw new Error('This browser draws nothing')
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, width, height)
    // Only these may be see-through; a browser that cannot write WebP makes a PNG of them by itself.
    const type = /png|gif|webp/.test(file.type) ? 'image/webp' : 'image/jpeg'
    return await new Promise<Blob>((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('Not drawn'))), type, quality),
    )
  } finally {
    bitmap.close()
  }
}

function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('Not read')))
    reader.readAsDataURL(blob)
  })
}
