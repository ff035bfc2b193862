import { randomUUIDv7 } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Membership } from '@gaffer/domain/bands/member'
import { Song } from '@gaffer/domain/songs/song'
import { createTestBand, createBandWithPracticeList, createTestSong, spotifySongInput } from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()

let dee: TestClient, kit: TestClient, outsider: TestClient
let kits: Membership
let bandId: string, deesId: string, songs: string

beforeAll(async () => {
  outsider = await server().createUser({ firstName: 'Olga' })
})

/** Creates the band with its practice list that the tests of one `describe` share. */
async function createBand(): Promise<void> {
  ;({ dee, kit, bandId, deesId, kits, songs } = await createBandWithPracticeList(server()))
}

describe('adding', () => {
  beforeAll(createBand)

  test('a song from Spotify is stored as sent, without readiness and vetoes', async () => {
    const { status, body } = await dee.post(songs, { ...spotifySongInput, addedByMembershipId: deesId })
    expect(status).toBe(201)
    expect(Song.parse(body)).toEqual({
      ...spotifySongInput,
      id: expect.any(String),
      bandId,
      addedByMembershipId: deesId,
      readiness: [],
      vetos: [],
      createdAt: expect.any(String),
      key: null,
      tempo: null,
      note: null,
      lastPractisedAt: null,
      lastPlayedOn: null,
      writers: null,
      isOwn: false,
      chartCount: 0,
      noteCount: 0,
      hasUnreadNotes: false,
    })
  })

  test('a song added by hand needs only a title and an artist', async () => {
    const first = await createTestSong(kit, bandId, { title: '  Rudy \u202E ', artist: 'Dandy' })
    const second = await createTestSong(kit, bandId, { title: 'Rudie', artist: 'Dandy', spotifyId: null, album: ' ' })
    expect(first).toMatchObject({ title: 'Rudy', spotifyId: null, album: null, addedByMembershipId: null })
    expect(second).toMatchObject({ title: 'Rudie', spotifyId: null, album: null, addedByMembershipId: null })
  })

  test.each([
    [{ title: ' ' }, 'title', 'Song title is required'],
    [{ artist: null }, 'artist', 'Artist is required'],
    [{ title: 'x'.repeat(121) }, 'title', 'Use at most 120 characters'],
    [{ spotifyId: 'spotify:track:1' }, 'spotifyId', 'This is not a Spotify id'],
    [{ spotifyUrl: 'http://open.spotify.com/track/1' }, 'spotifyUrl', 'This is not an address at Spotify'],
    [{ spotifyUrl: 'javascript:alert(1)//open.spotify.com/' }, 'spotifyUrl', 'This is not an address at Spotify'],
    [{ spotifyUrl: 'https://open.spotify.com@evil.example/' }, 'spotifyUrl', 'This is not an address at Spotify'],
    [{ spotifyUrl: 'https://open.spotify.com.evil.example/' }, 'spotifyUrl', 'This is not an address at Spotify'],
    [{ spotifyUrl: 'https://openxspotify.com/track/1' }, 'spotifyUrl', 'This is not an address at Spotify'],
    [{ spotifyUrl: 'https://open.spotify.com:8443/track/1' }, 'spotifyUrl', 'This is not an address at Spotify'],
    [{ spotifyUrl: 'https://open.spotify.com/track/1\nx' }, 'spotifyUrl', 'This is not an address at Spotify'],
    [{ imageUrl: 'https://tracker.example/i.scdn.co/a.png' }, 'imageUrl', 'This is not an address at Spotify'],
    [{ imageUrl: 'http://127.0.0.1:9/a.png' }, 'imageUrl', 'This is not an address at Spotify'],
    [{ previewUrl: 'https://i.scdn.co/image/a' }, 'previewUrl', 'This is not an address at Spotify'],
    [{ readiness: [] }, 'readiness', 'Unknown field'],
    [{ bandId: randomUUIDv7() }, 'bandId', 'Unknown field'],
  ])('a song with %o is refused with 400', async (wrong, path, message) => {
    const { status, body } = await dee.post(songs, { title: 'One', artist: 'Two', ...wrong })
    expect([status, body.issues]).toEqual([400, [{ path, message }]])
  })

  test('a song with another member’s addedByMembershipId is refused with 403', async () => {
    const answer = await kit.post(songs, { title: 'One', artist: 'Two', addedByMembershipId: deesId })
    expect([answer.status, answer.body]).toEqual([
      403,
      { code: 'not_allowed', message: 'You can only act as yourself' },
    ])
  })

  test('two parallel requests with the same idempotency key add one song', async () => {
    const key = { 'idempotency-key': 'one song please' }
    const add = () => dee.post(songs, { title: 'Once', artist: 'Only' }, key)
    const [first, second] = await Promise.all([add(), add()])
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body])
    const titles = (await dee.get(songs)).body.map(({ title }: Song) => title)
    expect(titles.filter((title: string) => title === 'Once')).toHaveLength(1)
  })
})

describe('the list', () => {
  beforeAll(createBand)

  test('the practice list is in the order of adding, with the readiness and vetoes of all members', async () => {
    expect((await dee.get(songs)).body).toEqual([])
    for (const title of ['One', 'Two', 'Three']) await createTestSong(dee, bandId, { title })
    const [one, two, three] = (await dee.get(songs)).body as Song[]
    await dee.post(`${songs}/${three?.id}/readiness`, { membershipId: deesId, status: 'green' })
    await kit.post(`${songs}/${three?.id}/readiness`, { membershipId: kits.id, status: 'amber' })
    await kit.post(`${songs}/${one?.id}/veto`, { membershipId: kits.id })
    const { body } = await kit.get(songs)
    expect(body).toEqual([
      { ...one, vetos: [{ membershipId: kits.id }] },
      two,
      {
        ...three,
        readiness: [
          { membershipId: deesId, status: 'green' },
          { membershipId: kits.id, status: 'amber' },
        ],
      },
    ])
    expect(body.map(({ title }: Song) => title)).toEqual(['One', 'Two', 'Three'])
  })
})

describe('removing', () => {
  beforeAll(createBand)

  test('any member can remove a song that another member added, and its readiness and vetoes can then not be changed', async () => {
    const { id } = await createTestSong(dee, bandId)
    await dee.post(`${songs}/${id}/veto`, { membershipId: deesId })
    await dee.post(`${songs}/${id}/readiness`, { membershipId: deesId, status: 'red' })
    const removed = await kit.delete(`${songs}/${id}`)
    expect([removed.status, removed.text]).toEqual([204, ''])
    expect((await dee.get(songs)).body).toEqual([])
    for (const answer of [
      await kit.delete(`${songs}/${id}`),
      await dee.post(`${songs}/${id}/readiness`, { membershipId: deesId, status: 'red' }),
      await dee.post(`${songs}/${id}/veto`, { membershipId: deesId }),
      await dee.delete(`${songs}/${id}/veto/${deesId}`),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
    }
  })

  test('a song can be removed while members set readiness and vetoes, and their requests get 200 or 404', async () => {
    const { id } = await createTestSong(dee, bandId)
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => kit.post(`${songs}/${id}/veto`, { membershipId: kits.id })),
      ...Array.from({ length: 8 }, () =>
        dee.post(`${songs}/${id}/readiness`, { membershipId: deesId, status: 'green' }),
      ),
      dee.delete(`${songs}/${id}`),
    ])
    for (const { status } of answers.slice(0, -1)) expect([200, 404]).toContain(status)
    expect(answers.at(-1)?.status).toBe(204)
    expect((await dee.get(songs)).body).toEqual([])
  })
})

describe('users outside the band', () => {
  beforeAll(createBand)

  test('a user outside the band gets 404 for the practice list and its songs, and a request without a session gets 401', async () => {
    const { id } = await createTestSong(dee, bandId)
    const elsewhere = await createTestBand(outsider)
    const otherSongs = `/api/bands/${elsewhere.id}/songs`
    const own = elsewhere.membership.id
    for (const list of [songs, otherSongs]) {
      const answers = [
        await outsider.post(`${list}/${id}/readiness`, { membershipId: own, status: 'red' }),
        await outsider.post(`${list}/${id}/veto`, { membershipId: own }),
        await outsider.delete(`${list}/${id}/veto/${own}`),
        await outsider.delete(`${list}/${id}`),
        ...(list === songs ? [await outsider.get(list), await outsider.post(list, { title: 'A', artist: 'B' })] : []),
      ]
      for (const answer of answers) expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
    }
    expect((await server().newClient().get(songs)).status).toBe(401)
    expect((await dee.get(songs)).body).toMatchObject([{ id, vetos: [], readiness: [] }])
  })

  test('DELETE with a malformed song id is 404', async () => {
    expect((await dee.delete(`${songs}/1`)).status).toBe(404)
  })
})

describe('duplicate Spotify tracks', () => {
  beforeAll(createBand)

  test('of twenty parallel requests to add the same Spotify track one succeeds and the others get 409', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? dee : kit).post(songs, spotifySongInput)),
    )
    const refused = answers.filter(({ status }) => status === 409)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(refused).toHaveLength(19)
    expect(refused[0]?.body).toEqual({ code: 'conflict', message: 'That song is already on the practice list' })
    expect((await kit.get(songs)).body).toHaveLength(1)
  })

  test('a Spotify track on the list is refused with a new idempotency key and accepted after its removal', async () => {
    const again = await dee.post(songs, spotifySongInput, { 'idempotency-key': 'another' })
    expect(again.status).toBe(409)
    const [{ id }] = (await dee.get(songs)).body
    await dee.delete(`${songs}/${id}`)
    expect((await dee.post(songs, spotifySongInput)).status).toBe(201)
  })

  test('the same Spotify track can be on the practice lists of two bands', async () => {
    const other = await createTestBand(outsider)
    expect((await createTestSong(outsider, other.id, spotifySongInput)).bandId).toBe(other.id)
  })
})

describe('duplicate titles', () => {
  beforeAll(createBand)
  const refusal = { code: 'conflict', message: 'That song is already on the practice list' }
  const byHand = { title: 'Déjà Vu', artist: 'Beyoncé feat. JAY-Z' }

  test('of twenty parallel requests to add the same title and artist one succeeds and the others get 409', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? dee : kit).post(songs, byHand)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status === 409)
    expect([refused.length, refused[0]?.body]).toEqual([19, refusal])
    expect((await kit.get(songs)).body).toHaveLength(1)
  })

  test('a song that differs from a listed one only in case, accents, spaces or featured artists is refused with 409, from Spotify or by hand', async () => {
    const fromSpotify = { ...spotifySongInput, title: 'DEJA VU (feat. Jay-Z)', artist: 'beyonce' }
    const answer = await dee.post(songs, fromSpotify)
    expect([answer.status, answer.body]).toEqual([409, refusal])
    expect((await dee.post(songs, spotifySongInput)).status).toBe(201)
    expect((await kit.post(songs, { title: 'ghost  town', artist: 'The Specials' })).status).toBe(409)
  })

  test('a removed song can be added again, and the same title can be added to another band', async () => {
    const [{ id }] = (await dee.get(songs)).body
    await dee.delete(`${songs}/${id}`)
    expect((await dee.post(songs, byHand)).status).toBe(201)
    const other = await createTestBand(outsider)
    expect((await createTestSong(outsider, other.id, byHand)).bandId).toBe(other.id)
  })

  test('two existing songs with the same title and artist stay on the list, and a third such song is refused with 409', async () => {
    const { db } = server().services
    for (const id of [randomUUIDv7(), randomUUIDv7()]) {
      await db`
        insert into songs (band_id, id, title, artist, created_at)
        values (${bandId}, ${id}, 'Twice', 'Us', ${testClock.now()})`
    }
    expect((await dee.post(songs, { title: 'Twice', artist: 'Us' })).status).toBe(409)
    const titles = (await dee.get(songs)).body.map(({ title }: Song) => title)
    expect(titles.filter((title: string) => title === 'Twice')).toHaveLength(2)
  })
})
