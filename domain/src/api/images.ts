import * as z from 'zod/mini'
import { endpoint } from '@gaffer/domain/endpoint'

export const imagesApi = {
  readImage: endpoint({
    method: 'GET',
    path: '/images/:file',
    summary: 'A stored picture; the same address always gives the same one',
    params: { file: z.string().check(z.maxLength(60)) },
    status: 200,
    contentType: 'image/webp',
  }),
}
