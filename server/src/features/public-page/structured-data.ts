// Formats the page as schema.org data: https://schema.org/MusicGroup and https://schema.org/MusicEvent.

import { formatIsoEnd, formatIsoStart, type PageContent } from './page-content.ts'
import type { ListedGig } from './store.ts'

export function toMusicGroup(page: PageContent): Record<string, unknown> {
  const { name, url, bio, hometown, genres, links, avatarUrl } = page
  return omitNulls({
    '@context': 'https://schema.org',
    '@type': 'MusicGroup',
    '@id': `${url}#band`,
    name,
    url,
    description: bio,
    genre: genres.length > 0 ? genres : null,
    foundingLocation: hometown === null ? null : { '@type': 'Place', name: hometown },
    image: avatarUrl === null ? null : `${url}/picture.webp`,
    sameAs: links.length > 0 ? links.map((link) => link.url) : null,
  })
}

export function formatMusicGroupWithEvents(page: PageContent): string {
  return JSON.stringify({
    ...toMusicGroup(page),
    event: [...page.coming, ...page.past].map((gig) => ({
      ...toMusicEvent(page, gig),
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      performer: { '@type': 'MusicGroup', '@id': `${page.url}#band`, name: page.name },
      url: page.url,
    })),
  })
}

/**
 * Formats JSON-LD for a script element; each `<` is escaped, so that no text closes the element. `isBrief` leaves out the bio and the links, which
 * the HTML of the page has too.
 */
export function formatStructuredData(page: PageContent, gigs: readonly ListedGig[], isBrief: boolean): string {
  const { '@context': context, ...group } = toMusicGroup(isBrief ? { ...page, bio: null, links: [] } : page)
  const graph = [group, ...gigs.map((gig) => toMusicEvent(page, gig))]
  return JSON.stringify({ '@context': context, '@graph': graph }).replaceAll('<', String.raw`\u003c`)
}

function toMusicEvent({ name, url, avatarUrl }: PageContent, gig: ListedGig): Record<string, unknown> {
  const { venue, ticketUrl, priceText } = gig
  const where = venue ?? name
  return omitNulls({
    '@type': 'MusicEvent',
    name: venue === null ? name : `${name} at ${venue}`,
    startDate: formatIsoStart(gig),
    endDate: formatIsoEnd(gig),
    location: { '@type': 'MusicVenue', name: where, address: where },
    performer: { '@id': `${url}#band` },
    image: avatarUrl === null ? null : `${url}/picture.webp`,
    offers: ticketUrl === null && priceText === null ? null : toOffer(gig, url),
  })
}

function toOffer({ ticketUrl, priceText }: ListedGig, url: string): Record<string, unknown> {
  const price = findPrice(priceText ?? '')
  return omitNulls({
    '@type': 'Offer',
    url: ticketUrl ?? url,
    description: priceText,
    price,
    priceCurrency: price === null ? null : 'GBP',
  })
}

/** Returns the first amount in pounds: "12.50" of "£12.50 / £8"; "0" of "Free". Null for a text that names no amount. */
function findPrice(text: string): string | null {
  if (!text.includes('£')) return /\bfree\b/i.test(text) ? '0' : null
  const [, pounds] = /£\s?(\d[\d,]*(?:\.\d\d)?)(?![\d.]*\d)/.exec(text) ?? []
  return pounds?.replaceAll(',', '') ?? null
}

function omitNulls(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null))
}
