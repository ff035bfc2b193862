import { meApi } from '@gaffer/domain/sign-in/me-api'
import { imageUploadOptions } from '#features/images/service.ts'
import { requireSession } from '#http/guards/guards.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'
import { readMe, saveProfile } from './me-service.ts'

export function meRoutes(serve: ServeEndpoint): void {
  serve(meApi.readMe, requireSession, ({ db, user }) => readMe(db, user), { isRevalidated: true })
  serve(
    meApi.saveProfile,
    requireSession,
    ({ db, user, body, picture }) => saveProfile(db, user, body, picture),
    imageUploadOptions,
  )
}
