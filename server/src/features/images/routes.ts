import { imagesApi } from '@gaffer/domain/images/api'
import { allowAnyone, requireSession } from '#http/guards/guards.ts'
import type { RawReply } from '#http/pipeline/raw-reply.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'
import { pictureUploadOptions, readImage, uploadPicture } from './service.ts'

export function imageRoutes(serve: ServeEndpoint): void {
  serve(
    imagesApi.uploadPicture,
    requireSession,
    ({ db, user, picture }) => uploadPicture(db, user, picture),
    pictureUploadOptions,
  )
  serve(imagesApi.readImage, allowAnyone, async ({ db, params }) => createImageReply(await readImage(db, params.file)))
}

function createImageReply(content: Buffer): RawReply {
  return { headers: { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' }, content }
}
