import { imageMessages, maxImageBytes } from '@gaffer/domain/images/image'
import { expect, it, vi } from 'vitest'
import { scaledImageSizeOf, findImageProblemMessage, prepareImage } from './read-image.ts'

it('findImageProblemMessage accepts pictures of at most 5 MB, and refuses larger pictures, SVG and files of other types', () => {
  expect(findImageProblemMessage({ type: 'image/png', size: maxImageBytes })).toBeNull()
  expect(findImageProblemMessage({ type: 'image/heic', size: 1 })).toBeNull()
  expect(findImageProblemMessage({ type: 'image/jpeg', size: maxImageBytes + 1 })).toBe(imageMessages.tooLarge)
  for (const type of ['application/pdf', '', 'text/html', 'image/svg+xml', 'video/mp4'])
    expect(findImageProblemMessage({ type, size: 1 })).toBe(imageMessages.wrongType)
})

it('scaledImageSizeOf keeps the proportions of a picture and does not enlarge a small picture', () => {
  expect(scaledImageSizeOf(4032, 3024)).toEqual({ width: 1024, height: 768 })
  expect(scaledImageSizeOf(3024, 4032)).toEqual({ width: 768, height: 1024 })
  expect(scaledImageSizeOf(100, 50)).toEqual({ width: 100, height: 50 })
  expect(scaledImageSizeOf(10_000, 3)).toEqual({ width: 1024, height: 1 })
})

it('prepareImage rejects an SVG file with the message about the type of the file', async () => {
  await expect(prepareImage(new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }))).rejects.toMatchObject({
    notice: imageMessages.wrongType,
  })
})

it.each(['image/png', 'image/gif', 'image/heic'])(
  'prepareImage rejects a file of the type %s that cannot be decoded with "Failed to read the image file"',
  async (type) => {
    const decode = vi.fn().mockRejectedValue(new DOMException('The source image could not be decoded'))
    vi.stubGlobal('createImageBitmap', decode)
    const file = new File(['hello'], 'a.png', { type })
    await expect(prepareImage(file)).rejects.toMatchObject({ notice: imageMessages.unreadable })
    expect(decode).toHaveBeenCalledOnce()
    vi.unstubAllGlobals()
  },
)
