import * as z from 'zod/mini'
import { defineEndpoint } from '@gaffer/domain/shared/endpoint'

export const imagesApi = {
  readImage: defineEndpoint({
    method: 'GET',
    path: '/images/:file',
    summary: 'Get a stored picture; the picture of a URL never changes',
    params: { file: z.string().check(z.maxLength(60)) },
    status: 200,
    contentType: 'image/webp',
  }),
}
