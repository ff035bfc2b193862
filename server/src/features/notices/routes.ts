import { noticesApi } from '@gaffer/domain/notices/api'
import { requireMember, requireSession } from '#http/guards/guards.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'
import { addPushSubscription, deletePushSubscription, listPushSubscriptions } from './push-subscriptions.ts'
import { changeNoticeSettings, listEventReaders, listNotices, markNoticesRead, readNoticeSettings } from './service.ts'
import { listNoticeRecipients, readNoticeReach } from './recipients.ts'

export function noticeRoutes(serve: ServeEndpoint): void {
  serve(noticesApi.listNotices, requireSession, ({ db, user, query }) => listNotices(db, user, query), {
    isRevalidated: true,
  })
  serve(noticesApi.markNoticesRead, requireSession, ({ db, user, body }) => markNoticesRead(db, user, body))
  serve(noticesApi.readNoticeSettings, requireSession, ({ db, user }) => readNoticeSettings(db, user))
  serve(noticesApi.changeNoticeSettings, requireSession, ({ db, user, body }) => changeNoticeSettings(db, user, body))
  serve(noticesApi.listPushSubscriptions, requireSession, ({ db, user }) => listPushSubscriptions(db, user))
  serve(noticesApi.addPushSubscription, requireSession, ({ services: { config }, db, user, body }) =>
    addPushSubscription(db, user, config, body),
  )
  serve(noticesApi.deletePushSubscription, requireSession, ({ db, user, params }) =>
    deletePushSubscription(db, user, params.subscriptionId),
  )
  serve(
    noticesApi.listEventReaders,
    requireMember,
    ({ db, member, params }) => listEventReaders(db, member, params.eventId),
    { isRevalidated: true },
  )
  serve(noticesApi.listNoticeRecipients, requireMember, ({ services, db, member, params }) =>
    listNoticeRecipients(services, db, member, params.eventId),
  )
  serve(noticesApi.readNoticeReach, requireMember, ({ services, db, member, query }) =>
    readNoticeReach(services, db, member, query.group),
  )
}
