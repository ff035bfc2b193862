import { noticesApi } from '@gaffer/domain/api/notices'
import { requireSession } from '#http/auth/guards.ts'
import type { ServeEndpoint } from '#http/serve.ts'
import { readNoticeSettings } from '#features/notices/service.ts'
import { deleteNoticeEmail, queueEmailCode, verifyEmail } from './service.ts'

export function noticeEmailRoutes(serve: ServeEndpoint): void {
  serve(noticesApi.sendEmailCode, requireSession, async ({ deps, user, body }) => {
    await queueEmailCode(deps, user, body.email)
    return undefined
  })
  serve(noticesApi.verifyEmail, requireSession, async ({ deps, user, body }) => {
    await verifyEmail(deps, user, body.code)
    return readNoticeSettings(deps.db, user)
  })
  serve(noticesApi.deleteEmail, requireSession, ({ db, user }) => deleteNoticeEmail(db, user))
}
