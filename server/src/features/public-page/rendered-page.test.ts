import { expect, test } from 'vitest'
import { limits } from '@gaffer/domain/shared/limits'
import { formatGigCalendar, formatGigRss } from './feeds.ts'
import { emptyForm } from './enquiry-form.ts'
import { formatGigTimes, type PageContent } from './page-content.ts'
import { renderEmbed, renderPage } from './render-page.ts'
import { formatMusicGroupWithEvents } from './structured-data.ts'
import type { ListedGig } from './store.ts'
import { selectEncoding } from './timed-document.ts'

const at = new Date('2027-01-02T10:00:00Z')
const makeGig = (number: number, fields: Partial<ListedGig> = {}): ListedGig => ({
  id: `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`,
  bandId: '01890000-0000-7000-8000-00000000000a',
  type: 'public_gig',
  date: '2027-06-11',
  endDate: null,
  lastDay: '2027-06-11',
  startTime: '20:00',
  endTime: '23:00',
  isAllDay: false,
  venue: `The Crown ${number}, Hull`,
  ticketUrl: 'https://tickets.example/1',
  priceText: '£12.50',
  version: 1,
  createdAt: at,
  updatedAt: at,
  ...fields,
})
const url = 'https://g.example/b/the-night-buses'
const page: PageContent = {
  bandId: makeGig(1).bandId,
  name: 'The Night Buses',
  avatarUrl: '/images/01890000-0000-7000-8000-000000000009.webp',
  pictureUrl: '/b/the-night-buses/picture.webp?v=1',
  color: '#ffe100',
  isOn: true,
  slug: 'the-night-buses',
  bio: 'Soul from Leeds.',
  hometown: 'Leeds',
  genres: ['Soul'],
  links: [{ label: 'Listen', url: 'https://l.example/' }],
  acceptsEnquiries: true,
  showsPast: true,
  version: 1,
  url,
  today: '2027-01-02',
  coming: [
    makeGig(1),
    makeGig(2, { type: 'festival', isAllDay: true, startTime: null, endTime: null, endDate: '2027-06-13' }),
  ],
  past: [makeGig(3, { date: '2026-05-01', lastDay: '2026-05-01' })],
}
const render = (changes: Partial<PageContent> = {}) => renderPage({ ...page, ...changes }, emptyForm)

test('the description of a public page keeps 200 emoji, and cuts 201 to 199 whole ones and an ellipsis', () => {
  const readDescription = (bio: string) =>
    /name="description" content="([^"]*)"/.exec(render({ bio, coming: [] }).document)?.[1]
  expect(readDescription('🎸'.repeat(200))).toBe('🎸'.repeat(200))
  expect(readDescription('🎸'.repeat(201))).toBe(`${'🎸'.repeat(199)}…`)
})

test('a public page names its language, title and description, labels its fields, and says how large its picture is', () => {
  const { document, policy } = render()
  expect(document).toMatch(/^<!doctype html><html lang="en-GB"/)
  expect(document).toContain('<meta name="viewport" content="width=device-width, initial-scale=1" />')
  expect(document).toMatch(/<title>The Night Buses · Gigs 2027<\/title>/)
  expect(document).toMatch(/<meta name="description" content="Next: Fri 11 Jun, The Crown 1, Hull\. Soul from Leeds\."/)
  expect(document).toContain(`<link rel="canonical" href="${url}" />`)
  expect(document).toContain('<link rel="icon"')
  expect(document.match(/<h1>/g)).toHaveLength(1)
  for (const [image] of document.matchAll(/<img[^>]*>/g)) expect(image).toMatch(/alt="[^"]+" width="\d+" height="\d+"/)
  const named = /aria-label="|type="hidden"/
  for (const [field, id] of document.matchAll(/<(?:input|textarea)\s+(?:id="(\w+)")?[^>]*>/g))
    expect([field, named.test(field) || document.includes(`<label for="${id}">`)]).toEqual([field, true])
  // Lighthouse reads robots.txt from within the page.
  expect(policy).toContain("connect-src 'self'")
})

test('a public page shows the times of a gig on one day, and none of a gig on several days', () => {
  const end = { endDate: '2027-06-13' }
  expect([
    formatGigTimes(makeGig(1)),
    formatGigTimes(makeGig(1, end)),
    formatGigTimes(makeGig(1, { endDate: '2027-06-11' })),
  ]).toEqual(['8 PM – 11 PM', null, '8 PM – 11 PM'])
})

test('a public page shows the year only of gigs in another year', () => {
  const { document } = render()
  expect(document).toMatch(/datetime="2027-06-11T20:00:00\+01:00">Fri <b>11<\/b> Jun<\/time>/)
  expect(document).toMatch(/datetime="2026-05-01T20:00:00\+01:00">Fri <b>1<\/b> May 2026<\/time>/)
})

test('a public page with 16 gigs lists all of them, and has at most 15 kB also with 12 links and the longest bio', () => {
  const coming = Array.from({ length: 16 }, (_, at) => makeGig(at))
  const tour = render({ coming, past: [] }).document
  expect(tour.match(/<li class="gig">/g)).toHaveLength(16)
  const links = Array.from({ length: limits.linksOfPage }, (_, at) => ({
    label: 'L'.repeat(40),
    url: `https://l.example/${at}`,
  }))
  for (const document of [tour, render({ coming, links, bio: 'x'.repeat(limits.bioLength) }).document])
    expect(Buffer.byteLength(document)).toBeLessThanOrEqual(limits.publicPageBytes)
})

test('the public page of a band with 400 gigs says how many more are in the calendar, and the feeds have all of them', () => {
  const coming = Array.from({ length: 400 }, (_, at) => makeGig(at))
  const { document } = render({ coming })
  expect(Buffer.byteLength(document)).toBeLessThanOrEqual(limits.publicPageBytes)
  const shown = (document.split('Earlier gigs')[0] ?? '').match(/<li class="gig">/g)?.length ?? 0
  expect(document).toContain(`And ${400 - shown} more in the <a href="${url}.ics">calendar</a>`)
  const whole = { ...page, coming, past: [] }
  expect(formatGigCalendar(whole).match(/BEGIN:VEVENT/g)).toHaveLength(400)
  expect(JSON.parse(formatMusicGroupWithEvents(whole)).event).toHaveLength(400)
  expect(formatGigRss(whole).match(/<item>/g)).toHaveLength(400)
})

/** Properties that schema.org defines, for each type that a public page uses. */
const terms: Record<string, readonly string[]> = {
  MusicGroup: ['name', 'url', 'description', 'genre', 'foundingLocation', 'image', 'sameAs', 'event'],
  MusicEvent: `name startDate endDate eventStatus eventAttendanceMode location performer image url offers`.split(' '),
  MusicVenue: ['name', 'address'],
  Place: ['name'],
  Offer: ['url', 'description', 'price', 'priceCurrency'],
}

function wrongTermsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(wrongTermsOf)
  if (typeof value !== 'object' || value === null) return []
  const { '@type': type, '@id': _, '@context': __, '@graph': graph, ...fields } = value as Record<string, unknown>
  if (graph) return wrongTermsOf(graph)
  const wrong = Object.keys(fields).filter((name) => !terms[String(type)]?.includes(name))
  return [...wrong.map((name) => `${type}.${name}`), ...Object.values(fields).flatMap(wrongTermsOf)]
}

test('the structured data of a public page and of its JSON have terms of schema.org only, and the fields that a MusicEvent needs', () => {
  const [, inPage = ''] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(render().document) ?? []
  for (const text of [inPage, formatMusicGroupWithEvents(page)]) {
    const data = JSON.parse(text)
    expect(data['@context']).toBe('https://schema.org')
    expect(wrongTermsOf(data)).toEqual([])
    const [gig, festival] = data.event ?? data['@graph'].slice(1)
    expect(gig).toMatchObject({
      '@type': 'MusicEvent',
      startDate: '2027-06-11T20:00:00+01:00',
      location: { '@type': 'MusicVenue', name: 'The Crown 1, Hull', address: 'The Crown 1, Hull' },
      performer: { '@id': `${url}#band` },
      offers: { '@type': 'Offer', price: '12.50', priceCurrency: 'GBP' },
    })
    expect(festival).toMatchObject({ startDate: '2027-06-11', endDate: '2027-06-13' })
  }
})

test.each([
  ['£12.50 / £8', '12.50'],
  ['£1,000 a table', '1000'],
  ['£12, £8 concessions', '12'],
  ['Free', '0'],
  ['£0', '0'],
  ['Free before 9, then £5', '5'],
  ['£12.5', undefined],
  ['Pay what you can', undefined],
])('the price of "%s" in the structured data is %s', (priceText, price) => {
  const { event } = JSON.parse(formatMusicGroupWithEvents({ ...page, coming: [makeGig(1, { priceText })], past: [] }))
  expect([event[0].offers.price, event[0].offers.priceCurrency]).toEqual([price, price && 'GBP'])
})

test('the RSS feed of a public page is well-formed, with a link, an id and a date for each coming and each earlier gig', () => {
  const rss = formatGigRss({
    ...page,
    name: 'Rock & <Roll>\u0008',
    coming: page.coming.map((gig) => ({ ...gig, venue: 'A & B <c>' })),
  })
  const open: string[] = []
  for (const [, end, name = '', closed] of rss.matchAll(/<(\/?)([a-z:A-Z]+)(?:\s[^<>]*?)?(\/?)>/g)) {
    if (end) expect(open.pop()).toBe(name)
    else if (!closed) open.push(name)
  }
  expect(open).toEqual([])
  expect(rss.replace(/&(?:amp|lt|gt|quot|#39);/g, '')).not.toContain('&')
  expect(rss).not.toContain('\u0008')
  const items = [...rss.matchAll(/<item>[^]*?<\/item>/g)].map(([item]) => item)
  expect(items).toHaveLength(3)
  for (const item of items)
    expect(item).toMatch(
      /<title>[^<]+<\/title>[^]*<link>https[^<]+<\/link>[^]*<guid isPermaLink="false">[^<]+<[^]*<pubDate>Sat, 02 Jan 2027 10:00:00 GMT</,
    )
  expect(formatGigCalendar(page)).toContain('SUMMARY:The Night Buses at The Crown 3\\, Hull')
})

test('the embed of a public page has only the gigs, and its links open outside the frame', () => {
  const { document, policy } = renderEmbed(page)
  expect(document).toContain('<base target="_blank" />')
  expect(document.match(/<li class="gig">/g)).toHaveLength(2)
  expect(document).not.toMatch(/<form|<img|Soul from Leeds/)
  expect(policy).toContain('frame-ancestors *')
})

test.each([
  [undefined, 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['br;q=0.5', 'br'],
  ['deflate', 'identity'],
  ['gzip;q=0.000, br; q=0.0', 'identity'],
])('a client with the Accept-Encoding %s gets the encoding %s', (accepted, encoding) => {
  expect(selectEncoding(accepted)).toBe(encoding)
})
