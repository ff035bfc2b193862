import { noticesApi } from '@gaffer/domain/api/notices'
import { limits } from '@gaffer/domain/limits'
import { requireUnsubscribeToken } from '#http/auth/guards.ts'
import { pageReply } from '#http/html-page.ts'
import type { Serve } from '#http/serve.ts'
import { unsubscribe } from '#features/notices/service.ts'
import { unsubscribedPage, unsubscribePage } from './unsubscribe-page.ts'

const pageOptions = { perMinute: limits.answerLinkRequestsPerMinute, isPage: true as const }

export function unsubscribeRoutes(serve: Serve): void {
  serve(
    noticesApi.readUnsubscribePage,
    requireUnsubscribeToken,
    ({ unsubscriber }) => pageReply(unsubscribePage(unsubscriber.group)),
    pageOptions,
  )
  serve(
    noticesApi.unsubscribe,
    requireUnsubscribeToken,
    async ({ db, unsubscriber }) => {
      await unsubscribe(db, unsubscriber)
      return pageReply(unsubscribedPage(unsubscriber.group))
    },
    { ...pageOptions, passesCrossSite: true },
  )
}
