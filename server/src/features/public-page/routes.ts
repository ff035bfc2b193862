import type { IncomingHttpHeaders } from 'node:http'
import { publicPageApi } from '@gaffer/domain/public-page/api'
import { LRUCache } from 'lru-cache'
import type { Services } from '#services.ts'
import { readImage } from '#features/images/service.ts'
import { allowAnyone, requireMember, requirePageOwner } from '#http/guards/guards.ts'
import type { RawReply } from '#http/pipeline/raw-reply.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'
import { html } from '#platform/html.ts'
import { orNotFound } from '#platform/refusals.ts'
import { enquiryRoutes } from './enquiry-routes.ts'
import { extractPictureVersion } from './page-content.ts'
import { CachedPublicPages, type DocumentKind } from './cached-pages.ts'
import { checkSlug, toPageUrl, previewPublicPage, readPublicPageSettings, savePublicPage } from './service.ts'
import { drawSharePicture } from './share-picture.ts'
import { listPublishedPages } from './store.ts'
import { selectEncoding } from './timed-document.ts'

const publicOptions = { isForOtherSites: true } as const
const pageOptions = { ...publicOptions, isPage: true } as const
/** Browsers revalidate at each use, so that a cancelled gig disappears immediately. */
const cacheControl = 'public, no-cache'

export function publicPageRoutes(serve: ServeEndpoint, services: Services): void {
  const cachedPages = new CachedPublicPages(services)
  serve(publicPageApi.readPublicPageSettings, requireMember, ({ services: { config }, db, member }) =>
    readPublicPageSettings(config, db, member),
  )
  serve(publicPageApi.savePublicPage, requirePageOwner, ({ services: { config }, db, member, body, seenVersions }) =>
    savePublicPage(config, db, member, body, seenVersions),
  )
  serve(publicPageApi.checkSlug, requirePageOwner, ({ db, member, params }) => checkSlug(db, member, params.slug))
  serve(publicPageApi.previewPublicPage, requirePageOwner, ({ services: { config }, db, member, body }) =>
    previewPublicPage(config, db, member, body),
  )
  serve(publicPageApi.readPublicPage, allowAnyone, (call) => replyWithDocument(call, 'page'), pageOptions)
  serve(publicPageApi.readPublicCalendar, allowAnyone, (call) => replyWithDocument(call, 'ics'), publicOptions)
  serve(publicPageApi.readPublicRss, allowAnyone, (call) => replyWithDocument(call, 'rss'), publicOptions)
  serve(publicPageApi.readPublicJson, allowAnyone, (call) => replyWithDocument(call, 'json'), publicOptions)
  serve(publicPageApi.readEmbeddedPage, allowAnyone, (call) => replyWithDocument(call, 'embed'), {
    ...pageOptions,
    isFramed: true,
  })
  serve(
    publicPageApi.readPublicPicture,
    allowAnyone,
    async ({ db, params, query, address, ifNoneMatch }) => {
      const { page } = await cachedPages.find(params.slug, address)
      const file = orNotFound(page.content.avatarUrl).replace('/images/', '')
      // An address with the version of a picture always has the same content.
      const caching = query.v === extractPictureVersion(file) ? 'public, max-age=31536000, immutable' : cacheControl
      const headers = { 'content-type': 'image/webp', 'cache-control': caching, etag: `"${file}"` }
      if (ifNoneMatch(headers.etag)) return { status: 304, headers, content: null }
      return { headers, content: await readImage(db, file) }
    },
    publicOptions,
  )
  serve(
    publicPageApi.readSharePicture,
    allowAnyone,
    async ({ db, params, address }) => {
      const { page } = await cachedPages.find(params.slug, address)
      const { etag, content } = await drawSharePicture(db, page.content)
      return { headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=300', etag }, content }
    },
    { ...publicOptions, deadlineMs: 20_000 },
  )
  enquiryRoutes(serve, cachedPages)
  serveForSearchEngines(serve, services)

  async function replyWithDocument({ params, headers, address }: PublicCall, kind: DocumentKind): Promise<RawReply> {
    const { page, movedTo } = await cachedPages.find(params.slug, address)
    if (movedTo !== null) return createRedirectReply(`/b/${movedTo}${pathEndings[kind]}`, { ...headersOf[kind] })
    const { document, policy } = page.renderDocument(kind)
    const encoding = selectEncoding(headers['accept-encoding'])
    const replyHeaders: Record<string, string> = {
      ...headersOf[kind],
      'cache-control': cacheControl,
      etag: document.etag,
    }
    if (policy !== null) replyHeaders['content-security-policy'] = policy
    if (encoding !== 'identity') replyHeaders['content-encoding'] = encoding
    return { headers: replyHeaders, content: document.composeBody(encoding, services.clock.now().getTime()) }
  }
}

type PublicCall = { params: { slug: string }; headers: IncomingHttpHeaders; address: string }

const pathEndings: Record<DocumentKind, string> = { page: '', embed: '/embed', ics: '.ics', rss: '.rss', json: '.json' }
const pageHeaders = { 'content-type': 'text/html; charset=utf-8', vary: 'accept-encoding' }
const feedHeaders = { vary: 'accept-encoding', 'access-control-allow-origin': '*' }
const headersOf: Record<DocumentKind, Record<string, string>> = {
  page: pageHeaders,
  embed: pageHeaders,
  ics: { ...feedHeaders, 'content-type': 'text/calendar; charset=utf-8' },
  rss: { ...feedHeaders, 'content-type': 'application/rss+xml; charset=utf-8' },
  json: { ...feedHeaders, 'content-type': 'application/ld+json; charset=utf-8' },
}

/** Redirects an earlier address of a page. Browsers revalidate the redirect, because another band may take over the address. */
function createRedirectReply(location: string, headers: Record<string, string>): RawReply {
  return { status: 301, headers: { ...headers, location, 'cache-control': cacheControl }, content: null }
}

const sitemapTtlMs = 60_000

function serveForSearchEngines(serve: ServeEndpoint, { config, live }: Services): void {
  // The sitemap is cached until a band changes, for a minute at most: it is public, and each query reads all pages.
  const sitemaps = new LRUCache<'all', string>({ max: 1, ttl: sitemapTtlMs })
  live.onChange(() => sitemaps.clear())
  serve(publicPageApi.readSitemap, allowAnyone, async ({ db }) => {
    const content = sitemaps.get('all') ?? composeSitemap(config, await listPublishedPages(db, {}))
    sitemaps.set('all', content)
    return { headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': cacheControl }, content }
  })
  serve(publicPageApi.readRobots, allowAnyone, () => {
    const rules = ['User-agent: *', 'Allow: /$', 'Allow: /assets/', 'Allow: /b/', 'Allow: /sitemap.xml', 'Disallow: /']
    const content = `${rules.join('\n')}\n\nSitemap: ${config.publicUrl}/sitemap.xml\n`
    return { headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': cacheControl }, content }
  })
}

function composeSitemap(config: Services['config'], pages: readonly { slug: string; updatedAt: Date }[]): string {
  const urls = pages.map(
    ({ slug, updatedAt }) =>
      html`<url><loc>${toPageUrl(config, slug)}</loc><lastmod>${updatedAt.toISOString().slice(0, 10)}</lastmod></url>`,
  )
  const set = html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`
  return `<?xml version="1.0" encoding="UTF-8"?>\n${set.markup}\n`
}
