import { beforeEach, expect, test } from 'vitest'
import { createTestBand, createTestGig } from '#testing/builders.ts'
import { createPortraitDataUrl } from '#testing/populated-user.ts'
import { turnPageOn } from '#testing/public-page.ts'
import { recordRequestStatements } from '#testing/recorded-statements.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'
import { PageCache } from './page-cache.ts'

const server = useTestServer()
let dee: TestClient, visitor: TestClient
let bandId: string, gigId: string
let path: string

beforeEach(async () => {
  dee = await server().createUser({ displayName: 'Dee' })
  const band = await createTestBand(dee, { name: 'The Night Buses' })
  bandId = band.id
  await dee.patch(`/api/bands/${bandId}`, {
    allowedEventTypes: ['public_gig'],
    avatarUrl: await createPortraitDataUrl(),
  })
  gigId = (await createTestGig(dee, bandId, { isListed: true, venue: 'The Crown, Hull' })).id
  path = `/b/${(await turnPageOn(dee, bandId)).slug}`
  visitor = server().newClient()
})

test('a public page, its feeds and its embed run no SQL statement after the first read, until a gig or the page changes', async () => {
  const documents = [path, ...['.ics', '.rss', '.json', '/embed'].map((ending) => path + ending)]
  const readAll = async () => {
    for (const one of documents) expect([one, (await visitor.get(one)).status]).toEqual([one, 200])
  }
  expect(await recordRequestStatements(server(), readAll)).not.toEqual([])
  // The change notification of an earlier write may arrive late and invalidate the cache.
  await expect.poll(() => recordRequestStatements(server(), readAll), { timeout: 5000 }).toEqual([])
  await dee.patch(`/api/bands/${bandId}/events/${gigId}`, { venue: 'Elsewhere' })
  expect((await visitor.get(path)).text).toContain('Elsewhere')
  await turnPageOn(dee, bandId, { bio: 'New words' })
  expect((await visitor.get(path)).text).toContain('New words')
})

test('a public page that its band changes while it is read is not cached', async () => {
  const cache = new PageCache()
  const page = { bandId, today: '2026-11-27' }
  const readDuringChangeOf = (changedBandId: string | null) =>
    cache.read('foxes', page.today, () =>
      Promise.resolve().then(() => {
        cache.invalidate(changedBandId)
        return page
      }),
    )
  for (const changedBandId of [bandId, null]) {
    expect(await readDuringChangeOf(changedBandId)).toBe(page)
    expect(cache.find('foxes', page.today)).toBeUndefined()
  }
  await readDuringChangeOf(gigId)
  expect(cache.find('foxes', page.today)).toBe(page)
})

test('the feeds, the JSON and the embed of a public page are sent compressed, and answer their ETags with 304', async () => {
  for (const ending of ['.ics', '.rss', '.json', '/embed']) {
    const headers = { 'accept-encoding': 'br' }
    const first = await fetch(visitor.url + path + ending, { headers })
    expect([ending, first.headers.get('content-encoding'), first.headers.get('vary')]).toEqual([
      ending,
      'br',
      'accept-encoding',
    ])
    expect((await first.text()).length).toBeGreaterThan(200)
    const again = { ...headers, 'if-none-match': String(first.headers.get('etag')) }
    expect((await fetch(visitor.url + path + ending, { headers: again })).status).toBe(304)
  }
})

test('the picture that a public page links to is sent as immutable, and a revalidation of picture.webp runs no SQL statement', async () => {
  const [, address = ''] = /<img src="([^"]+)"/.exec((await visitor.get(path)).text) ?? []
  const named = await fetch(visitor.url + address)
  expect(named.headers.get('content-type')).toBe('image/webp')
  expect(named.headers.get('cache-control')).toContain('immutable')
  expect(named.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  const unnamed = await fetch(`${visitor.url}${path}/picture.webp`)
  expect(unnamed.headers.get('cache-control')).toBe('public, no-cache')
  const tag = String(unnamed.headers.get('etag'))
  const again = () => visitor.get(`${path}/picture.webp`, { 'if-none-match': tag })
  expect(await recordRequestStatements(server(), again)).toEqual([])
  expect((await again()).status).toBe(304)
})

test('the response of a public page is the same without a cookie, with an invalid session cookie and for a member of the band', async () => {
  const plain = await visitor.get(path)
  const withCookie = await visitor.get(path, { cookie: 'gaffer_session=not-a-session; other=1' })
  expect([withCookie.status, withCookie.text.replace(/value="\d{10}"/, '')]).toEqual([
    200,
    plain.text.replace(/value="\d{10}"/, ''),
  ])
  expect(withCookie.headers.get('set-cookie')).toBeNull()
  expect((await dee.get(path)).text.replace(/value="\d{10}"/, '')).toBe(plain.text.replace(/value="\d{10}"/, ''))
})
