import { imagesApi } from '@gaffer/domain/images/api'
import { allowAnyone } from '#http/guards/guards.ts'
import type { RawReply } from '#http/pipeline/raw-reply.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'
import { readImage } from './service.ts'

export function imageRoutes(serve: ServeEndpoint): void {
  serve(imagesApi.readImage, allowAnyone, async ({ db, params }) => imageReply(await readImage(db, params.file)))
}

function imageReply(content: Buffer): RawReply {
  return { headers: { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' }, content }
}
