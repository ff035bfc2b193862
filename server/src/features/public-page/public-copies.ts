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

export type CopyKind = 'page' | 'embed' | 'ics' | 'rss' | 'json'
export type CopyDocument = { document: TimedDocument; policy: string | null }

export class PublicCopy {
  readonly bandId: string
  readonly today: string
  readonly content: PageContent
  readonly #documents = new Map<CopyKind, CopyDocument>()

  constructor(content: PageContent) {
    this.content = content
    this.bandId = content.bandId
    this.today = content.today
  }

  document(kind: CopyKind): CopyDocument {
    const cachedDocument = this.#documents.get(kind)
    if (cachedDocument) return cachedDocument
    const { document, policy } = renderers[kind](this.content)
    const rendered = { document: new TimedDocument(document), policy }
    this.#documents.set(kind, rendered)
    return rendered
  }
}

const withoutPolicy = (document: string) => ({ document, policy: null })
const renderers: Record<CopyKind, (page: PageContent) => { document: string; policy: string | null }> = {
  page: (page) => renderPage(page, page.acceptsEnquiries ? emptyForm : null),
  ics: (page) => withoutPolicy(formatGigCalendar(page)),
  rss: (page) => withoutPolicy(formatGigRss(page)),
  json: (page) => withoutPolicy(formatMusicGroupWithEvents(page)),
  embed: renderEmbed,
}

/** `movedTo` is the present address of a page that was found by an earlier address; otherwise null. */
export type FoundCopy = { copy: PublicCopy; movedTo: string | null }

export class PublicCopies {
  readonly #cache = new PageCache<PublicCopy>()
  /** How many requests for unknown pages an IP address sent within a minute. Each of them costs a query. */
  readonly #unknown = new LRUCache<string, number>({ max: 5000, ttl: unknownWindowMs, noUpdateTTL: true })
  readonly #services: Pick<Services, 'db' | 'config' | 'clock'>

  constructor(services: Pick<Services, 'db' | 'config' | 'clock' | 'live'>) {
    this.#services = services
    services.live.onChange((bandId) => this.#cache.invalidate(bandId))
  }

  async find(typed: string, address: string): Promise<FoundCopy> {
    const today = todayInLondon(this.#services.clock.now())
    const copy = this.#cache.find(typed, today) ?? (await this.#read(typed, today, address))
    return { copy, movedTo: copy.content.slug === typed ? null : copy.content.slug }
  }

  async #read(typed: string, today: string, address: string): Promise<PublicCopy> {
    const { db, config } = this.#services
    const { data: slug } = Slug.safeParse(typed)
    if (slug === undefined) throw notFoundError()
    const copy = await this.#cache.read(slug, today, async () => {
      this.#refuseGuesses(address)
      const page = await findPageBySlug(db, { slug })
      if (!page || page.slug === null) return null
      return new PublicCopy(await readPageContent(db, page, { url: toPageUrl(config, page.slug), today }))
    })
    if (!copy) {
      this.#unknown.set(address, (this.#unknown.get(address) ?? 0) + 1)
      throw notFoundError()
    }
    return copy
  }

  #refuseGuesses(address: string): void {
    if (!this.#services.config.rateLimit || (this.#unknown.get(address) ?? 0) < limits.unknownPagesPerMinute) return
    throw new AppError('too_many_requests', messages.tooMany, { retryAfterSeconds: unknownWindowMs / 1000 })
  }
}
