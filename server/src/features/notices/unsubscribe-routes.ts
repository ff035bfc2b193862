import { noticesApi } from '@gaffer/domain/notices/api'
import { limits } from '@gaffer/domain/shared/limits'
import { requireUnsubscribeToken } from '#http/guards/guards.ts'
import { createPageReply } from '#http/pages/html-page.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'
import { unsubscribeFromMails } from './service.ts'
import { renderUnsubscribedPage, renderUnsubscribeForm } from './unsubscribe-page.ts'

const pageOptions = { perMinute: limits.messageLinkRequestsPerMinute, isPage: true as const }

export function unsubscribeRoutes(serve: ServeEndpoint): void {
  serve(
    noticesApi.readUnsubscribePage,
    requireUnsubscribeToken,
    ({ unsubscriber }) => createPageReply(renderUnsubscribeForm(unsubscriber.group)),
    pageOptions,
  )
  serve(
    noticesApi.unsubscribe,
    requireUnsubscribeToken,
    async ({ db, unsubscriber }) => {
      await unsubscribeFromMails(db, unsubscriber)
      return createPageReply(renderUnsubscribedPage(unsubscriber.group))
    },
    { ...pageOptions, passesCrossSite: true },
  )
}
