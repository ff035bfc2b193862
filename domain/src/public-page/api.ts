import * as z from 'zod/mini'
import { BandEvent } from '@gaffer/domain/events/event'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { defineEndpoint } from '@gaffer/domain/shared/endpoint'
import { AnyQuery } from '@gaffer/domain/shared/input-schemas'
import { Enquiry, EnquiryChangesInput, UnvalidatedEnquiry } from './enquiry.ts'
import { PublicPage, PublicPageInput } from './public-page.ts'
import { Slug } from './slug.ts'

const settingsPath = '/api/bands/:bandId/public-page'
/** The path parameter of public pages. Its format is not checked, so that every unknown address gets 404 and not 400. */
const slugParams = { slug: z.string().check(z.maxLength(300)) }
const EnquiryToken = z.string().check(z.maxLength(200))

const publicRead = { method: 'GET', params: slugParams, query: AnyQuery, status: 200 } as const

export const publicPageApi = {
  readPublicPageSettings: defineEndpoint({
    method: 'GET',
    path: settingsPath,
    summary: 'Get the texts and the address of the public page; off and of version 0 until it is saved',
    status: 200,
    response: PublicPage,
  }),
  savePublicPage: defineEndpoint({
    method: 'PUT',
    path: settingsPath,
    summary: 'Replace the public page, turn it on or off, change its address; 409 for a taken or reserved one',
    body: PublicPageInput,
    status: 200,
    response: PublicPage,
    versioned: true,
    changes: 'band',
    errors: ['conflict'],
  }),
  checkSlug: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/public-page/slugs/:slug',
    summary: 'Whether the band can have an address; `reason` is the sentence why not',
    params: { slug: Slug },
    status: 200,
    response: z.strictObject({ isAvailable: z.boolean(), reason: z.nullable(z.string()) }),
  }),
  previewPublicPage: defineEndpoint({
    method: 'POST',
    path: '/api/bands/:bandId/public-page/preview',
    summary: 'Get the page as it would be with these texts; stores nothing',
    body: PublicPageInput,
    status: 200,
    response: z.strictObject({ html: z.string() }),
    changes: 'nothing',
  }),
  readPublicPage: defineEndpoint({
    ...publicRead,
    path: '/b/:slug',
    summary: 'The public page of a band',
    contentType: 'text/html',
  }),
  readPublicCalendar: defineEndpoint({
    ...publicRead,
    path: '/b/:slug.ics',
    summary: 'The gigs of a public page as a calendar feed',
    contentType: 'text/calendar',
  }),
  readPublicRss: defineEndpoint({
    ...publicRead,
    path: '/b/:slug.rss',
    summary: 'The gigs of a public page as RSS',
    contentType: 'application/rss+xml',
  }),
  readPublicJson: defineEndpoint({
    ...publicRead,
    path: '/b/:slug.json',
    summary: 'The public page as schema.org MusicGroup with its events',
    contentType: 'application/ld+json',
  }),
  readEmbeddedPage: defineEndpoint({
    ...publicRead,
    path: '/b/:slug/embed',
    summary: 'The gigs of a public page for a frame in another web site',
    contentType: 'text/html',
  }),
  readPublicPicture: defineEndpoint({
    ...publicRead,
    path: '/b/:slug/picture.webp',
    query: z.object({ v: z.optional(z.unknown()) }),
    summary: "The band's picture",
    contentType: 'image/webp',
  }),
  readSharePicture: defineEndpoint({
    ...publicRead,
    path: '/b/:slug/share.png',
    summary: 'The picture that other programs show with a link to the page',
    contentType: 'image/png',
  }),
  sendEnquiry: defineEndpoint({
    method: 'POST',
    path: '/b/:slug/enquiries',
    summary:
      'Send the form of the page; 422 with the fields as typed when one is wrong, else one page for every address',
    params: slugParams,
    query: AnyQuery,
    body: UnvalidatedEnquiry,
    status: 200,
    contentType: 'text/html',
    changes: 'nothing',
    errors: ['conflict'],
  }),
  readEnquiryLink: defineEndpoint({
    method: 'GET',
    path: '/enquiry/:token',
    summary: 'Page of the link in the mail that confirms an enquiry; changes nothing',
    params: { token: EnquiryToken },
    query: AnyQuery,
    status: 200,
    contentType: 'text/html',
    errors: ['conflict'],
  }),
  confirmEnquiry: defineEndpoint({
    method: 'POST',
    path: '/enquiry/:token',
    summary: 'Confirm an enquiry by the form of that page: from then on the band has it',
    params: { token: EnquiryToken },
    query: AnyQuery,
    status: 200,
    contentType: 'text/html',
    changes: 'enquiries',
    errors: ['conflict'],
  }),
  listEnquiries: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/enquiries',
    summary: 'List the confirmed enquiries, newest first, in pages of 50',
    query: z.strictObject({ before: z.optional(Id) }),
    status: 200,
    response: z.array(Enquiry),
  }),
  changeEnquiry: defineEndpoint({
    method: 'PATCH',
    path: '/api/bands/:bandId/enquiries/:enquiryId',
    summary: 'Say what became of an enquiry',
    body: EnquiryChangesInput,
    status: 200,
    response: Enquiry,
    versioned: true,
    changes: 'enquiries',
  }),
  pencilEnquiry: defineEndpoint({
    method: 'POST',
    path: '/api/bands/:bandId/enquiries/:enquiryId/pencil',
    summary: 'Make a pencilled event of each date, options when there are several, with the sender as the contact',
    status: 201,
    response: z.strictObject({ events: z.array(BandEvent) }),
    idempotent: true,
    changes: 'events',
    errors: ['conflict'],
  }),
  readSitemap: defineEndpoint({
    method: 'GET',
    path: '/sitemap.xml',
    summary: 'The public pages that are on, for search engines',
    query: AnyQuery,
    status: 200,
    contentType: 'application/xml',
  }),
  readRobots: defineEndpoint({
    method: 'GET',
    path: '/robots.txt',
    summary: 'What search engines may read',
    query: AnyQuery,
    status: 200,
    contentType: 'text/plain',
  }),
}
