// Pictures, served from addresses of their own.

import { imagesApi } from '@gaffer/domain/api'
import { isPublic } from '#http/auth/guards.ts'
import type { Serve } from '#http/serve.ts'
import { readImage } from './service.ts'

export function imageRoutes(serve: Serve): void {
  serve(imagesApi.readImage, isPublic, ({ db, params }) => readImage(db, params.file))
}
