import { noticesApi } from '@gaffer/domain/api/notices'
import { limits } from '@gaffer/domain/limits'
import { requireUnsubscribeToken } from '#http/auth/guards.ts'
import { pageReply } from '#http/html-page.ts'
import type { ServeEndpoint } from '#http/serve.ts'
import { unsubscribeFromMails } from '#features/notices/service.ts'
import { renderUnsubscribedPage, renderUnsubscribeForm } from './unsubscribe-page.ts'

const pageOptions = { perMinute: limits.answerLinkRequestsPerMinute, isPage: true as const }

export function unsubscribeRoutes(serve: ServeEndpoint): void {
  serve(
    noticesApi.readUnsubscribePage,
    requireUnsubscribeToken,
    ({ unsubscriber }) => pageReply(renderUnsubscribeForm(unsubscriber.group)),
    pageOptions,
  )
  serve(
    noticesApi.unsubscribe,
    requireUnsubscribeToken,
    async ({ db, unsubscriber }) => {
      await unsubscribeFromMails(db, unsubscriber)
      return pageReply(renderUnsubscribedPage(unsubscriber.group))
    },
    { ...pageOptions, passesCrossSite: true },
  )
}
