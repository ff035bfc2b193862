import { imagesApi } from '@gaffer/domain/api/images'
import { allowAnyone } from '#http/auth/guards.ts'
import type { RawReply, ServeEndpoint } from '#http/serve.ts'
import { readImage } from './service.ts'

export function imageRoutes(serve: ServeEndpoint): void {
  serve(imagesApi.readImage, allowAnyone, async ({ db, params }) => imageReply(await readImage(db, params.file)))
}

function imageReply(content: Buffer): RawReply {
  return { headers: { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' }, content }
}
