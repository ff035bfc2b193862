// The fake Spotify's songs and search, over real HTTP.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeSpotify, type FakeSpotify } from '#spotify.ts'
import type { Track } from './catalogue.ts'
import { createSpotifyTestClient, type Page, type SpotifyTestClient } from './testing.ts'

let spotify: FakeSpotify
let client: SpotifyTestClient
let bearer: string

beforeAll(async () => {
  spotify = await startFakeSpotify()
  client = createSpotifyTestClient(spotify)
  bearer = (await client.connect('ann')).access_token
})
afterAll(() => spotify.close())

type SearchResult = { tracks: Page<Track>; error?: { message: string } }

const search = (query: string) => client.call<SearchResult>(bearer, `/search?type=track&${query}`)
const findNames = async (query: string) => (await search(query)).body.tracks.items.map(({ name }) => name)

test('a search of the fake Spotify ignores case and punctuation and puts the closest title first', async () => {
  const { body } = await search('q=dont%20LOOK%20back&limit=8')
  expect(body.tracks.items[0]).toMatchObject({
    name: "Don't Look Back in Anger",
    artists: [{ name: 'Oasis' }],
    album: { name: "(What's the Story) Morning Glory?", images: [{ height: 640 }, { height: 300 }, { height: 64 }] },
    is_local: false,
  })
  expect((await findNames('q=dream'))[0]).toBe('Dreams')
  expect(await findNames('q=oasis%20wonder')).toEqual(['Wonderwall'])
  expect(await findNames('q=track:Wonderwall%20artist:Oasis')).toEqual(['Wonderwall'])
  expect((await search('q=qzxw')).body.tracks).toMatchObject({ items: [], total: 0, next: null })
})

test('a search of the fake Spotify returns five tracks by default and at most ten, in pages', async () => {
  expect(await findNames('q=the')).toHaveLength(5)
  expect(await search('q=the&limit=11')).toMatchObject({ status: 400, body: { error: { message: 'Invalid limit' } } })
  const { tracks } = (await search('q=the&limit=10')).body
  const next = (await client.call<SearchResult>(bearer, tracks.next ?? '')).body.tracks
  expect(next).toMatchObject({ offset: 10, limit: 10, total: tracks.total })
  expect(next.items[0]?.id).not.toBe(tracks.items[0]?.id)
})

test('a search of the fake Spotify with an empty query, without a type or with an invalid token is refused', async () => {
  expect(await search('q=')).toMatchObject({ status: 400, body: { error: { message: 'No search query' } } })
  expect((await client.call(bearer, '/search?q=oasis')).status).toBe(400)
  expect((await client.call('nonsense', '/search?q=oasis&type=track')).status).toBe(401)
})

test('the catalogue of the fake Spotify has hundreds of songs with constant ids of 22 characters and few previews', () => {
  const { tracks } = spotify.catalogue
  expect(tracks.length).toBeGreaterThan(300)
  expect(new Set(tracks.map(({ id }) => id)).size).toBe(tracks.length)
  for (const { id } of tracks) expect(id).toMatch(/^[0-9A-Za-z]{22}$/)
  expect(tracks.find(({ name }) => name === 'Wonderwall')?.id).toBe('5ASDd7RHSQhnZMN6LotBM8')
  const previews = tracks.filter((track) => track.preview_url !== null).length
  expect(previews).toBeGreaterThan(0)
  expect(previews).toBeLessThan(tracks.length / 10)
})

test('the fake Spotify returns a track by its id, 404 for an unknown id, and an SVG picture as the cover of the track', async () => {
  const [song] = spotify.catalogue.tracks
  expect((await client.call(bearer, `/tracks/${song?.id}`)).body).toEqual(song)
  expect((await client.call(bearer, `/tracks/${'0'.repeat(22)}`)).status).toBe(404)
  const cover = await fetch(song?.album.images[0]?.url ?? '')
  expect(cover.headers.get('content-type')).toContain('image/svg+xml')
  expect(await cover.text()).toContain('<svg')
})
