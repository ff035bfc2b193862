import * as z from 'zod/mini'
import { defineEndpoint } from '@gaffer/domain/shared/endpoint'
import { imageMessages, imageTypes } from './image.ts'

export const imagesApi = {
  uploadPicture: defineEndpoint({
    method: 'POST',
    path: '/api/me/pictures',
    summary:
      'Upload a picture, for the avatarUrl of a profile, a card or a band; one that nothing uses is deleted after a day',
    bytes: { types: imageTypes, refusal: imageMessages.wrongType.text },
    body: z.custom<Uint8Array>((value) => value instanceof Uint8Array, imageMessages.wrongType.text),
    status: 201,
    response: z.strictObject({ url: z.string() }),
    idempotent: true,
    changes: 'nothing',
  }),
  readImage: defineEndpoint({
    method: 'GET',
    path: '/images/:file',
    summary: 'Get a stored picture; the picture of a URL never changes',
    params: { file: z.string().check(z.maxLength(60)) },
    status: 200,
    contentType: 'image/webp',
  }),
}
