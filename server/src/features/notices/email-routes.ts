import { noticesApi } from '@gaffer/domain/notices/api'
import { requireSession } from '#http/guards/guards.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'
import { readNoticeSettings } from './service.ts'
import { deleteNoticeEmail, queueEmailCode, verifyEmail } from './email-service.ts'

export function noticeEmailRoutes(serve: ServeEndpoint): void {
  serve(noticesApi.sendEmailCode, requireSession, async ({ services, user, body }) => {
    await queueEmailCode(services, user, body.email)
    return undefined
  })
  serve(noticesApi.verifyEmail, requireSession, async ({ services, user, body }) => {
    await verifyEmail(services, user, body.code)
    return readNoticeSettings(services.db, user)
  })
  serve(noticesApi.deleteEmail, requireSession, ({ db, user }) => deleteNoticeEmail(db, user))
}
