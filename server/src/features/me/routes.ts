import { meApi } from '@gaffer/domain/api/me'
import { imageUploadOptions } from '#features/images/service.ts'
import { requireSession } from '#http/auth/guards.ts'
import type { ServeEndpoint } from '#http/serve.ts'
import { readMe, saveProfile } from './service.ts'

export function meRoutes(serve: ServeEndpoint): void {
  serve(meApi.readMe, requireSession, ({ db, user }) => readMe(db, user), { isRevalidated: true })
  serve(
    meApi.saveProfile,
    requireSession,
    ({ db, user, body, picture }) => saveProfile(db, user, body, picture),
    imageUploadOptions,
  )
}
