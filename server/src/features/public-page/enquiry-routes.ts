import { publicPageApi } from '@gaffer/domain/public-page/api'
import { publicPageMessages } from '@gaffer/domain/public-page/public-page-messages'
import { AppError } from '@gaffer/domain/shared/app-error'
import { limits } from '@gaffer/domain/shared/limits'
import type { Services } from '#services.ts'
import { allowAnyone, requireAdminOrOwner, requireEnquiryToken } from '#http/guards/guards.ts'
import { createPageReply } from '#http/pages/html-page.ts'
import type { RawReply } from '#http/pipeline/raw-reply.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'
import { changeEnquiry, pencilEnquiry } from './answer-enquiry.ts'
import { confirmEnquiry, readEnquiryLink, receiveEnquiry } from './enquiries.ts'
import { renderConfirmedPage, renderConfirmPage, renderSentPage } from './enquiry-pages.ts'
import { listEnquiryPage } from './enquiry-store.ts'
import type { CachedPublicPages, CachedPublicPage } from './cached-pages.ts'
import { renderPage } from './render-page.ts'
import { TimedDocument } from './timed-document.ts'

const pageOptions = { perMinute: limits.messageLinkRequestsPerMinute, isPage: true } as const

export function enquiryRoutes(serve: ServeEndpoint, cachedPages: CachedPublicPages): void {
  serve(
    publicPageApi.sendEnquiry,
    allowAnyone,
    async ({ services, params, body, address }) => {
      const { page } = await cachedPages.find(params.slug, address)
      const { bandId, name, slug, acceptsEnquiries, today } = page.content
      if (!acceptsEnquiries) throw new AppError('conflict', publicPageMessages.enquiriesOff)
      const wrongForm = await receiveEnquiry(services, { bandId, typed: body, networkAddress: address, today })
      return wrongForm
        ? createWrongFormReply(services, page, wrongForm)
        : createPageReply(renderSentPage(name, slug ?? ''))
    },
    { ...pageOptions, isForOtherSites: true },
  )
  serve(
    publicPageApi.readEnquiryLink,
    requireEnquiryToken,
    async ({ db, enquirer }) => {
      const { bandName, slug, isConfirmed } = await readEnquiryLink(db, enquirer)
      return createPageReply(isConfirmed ? renderConfirmedPage(bandName, slug) : renderConfirmPage(bandName))
    },
    pageOptions,
  )
  serve(
    publicPageApi.confirmEnquiry,
    requireEnquiryToken,
    async ({ services, enquirer }) => {
      const { bandName, slug } = await confirmEnquiry(services, enquirer)
      return createPageReply(renderConfirmedPage(bandName, slug))
    },
    pageOptions,
  )
  serve(publicPageApi.listEnquiries, requireAdminOrOwner, ({ db, member, query }) =>
    listEnquiryPage(db, { ...member, before: query.before ?? null }),
  )
  serve(publicPageApi.changeEnquiry, requireAdminOrOwner, ({ db, member, params, body, seenVersions }) =>
    changeEnquiry(db, member, params.enquiryId, body, seenVersions),
  )
  serve(publicPageApi.pencilEnquiry, requireAdminOrOwner, ({ db, member, params }) =>
    pencilEnquiry(db, member, params.enquiryId),
  )
}

function createWrongFormReply(
  { clock }: Services,
  page: CachedPublicPage,
  form: Parameters<typeof renderPage>[1],
): RawReply {
  const { document, policy } = renderPage(page.content, form)
  return {
    status: 422,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
    content: new TimedDocument(document).composeBody('identity', clock.now().getTime() - limits.enquirySeconds * 1000),
  }
}
