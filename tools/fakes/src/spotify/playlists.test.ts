// The fake Spotify's playlists after the February 2026 change, over real HTTP.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startFakeSpotify, type FakeSpotify } from '#spotify.ts'
import { createSpotifyTestClient, type Page, type SpotifyTestClient } from './testing.ts'

let spotify: FakeSpotify
let client: SpotifyTestClient

beforeAll(async () => {
  spotify = await startFakeSpotify()
  client = createSpotifyTestClient(spotify)
})
afterAll(() => spotify.close())
afterEach(() => spotify.failApi(null))

type ListedPlaylist = { id: string; name: string; items: object; owner: { id: string }; snapshot_id: string }
type Entry = { item: { uri: string; type: string; id: string | null } | null; is_local: boolean }
type Refused = { error?: { message: string } }

async function findPlaylist(person: string, name: string, scope?: string) {
  const { access_token: bearer } = await client.connect(person, scope)
  const { body } = await client.call<Page<ListedPlaylist>>(bearer, '/me/playlists?limit=50')
  const playlist = body.items.find((candidate) => candidate.name === name)
  if (playlist === undefined) throw new Error(`no playlist ${name}`)
  return { bearer, playlist, items: `/playlists/${playlist.id}/items` }
}

test('the fake Spotify lists playlists in pages of at most fifty, with their item count and without items', async () => {
  const { bearer, playlist } = await findPlaylist('dev', 'Friday practice')
  expect(playlist).toMatchObject({ items: { total: 8 }, owner: { id: 'dev' }, public: false })
  expect(playlist.items).not.toHaveProperty('items')
  const first = (await client.call<Page<ListedPlaylist>>(bearer, '/me/playlists?limit=50')).body
  expect(first).toMatchObject({ limit: 50, total: 65, previous: null })
  expect(first.items.find(({ name }) => name === 'Nothing in it yet')).toMatchObject({
    items: { total: 0 },
    images: null,
  })
  expect((await client.call<Page<ListedPlaylist>>(bearer, first.next ?? '')).body.items).toHaveLength(15)
  expect((await client.call(bearer, '/me/playlists?limit=51')).status).toBe(400)
})

test('the fake Spotify returns playlist items in pages of fifty, each in the field item', async () => {
  const { bearer, playlist, items } = await findPlaylist('ann', 'Covers we might do')
  const seen: (string | undefined)[] = []
  let next: string | null = `${items}?limit=50`
  while (next !== null) {
    const page: Page<Entry> = (await client.call<Page<Entry>>(bearer, next)).body
    seen.push(...page.items.map(({ item }) => item?.uri))
    next = page.next
  }
  expect(seen).toEqual(spotify.playlistUris(playlist.id))
  expect(seen).toHaveLength(120)
  expect((await client.call(bearer, `${items}?limit=100`)).status).toBe(400)
})

test('a playlist of the fake Spotify can contain a local file, an episode and a track that is gone', async () => {
  const { bearer, items } = await findPlaylist('ann', 'Mixed bag')
  const { body } = await client.call<Page<Entry>>(bearer, items)
  expect(body.items.map(({ item, is_local }) => [item?.type ?? null, item?.id?.length ?? null, is_local])).toEqual([
    ['track', 22, false],
    [null, null, false],
    ['track', null, true],
    ['episode', 22, false],
  ])
})

test('the fake Spotify returns a followed playlist, and refuses to read or replace its items', async () => {
  const { access_token: bearer } = await client.connect('ben')
  const { body } = await client.call<Page<ListedPlaylist>>(bearer, '/me/playlists')
  const followed = body.items.find(({ owner }) => owner.id === 'ann')
  expect((await client.call(bearer, `/playlists/${followed?.id}`)).status).toBe(200)
  expect((await client.call(bearer, `/playlists/${followed?.id}/items`)).status).toBe(403)
  expect((await client.call(bearer, `/playlists/${followed?.id}/items`, 'PUT', { uris: [] })).status).toBe(403)
})

test('playlist items of the fake Spotify can be replaced, added and removed', async () => {
  const { bearer, playlist, items } = await findPlaylist('cara', 'Nothing in it yet')
  const uris = spotify.catalogue.tracks.slice(0, 130).map(({ uri }) => uri)
  const replaced = await client.call<ListedPlaylist>(bearer, items, 'PUT', { uris: uris.slice(0, 100) })
  expect(replaced.status).toBe(200)
  expect(replaced.body.snapshot_id).not.toBe(playlist.snapshot_id)
  expect((await client.call(bearer, items, 'POST', { uris: uris.slice(100) })).status).toBe(201)
  expect(spotify.playlistUris(playlist.id)).toEqual(uris)
  await client.call(bearer, items, 'POST', { uris: [uris[5]], position: 0 })
  await client.call(bearer, items, 'DELETE', { items: [{ uri: uris[5] }, { uri: uris[6] }] })
  expect(spotify.playlistUris(playlist.id)).toEqual(uris.toSpliced(5, 2))
  await client.call(bearer, items, 'PUT', { uris: [] })
  expect(spotify.playlistUris(playlist.id)).toEqual([])
})

test('a playlist write to the fake Spotify takes at most a hundred URIs, of existing tracks only', async () => {
  const { bearer, playlist, items } = await findPlaylist('cara', 'Friday practice')
  const uri = spotify.catalogue.tracks[0]?.uri
  const refusal = async (method: string, body: object) => {
    const answer = await client.call<Refused>(bearer, items, method, body)
    expect(answer.status).toBe(400)
    return answer.body.error?.message
  }
  expect(await refusal('POST', { uris: Array(101).fill(uri) })).toBe('You can add a maximum of 100 tracks per request.')
  expect(await refusal('POST', { uris: ['wonderwall'] })).toBe('Invalid track uri: wonderwall')
  expect(await refusal('POST', { uris: [`spotify:track:${'0'.repeat(22)}`] })).toBe(
    'Payload contains a non-existing ID',
  )
  expect(await refusal('DELETE', { tracks: [{ uri }] })).toBe('No uris provided')
  expect((await client.call(bearer, `/playlists/${playlist.id}/tracks`)).status).toBe(403)
  expect(spotify.playlistUris(playlist.id)).toHaveLength(8)
})

test('the fake Spotify refuses to read or write a playlist without the scope for it', async () => {
  const { bearer, items } = await findPlaylist('ann', 'Friday practice', 'playlist-read-private')
  expect(await client.call(bearer, items, 'PUT', { uris: [] })).toMatchObject({
    status: 403,
    body: { error: { message: 'Insufficient client scope' } },
  })
  const { access_token: unscoped } = await client.connect('ann', '')
  expect((await client.call(unscoped, '/me/playlists')).status).toBe(403)
})

test('the fake Spotify answers 404 for an unknown playlist or path, and 400 for a malformed playlist id', async () => {
  const { access_token: bearer } = await client.connect('ann')
  expect((await client.call(bearer, `/playlists/${'0'.repeat(22)}/items`)).status).toBe(404)
  expect((await client.call(bearer, '/playlists/short/items')).status).toBe(400)
  expect((await client.call(bearer, '/browse/new-releases')).status).toBe(404)
})

test('the Web API of the fake Spotify can answer 429, 500 or nothing', async () => {
  const { access_token: bearer } = await client.connect('ann')
  spotify.failApi({ kind: 'status', status: 429, retryAfterSeconds: 3, times: 1 })
  const busy = await client.call(bearer, '/me')
  expect(busy).toMatchObject({ status: 429, body: { error: { status: 429, reason: 'QUOTA_EXCEEDED' } } })
  expect(busy.headers.get('retry-after')).toBe('3')
  expect((await client.call(bearer, '/me')).status).toBe(200)
  spotify.failApi({ kind: 'status', status: 500 })
  expect((await client.call(bearer, '/me')).status).toBe(500)
  spotify.failApi({ kind: 'hang' })
  await expect(client.call(bearer, '/me')).rejects.toThrow()
})
