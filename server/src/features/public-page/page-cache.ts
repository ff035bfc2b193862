// Caches public pages in the memory of a server. A page is read again after a change of its band on any server, on the next day, and
// after a minute at the latest.

import { LRUCache } from 'lru-cache'

const maxPages = 200
const ttlMs = 60_000

export type CachedPage = { bandId: string; today: string }

export class PageCache<Page extends CachedPage> {
  readonly #pages = new LRUCache<string, Page>({ max: maxPages, ttl: ttlMs })
  /** Reads in progress by slug, each with the bands that changed since it began: its page may be older than the change. */
  readonly #readings = new Map<string, { page: Promise<Page | null>; changed: Set<string | null> }>()

  find(slug: string, today: string): Page | undefined {
    const cachedPage = this.#pages.get(slug)
    return cachedPage?.today === today ? cachedPage : undefined
  }

  /** Parallel requests for one page share a read. Null pages are not cached. */
  async read(slug: string, today: string, read: () => Promise<Page | null>): Promise<Page | null> {
    const cachedPage = this.find(slug, today)
    if (cachedPage) return cachedPage
    const runningRead = this.#readings.get(slug)
    if (runningRead?.changed.size === 0) return runningRead.page
    const changed = new Set<string | null>()
    const reading = { page: read(), changed }
    this.#readings.set(slug, reading)
    try {
      const page = await reading.page
      if (page && !changed.has(page.bandId) && !changed.has(null)) this.#pages.set(slug, page)
      return page
    } finally {
      if (this.#readings.get(slug) === reading) this.#readings.delete(slug)
    }
  }

  /** Drops the pages of the band, or all pages if `bandId` is null. */
  invalidate(bandId: string | null): void {
    for (const { changed } of this.#readings.values()) changed.add(bandId)
    if (bandId === null) this.#pages.clear()
    else for (const [slug, page] of this.#pages.entries()) if (page.bandId === bandId) this.#pages.delete(slug)
  }
}
