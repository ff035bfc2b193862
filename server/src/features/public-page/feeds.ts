// The gigs of a public page for calendar programs and feed readers.

import { formatCalendar } from '#features/calendar-feeds/calendar-text.ts'
import { html } from '#platform/html.ts'
import { formatGigDays, formatGigTimes, type PageContent } from './page-content.ts'
import type { ListedGig } from './store.ts'

export function formatGigCalendar(page: PageContent): string {
  const gigs = [...page.past.toReversed(), ...page.coming]
  return formatCalendar({
    name: page.name,
    urlOf: () => page.url,
    entries: gigs.map(({ createdAt, updatedAt, ...gig }) => ({
      ...gig,
      title: formatGigTitle(page, gig),
      location: null,
      notes: [gig.priceText, gig.ticketUrl].filter((text) => text !== null).join('\n') || null,
      displayName: null,
      bandName: null,
      status: 'confirmed',
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    })),
  })
}

export function formatGigRss(page: PageContent): string {
  const items = [...page.coming, ...page.past].map(
    (gig) =>
      html`<item>
      <title>${`${formatGigDays(gig)}: ${formatGigTitle(page, gig)}`}</title>
      <link>${gig.ticketUrl ?? page.url}</link>
      <guid isPermaLink="false">${gig.id}@gaffer</guid>
      <pubDate>${gig.createdAt.toUTCString()}</pubDate>
      <description>${[formatGigTimes(gig), gig.venue, gig.priceText].filter((text) => text !== null).join(' · ')}</description>
    </item>`,
  )
  const feed = html`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
    <channel>
      <title>${page.name}: gigs</title>
      <link>${page.url}</link>
      <atom:link href="${page.url}.rss" rel="self" type="application/rss+xml" />
      <description>${`Gigs of ${page.name}`}</description>
      <language>en-GB</language>
      ${items}
    </channel>
  </rss>`
  return `<?xml version="1.0" encoding="UTF-8"?>\n${removeControls(feed.markup)}\n`
}

function formatGigTitle({ name }: PageContent, { venue }: Pick<ListedGig, 'venue'>): string {
  return venue === null ? name : `${name} at ${venue}`
}

/** Removes control characters, which XML 1.0 cannot represent. */
function removeControls(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
}
