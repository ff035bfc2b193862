// Pictures of users, members and bands: valid values of `avatarUrl`.

import * as z from 'zod/mini'

export const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const
export const maxImageBytes = 5 * 1024 * 1024

export const imageMessages = {
  wrongType: { title: 'Invalid file type', text: 'Please select an image file (PNG, JPG, GIF, etc.)' },
  tooLarge: { title: 'File too large', text: 'Image must be smaller than 5MB' },
  unreadable: { title: 'Upload failed', text: 'Failed to read the image file' },
  uploaded: { title: 'Image uploaded' },
  workerMissing: 'Gaffer is busy at the moment. Please try again in a moment.',
  notYours: 'That picture is not here any more. Please choose it again.',
} as const

/** The path of a stored picture, with the picture's id. The picture of a path never changes, so it can be cached for good. */
export const imagePathPattern = /^\/images\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp$/

/** Splits a base64 data URL, such as `data:image/png;base64,…`, into its media type and base64 text; null for other URLs. */
export function parseDataUrl(url: string): { type: string; base64: string } | null {
  const match = /^data:([a-z0-9.+/-]+);base64,([A-Za-z0-9+/]*={0,2})$/.exec(url)
  return match ? { type: match[1] as string, base64: match[2] as string } : null
}

/** Size in bytes of the decoded base64 text. */
export function computeDecodedBytes(base64: string): number {
  return Math.floor((base64.length * 3) / 4) - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0)
}

/** An `avatarUrl` in a request: the path of a stored picture, a new one as a data URL, or null for none. */
export const AvatarUrlInput = z.nullable(
  z.string().check((ctx) => {
    const message = findImageProblem(ctx.value)
    if (message) ctx.issues.push({ code: 'custom', message, input: ctx.value, continue: false })
  }),
)

function findImageProblem(avatarUrl: string): string | null {
  if (imagePathPattern.test(avatarUrl)) return null
  const image = parseDataUrl(avatarUrl)
  if (!image || !imageTypes.some((type) => type === image.type)) return imageMessages.wrongType.text
  return computeDecodedBytes(image.base64) > maxImageBytes ? imageMessages.tooLarge.text : null
}
