import { randomUUIDv7 } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Song } from '@gaffer/domain/song'
import { aBand, aSong, joinBand } from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
const ghostTown = {
  title: 'Ghost Town',
  artist: 'The Specials',
  album: 'Ghost Town',
  spotifyId: '0123456789abcdefABCDEF',
  spotifyUrl: 'https://open.spotify.com/track/0123456789abcdefABCDEF?si=1a2b',
  imageUrl: 'https://i.scdn.co/image/ab67616d0000b273',
  previewUrl: 'https://p.scdn.co/mp3-preview/0a1b2c',
}

let dee: TestClient
let kit: TestClient
let outsider: TestClient
let bandId: string
let songs: string

beforeAll(async () => {
  dee = await server().createUser({ firstName: 'Dee' })
  kit = await server().createUser({ firstName: 'Kit' })
  outsider = await server().createUser({ firstName: 'Olga' })
})

/** A new band of Dee and Kit for each `describe`. */
async function newBand(): Promise<void> {
  bandId = (await aBand(dee)).id
  await joinBand(dee, bandId, kit)
  songs = `/api/bands/${bandId}/songs`
}

describe('duplicate Spotify tracks', () => {
  beforeAll(newBand)

  test('of twenty parallel requests to add the same Spotify track one succeeds and the others get 409', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? dee : kit).post(songs, ghostTown)))
    const refused = answers.filter(({ status }) => status === 409)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(refused).toHaveLength(19)
    expect(refused[0]?.body).toEqual({ code: 'conflict', message: 'That song is already on the practice list' })
    expect((await kit.get(songs)).body).toHaveLength(1)
  })

  test('a Spotify track on the list is refused with a new idempotency key and accepted after its removal', async () => {
    const again = await dee.post(songs, ghostTown, { 'idempotency-key': 'another' })
    expect(again.status).toBe(409)
    const [{ id }] = (await dee.get(songs)).body
    await dee.delete(`${songs}/${id}`)
    expect((await dee.post(songs, ghostTown)).status).toBe(201)
  })

  test('the same Spotify track can be on the practice lists of two bands', async () => {
    const other = await aBand(outsider)
    expect((await aSong(outsider, other.id, ghostTown)).bandId).toBe(other.id)
  })
})

describe('duplicate titles', () => {
  beforeAll(newBand)
  const refusal = { code: 'conflict', message: 'That song is already on the practice list' }
  const byHand = { title: 'Déjà Vu', artist: 'Beyoncé feat. JAY-Z' }

  test('of twenty parallel requests to add the same title and artist one succeeds and the others get 409', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? dee : kit).post(songs, byHand)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status === 409)
    expect([refused.length, refused[0]?.body]).toEqual([19, refusal])
    expect((await kit.get(songs)).body).toHaveLength(1)
  })

  test('a duplicate song is recognised despite case, accents, spaces and featured artists, from Spotify or by hand', async () => {
    const fromSpotify = { ...ghostTown, title: 'DEJA VU (feat. Jay-Z)', artist: 'beyonce' }
    const answer = await dee.post(songs, fromSpotify)
    expect([answer.status, answer.body]).toEqual([409, refusal])
    expect((await dee.post(songs, ghostTown)).status).toBe(201)
    expect((await kit.post(songs, { title: 'ghost  town', artist: 'The Specials' })).status).toBe(409)
  })

  test('a removed song can be added again, and the same title can be added to another band', async () => {
    const [{ id }] = (await dee.get(songs)).body
    await dee.delete(`${songs}/${id}`)
    expect((await dee.post(songs, byHand)).status).toBe(201)
    const other = await aBand(outsider)
    expect((await aSong(outsider, other.id, byHand)).bandId).toBe(other.id)
  })

  test('existing duplicate songs stay on the list, and a third one is refused', async () => {
    const { db } = server().deps
    for (const id of [randomUUIDv7(), randomUUIDv7()]) {
      await db`insert into songs (band_id, id, title, artist) values (${bandId}, ${id}, 'Twice', 'Us')`
    }
    expect((await dee.post(songs, { title: 'Twice', artist: 'Us' })).status).toBe(409)
    const titles = (await dee.get(songs)).body.map(({ title }: Song) => title)
    expect(titles.filter((title: string) => title === 'Twice')).toHaveLength(2)
  })
})
