// The cached public pages of a server. A page is read once, and each of its documents is rendered at the first request for it.

import { LRUCache } from 'lru-cache'
import { AppError } from '@gaffer/domain/shared/app-error'
import { todayInLondon } from '@gaffer/domain/shared/dates'
import { Slug } from '@gaffer/domain/public-page/slug'
import { limits } from '@gaffer/domain/shared/limits'
import { messages } from '@gaffer/domain/shared/messages'
import type { Services } from '#services.ts'
import { notFoundError } from '#platform/refusals.ts'
import { emptyForm } from './enquiry-form.ts'
import { formatGigCalendar, formatGigRss } from './feeds.ts'
import { PageCache } from './page-cache.ts'
import { readPageContent, type PageContent } from './page-content.ts'
import { renderEmbed, renderPage } from './render-page.ts'
import { toPageUrl } from './service.ts'
import { findPageBySlug } from './store.ts'
import { formatMusicGroupWithEvents } from './structured-data.ts'
import { TimedDocument } from './timed-document.ts'

const unknownWindowMs = 60_000

export type DocumentKind = 'page' | 'embed' | 'ics' | 'rss' | 'json'
export type CachedDocument = { document: TimedDocument; policy: string | null }

export class CachedPublicPage {
  readonly bandId: string
  readonly today: string
  readonly content: PageContent
  readonly #documents = new Map<DocumentKind, CachedDocument>()

  constructor(content: PageContent) {
    this.content = content
    this.bandId = content.bandId
    this.today = content.today
  }

  renderDocument(kind: DocumentKind): CachedDocument {
    const cachedDocument = this.#documents.get(kind)
    if (cachedDocument) return cachedDocument
    const { document, policy } = renderers[kind](this.content)
    const rendered = { document: new TimedDocument(document), policy }
    this.#documents.set(kind, rendered)
    return rendered
  }
}

const withoutPolicy = (document: string) => ({ document, policy: null })
const renderers: Record<DocumentKind, (page: PageContent) => { document: string; policy: string | null }> = {
  page: (page) => renderPage(page, page.acceptsEnquiries ? emptyForm : null),
  ics: (page) => withoutPolicy(formatGigCalendar(page)),
  rss: (page) => withoutPolicy(formatGigRss(page)),
  json: (page) => withoutPolicy(formatMusicGroupWithEvents(page)),
  embed: renderEmbed,
}

/** `movedTo` is the present address of a page that was found by an earlier address; otherwise null. */
export type FoundPage = { page: CachedPublicPage; movedTo: string | null }

export class CachedPublicPages {
  readonly #cache = new PageCache<CachedPublicPage>()
  /** By IP address, the number of requests for unknown pages within a minute. They are limited, because each of them costs a query. */
  readonly #unknownPageCounts = new LRUCache<string, number>({ max: 5000, ttl: unknownWindowMs, noUpdateTTL: true })
  readonly #services: Pick<Services, 'db' | 'config' | 'clock'>

  constructor(services: Pick<Services, 'db' | 'config' | 'clock' | 'live'>) {
    this.#services = services
    services.live.onChange((bandId) => this.#cache.invalidate(bandId))
  }

  /** `typedSlug` may have capitals. Throws 404 for an unknown page, and 429 after many requests for unknown pages. */
  async find(typedSlug: string, address: string): Promise<FoundPage> {
    const today = todayInLondon(this.#services.clock.now())
    const page = this.#cache.find(typedSlug, today) ?? (await this.#read(typedSlug, today, address))
    return { page, movedTo: page.content.slug === typedSlug ? null : page.content.slug }
  }

  async #read(typedSlug: string, today: string, address: string): Promise<CachedPublicPage> {
    const { db, config } = this.#services
    const { data: slug } = Slug.safeParse(typedSlug)
    if (slug === undefined) throw notFoundError()
    const page = await this.#cache.read(slug, today, async () => {
      this.#refuseSlugGuessing(address)
      const found = await findPageBySlug(db, { slug })
      if (!found || found.slug === null) return null
      return new CachedPublicPage(await readPageContent(db, found, { url: toPageUrl(config, found.slug), today }))
    })
    if (!page) {
      this.#unknownPageCounts.set(address, (this.#unknownPageCounts.get(address) ?? 0) + 1)
      throw notFoundError()
    }
    return page
  }

  #refuseSlugGuessing(address: string): void {
    const count = this.#unknownPageCounts.get(address) ?? 0
    if (!this.#services.config.rateLimit || count < limits.unknownPagesPerMinute) return
    throw new AppError('too_many_requests', messages.tooMany, { retryAfterSeconds: unknownWindowMs / 1000 })
  }
}
