import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Band } from '@gaffer/domain/bands/band'
import type { Membership } from '@gaffer/domain/bands/member'
import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import { createTestBand, createTestGig, joinBand } from '#testing/builders.ts'
import { addEntry } from '#testing/money.ts'
import { createTestNote } from '#testing/notes.ts'
import { createTestEnquiry, pagePath, sendEnquiryForm, turnPageOn } from '#testing/public-page.ts'
import { eventSummariesFromIcs } from '#testing/read-calendar-file.ts'
import { fromNow, testClock } from '#testing/test-clock.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
let dee: TestClient, ros: TestClient, visitor: TestClient
let band: Band & { membership: Membership }
let count = 0
let slug: string

afterEach(testClock.reset)
beforeEach(async () => {
  dee = await server().createUser({ displayName: 'Canary Dee' })
  ros = await server().createUser({ displayName: 'Canary Ros' })
  band = await createTestBand(dee, { name: 'The <Night> Buses', description: 'Canary description' })
  await dee.patch(`/api/bands/${band.id}`, { allowedEventTypes: ['gig', 'public_gig', 'festival'] })
  await joinBand(dee, band.id, ros)
  visitor = server().newClient()
  count += 1
  slug = `night-buses-${count}`
})

const listed = {
  isListed: true,
  venue: 'The Brudenell, Leeds',
  ticketUrl: 'https://tickets.example/1?a=b&c=d',
  priceText: '£12 / £8',
}
const addGig = (changes: object = {}) =>
  createTestGig(dee, band.id, { title: 'Canary title', notes: 'Canary notes', ...listed, ...changes })
const readPage = (suffix = '') => visitor.get(`/b/${slug}${suffix}`)
const savePage = (changes: object = {}) => turnPageOn(dee, band.id, { slug, ...changes })

test('a public page is off, empty and of version 0 until an owner saves it', async () => {
  expect((await ros.get(pagePath(band.id))).body).toEqual({
    isOn: false,
    slug: null,
    bio: null,
    hometown: null,
    genres: [],
    links: [],
    acceptsEnquiries: false,
    showsPast: false,
    version: 0,
    url: null,
  })
  const saved = await savePage({ genres: ['Soul'], links: [{ label: 'Bandcamp', url: 'https://nb.example/a' }] })
  expect(saved).toMatchObject({
    isOn: true,
    slug,
    genres: ['Soul'],
    version: 1,
    url: expect.stringMatching(`/b/${slug}$`),
  })
  const stale = await dee.put(pagePath(band.id), { isOn: false }, { 'if-match': '"0"' })
  expect(stale.status).toBe(412)
  expect((await ros.put(pagePath(band.id), { isOn: false })).status).toBe(403)
})

test('an address of a public page that is reserved or in use is refused with 409, and a malformed address with 400', async () => {
  await savePage()
  const other = await createTestBand(ros)
  const put = (slug: string) => ros.put(pagePath(other.id), { isOn: true, slug })
  expect([(await put(slug)).status, (await put(slug.toUpperCase())).status, (await put('admin')).status]).toEqual([
    409, 409, 409,
  ])
  for (const wrong of ['ab', 'a'.repeat(41), '-abc', 'a--b', 'a b c', 'ä-band', 'a.b.c', 'a/b/c'])
    expect([wrong, (await put(wrong)).status]).toEqual([wrong, 400])
  expect((await ros.put(pagePath(other.id), { isOn: true })).status).toBe(400)
  const check = async (typed: string) => (await ros.get(`${pagePath(other.id)}/slugs/${typed}`)).body
  expect(await check(slug)).toMatchObject({ isAvailable: false, reason: expect.stringContaining('Another band') })
  expect(await check('another-free-one')).toEqual({ isAvailable: true, reason: null })
})

test('an earlier address of a public page redirects to the new address and is reserved for the band for 90 days', async () => {
  const [first, second] = [slug, `renamed-${count}`]
  for (slug of [first, second, first, second]) await savePage()
  const moved = await visitor.get(`/b/${first}`)
  expect([moved.status, moved.headers.get('location')]).toEqual([301, `/b/${slug}`])
  expect((await visitor.get(`/b/${first}.ics`)).headers.get('location')).toBe(`/b/${slug}.ics`)
  const other = await createTestBand(ros)
  expect((await ros.put(pagePath(other.id), { isOn: true, slug: first })).status).toBe(409)
  expect((await ros.get(`${pagePath(other.id)}/slugs/${first}`)).body.isAvailable).toBe(false)
  testClock.set(fromNow({ days: 91 }))
  const kit = await server().createUser({ displayName: 'Kit' })
  const third = await createTestBand(kit)
  expect((await kit.put(pagePath(third.id), { isOn: true, slug: first })).status).toBe(200)
  expect((await visitor.get(`/b/${first}`)).status).toBe(200)
})

test('of two bands that request the same address of a public page at once one gets 200 and the other 409', async () => {
  const other = await createTestBand(ros)
  const statuses = await Promise.all([
    dee.put(pagePath(band.id), { isOn: true, slug }),
    ros.put(pagePath(other.id), { isOn: true, slug }),
  ])
  expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('a public page shows the saved texts and the listed events, both escaped, and a change appears at once', async () => {
  const { id } = await addGig()
  await savePage({ bio: 'Soul & </script><b>', hometown: 'Leeds', genres: ['Soul'] })
  const page = await readPage()
  expect(page.status).toBe(200)
  for (const shown of [
    'The &lt;Night&gt; Buses',
    'Soul &amp; &lt;/script&gt;',
    'The Brudenell, Leeds',
    '£12 / £8',
    '8 PM – 11 PM',
  ])
    expect(page.text).toContain(shown)
  expect(page.text).toContain('href="https://tickets.example/1?a=b&amp;c=d"')
  const event = `/api/bands/${band.id}/events/${id}`
  await ros.patch(event, { venue: 'Elsewhere' })
  expect((await readPage()).text).toContain('Elsewhere')
  await ros.patch(event, { isListed: false })
  expect((await readPage()).text).not.toContain('Elsewhere')
  await savePage({ isOn: false })
  expect((await readPage()).status).toBe(404)
})

test('a public page lists only confirmed public gigs and festivals with isListed that are not over, in the order of their dates', async () => {
  const today = todayInLondon(testClock.now())
  const weekender = { type: 'festival', date: addDays(today, -1), endDate: today, isAllDay: true }
  await addGig({ venue: 'Shown weekender', ...weekender })
  await addGig({ venue: 'Shown gig', date: '2027-06-12' })
  await addGig({ venue: 'Shown festival', type: 'festival', date: '2027-06-11', endDate: '2027-06-13', isAllDay: true })
  await addGig({ venue: 'Canary pencilled', status: 'tentative' })
  await addGig({ venue: 'Canary cancelled', status: 'cancelled' })
  await addGig({ venue: 'Canary unticked', isListed: false })
  const wedding = await addGig({ type: 'gig', isPublic: false, location: 'Canary wedding', venue: null })
  expect(wedding).toMatchObject({ isListed: false, ticketUrl: null, priceText: null })
  const hidden = await addGig({ isPublic: false, location: 'Canary hidden', venue: null })
  expect(hidden).toMatchObject({ isListed: false })
  await savePage()
  const { text } = await readPage()
  expect(text).toMatch(/Shown weekender[^]*Shown festival[^]*Shown gig/)
  expect(text).not.toContain('Canary')
})

test('the public page, feeds, pictures and error pages of a band show no event title or note, gig sheet, song, set list, ledger entry, lift or enquiry', async () => {
  const { id } = await addGig()
  await dee.put(`/api/bands/${band.id}/events/${id}/gig-sheet`, {
    address: 'Canary address',
    contactName: 'Canary contact',
    feePence: 1,
  })
  await dee.post(`/api/bands/${band.id}/songs`, { title: 'Canary song', artist: 'Canary artist' })
  await dee.post(`/api/bands/${band.id}/setlists`, { name: 'Canary set list' })
  await createTestNote(dee, band.id, { kind: 'event', id }, { text: 'Canary note' })
  await addEntry(dee, band.id, { kind: 'expense', pence: 1, note: 'Canary strings' })
  const drives = { mode: 'drives', seats: 1, from: 'Canary street' }
  await dee.put(`/api/bands/${band.id}/events/${id}/lifts/${band.membership.id}`, drives)
  await createTestEnquiry(server(), band.id, { name: 'Canary stranger', text: 'Canary words' })
  await savePage({ showsPast: true, acceptsEnquiries: true })
  const sent = [await sendEnquiryForm(visitor, slug, {}), await sendEnquiryForm(visitor, slug, { name: '' })]
  expect(sent.map(({ status, text }) => [status, /canary/i.test(text)])).toEqual([
    [200, false],
    [422, false],
  ])
  for (const path of [
    `/b/${slug}`,
    ...['.ics', '.rss', '.json', '/embed', '/share.png'].map((end) => `/b/${slug}${end}`),
    `/b/${slug}/picture.webp`,
    '/sitemap.xml',
    '/robots.txt',
    '/b/unknown-band',
    `/b/${slug}/nothing`,
  ]) {
    const { text, headers } = await visitor.get(path)
    expect([path, /canary/i.test(text + JSON.stringify([...headers]))]).toEqual([path, false])
  }
})

test('a public page is at most 15 kB without pictures, has no script that runs, and has headers that allow no script', async () => {
  for (let at = 0; at < 12; at += 1)
    await addGig({ date: `2027-04-${10 + at}`, venue: `${'A long venue '.repeat(8)}${at}` })
  await savePage({
    bio: 'x'.repeat(1000),
    links: Array.from({ length: 12 }, (_, at) => ({ label: `L${at}`, url: `https://l.example/${at}` })),
  })
  const page = await readPage()
  expect(Buffer.byteLength(page.text)).toBeLessThanOrEqual(15_000)
  expect(page.text).toContain('more in the')
  expect(page.text.replace('<script type="application/ld+json">', '')).not.toMatch(/<script|\son\w+=|javascript:/i)
  const policy = String(page.headers.get('content-security-policy'))
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('script-src')
  expect(policy).not.toContain('unsafe')
  expect(policy).toContain("frame-ancestors 'none'")
  expect([page.headers.get('cross-origin-resource-policy'), page.headers.get('set-cookie')]).toEqual([
    'cross-origin',
    null,
  ])
})

test('the structured data of a public page have a MusicEvent with London times for its gig, and its JSON is a MusicGroup with one event', async () => {
  await addGig({ date: '2027-07-02' })
  await savePage()
  const [, json = ''] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec((await readPage()).text) ?? []
  const graph = JSON.parse(json)['@graph']
  expect(graph[1]).toMatchObject({
    '@type': 'MusicEvent',
    startDate: '2027-07-02T20:00:00+01:00',
    endDate: '2027-07-02T23:00:00+01:00',
    offers: { '@type': 'Offer', url: listed.ticketUrl, price: '12', priceCurrency: 'GBP' },
  })
  const group = JSON.parse((await readPage('.json')).text)
  expect([group['@type'], group.name, group.event.length]).toEqual(['MusicGroup', 'The <Night> Buses', 1])
})

test('the iCalendar feed of a public page, which other sites may read, and its RSS feed list the gigs', async () => {
  await addGig()
  await savePage()
  const ics = await readPage('.ics')
  expect([ics.status, ics.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
  expect(eventSummariesFromIcs(ics.text)).toEqual(['The <Night> Buses at The Brudenell, Leeds'])
  const rss = await readPage('.rss')
  expect([rss.headers.get('content-type'), rss.text.match(/<item>/g)?.length]).toEqual([
    'application/rss+xml; charset=utf-8',
    1,
  ])
})

test('the Content-Security-Policy of a public page and of its embed allows their own style', async () => {
  await savePage()
  for (const path of ['', '/embed']) {
    const { text, headers } = await readPage(path)
    const [, style = ''] = /<style>([^]*?)<\/style>/.exec(text) ?? []
    const digest = createHash('sha256').update(style).digest('base64')
    expect(headers.get('content-security-policy')).toContain(`style-src 'sha256-${digest}'`)
  }
})

test('other sites may frame the embed of a public page, and not the page itself', async () => {
  await savePage()
  const embed = await readPage('/embed')
  expect(embed.headers.get('content-security-policy')).toContain('frame-ancestors *')
  expect(embed.headers.get('x-frame-options')).toBeNull()
  expect((await readPage()).headers.get('x-frame-options')).toBe('DENY')
})

test('the share picture of a public page is a PNG of 1200 × 630 pixels, and a request with its ETag gets 304', async () => {
  await savePage()
  const first = await fetch(`${visitor.url}/b/${slug}/share.png`)
  const bytes = Buffer.from(await first.arrayBuffer())
  expect([bytes.subarray(1, 4).toString(), bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual(['PNG', 1200, 630])
  const again = await fetch(`${visitor.url}/b/${slug}/share.png`, {
    headers: { 'if-none-match': String(first.headers.get('etag')) },
  })
  expect(again.status).toBe(304)
})

test('a public page is sent compressed, answers its ETag with 304, and lists a gig under “Earlier gigs” from the midnight after the gig', async () => {
  await addGig({ date: '2027-03-12' })
  await savePage({ showsPast: true })
  const first = await readPage()
  expect(first.text).not.toContain('Earlier gigs')
  const zipped = await fetch(`${visitor.url}/b/${slug}`, { headers: { 'accept-encoding': 'gzip' } })
  expect([
    zipped.headers.get('content-encoding'),
    await zipped.text().then((text) => text.includes('Brudenell')),
  ]).toEqual(['gzip', true])
  const tag = String(first.headers.get('etag'))
  expect((await visitor.get(`/b/${slug}`, { 'if-none-match': tag })).status).toBe(304)
  testClock.set(new Date('2027-03-13T00:00:01Z'))
  expect((await readPage()).text).toMatch(/No gigs at the moment[^]*Earlier gigs/)
})

test('the sitemap lists only public pages that are on, and robots.txt allows public pages and names the sitemap', async () => {
  await savePage()
  expect((await visitor.get('/sitemap.xml')).text).toContain(`/b/${slug}</loc>`)
  await savePage({ isOn: false })
  expect((await visitor.get('/sitemap.xml')).text).not.toContain(`/b/${slug}<`)
  expect((await visitor.get('/robots.txt')).text).toMatch(/Allow: \/b\/\n[^]*Sitemap: http/)
})

test('listing a gig on the public page adds a line to the activity, and the preview of the page shows unsaved texts', async () => {
  const { id } = await addGig({ isListed: false })
  await ros.patch(`/api/bands/${band.id}/events/${id}`, { isListed: true })
  const [newest] = (await dee.get(`/api/bands/${band.id}/activity`)).body
  expect(newest).toMatchObject({ verb: 'listed', subject: 'Canary title' })
  const preview = await dee.post(`${pagePath(band.id)}/preview`, { bio: 'Only a draft' })
  expect(preview.body.html).toContain('Only a draft')
  expect((await readPage()).status).toBe(404)
})
