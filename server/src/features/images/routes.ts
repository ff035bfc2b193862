import { imagesApi } from '@gaffer/domain/api'
import { open } from '#http/gate/gates.ts'
import type { Serve } from '#http/serve.ts'
import { readImage } from './service.ts'

export function imageRoutes(serve: Serve): void {
  serve(imagesApi.readImage, open, ({ db, params }) => readImage(db, params.file))
}
