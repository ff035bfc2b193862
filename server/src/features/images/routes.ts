import { imagesApi } from '@gaffer/domain/api/images'
import { isPublic } from '#http/auth/guards.ts'
import type { RawReply, Serve } from '#http/serve.ts'
import { readImage } from './service.ts'

export function imageRoutes(serve: Serve): void {
  serve(imagesApi.readImage, isPublic, async ({ db, params }) => imageReply(await readImage(db, params.file)))
}

function imageReply(content: Buffer): RawReply {
  return { headers: { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' }, content }
}
