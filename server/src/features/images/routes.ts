// Pictures, served from addresses of their own.

import { imagesApi } from '@gaffer/domain/api'
import { open } from '#http/gate/gates.ts'
import type { Serve } from '#http/serve.ts'
import { readImage } from './service.ts'

/** Bytes of a JSON body that carries one picture of 5 MB as a data URL. */
export const imageBodyLimit = 7.5 * 1024 * 1024

export function imageRoutes(serve: Serve): void {
  serve(imagesApi.readImage, open, ({ db, params }) => readImage(db, params.file))
}
