import { beforeEach, expect, test } from 'vitest'
import { todayInLondon } from '@gaffer/domain/shared/dates'
import { limits } from '@gaffer/domain/shared/limits'
import { songMessages } from '@gaffer/domain/songs/song-messages'
import type { Song } from '@gaffer/domain/songs/song'
import { inTransaction } from '#platform/db/connection.ts'
import { purgeExpired } from '#features/operations/retention.ts'
import { createTestBand, createTestPractice, createTestSong, joinBand } from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { ago, testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
let dee: TestClient, kit: TestClient, bandId: string, kitsId: string, songs: string, setlists: string

beforeEach(async () => {
  dee = await server().createUser({ firstName: 'Dee' })
  kit = await server().createUser({ firstName: 'Kit' })
  bandId = (await createTestBand(dee)).id
  kitsId = (await joinBand(dee, bandId, kit)).id
  songs = `/api/bands/${bandId}/songs`
  setlists = `/api/bands/${bandId}/setlists`
})

const restore = (id: string, caller = dee) => caller.post(`${songs}/${id}/restore`)
const listSongs = async () => (await dee.get(songs)).body as Song[]
const readVerbs = async () =>
  ((await dee.get(`/api/bands/${bandId}/activity`)).body as { verb: string }[]).map((a) => a.verb)
async function createRemovedSong(input: object = {}): Promise<Song> {
  const song = await createTestSong(dee, bandId, input)
  expect((await dee.delete(`${songs}/${song.id}`)).status).toBe(204)
  return song
}

test('a restored song has its readiness, vetoes, details and last practice, and a line in the activity', async () => {
  const { id } = await createTestSong(dee, bandId, { title: 'Dakota' })
  const practice = await createTestPractice(dee, bandId, { date: todayInLondon(testClock.now()) })
  await kit.post(`${songs}/${id}/readiness`, { membershipId: kitsId, status: 'green' })
  await kit.post(`${songs}/${id}/veto`, { membershipId: kitsId })
  await dee.patch(`${songs}/${id}`, { key: 'E', tempo: 147, note: 'Long end', durationSeconds: 297 })
  await dee.put(`/api/bands/${bandId}/events/${practice.id}/practised`, { songIds: [id] })
  const [before] = await listSongs()
  expect(before).toMatchObject({
    key: 'E',
    note: 'Long end',
    readiness: [{ membershipId: kitsId, status: 'green' }],
    vetos: [{ membershipId: kitsId }],
    lastPractisedAt: expect.any(String),
  })

  await dee.delete(`${songs}/${id}`)
  expect(await listSongs()).toEqual([])
  const { status, body } = await restore(id, kit)
  expect([status, body]).toEqual([200, before])
  expect(await listSongs()).toEqual([before])
  expect((await dee.get(`/api/bands/${bandId}/activity`)).body.slice(0, 2)).toMatchObject([
    { verb: 'restored_song', actor: 'Kit', subject: 'Dakota', restorable: null },
    { verb: 'removed_song', actor: 'Dee', subject: 'Dakota', restorable: null },
  ])
})

test('restoring a song that is on the practice list returns the song and adds no line to the activity', async () => {
  const song = await createTestSong(dee, bandId)
  expect([(await restore(song.id)).status, (await restore(song.id)).body]).toEqual([200, song])
  expect(await readVerbs()).not.toContain('restored_song')
})

test('a request that changes a removed song, its readiness or its vetoes, or removes it again, gets 404', async () => {
  const { id } = await createTestSong(dee, bandId)
  const membershipId = kitsId
  await kit.post(`${songs}/${id}/veto`, { membershipId })
  await dee.delete(`${songs}/${id}`)
  const answers = [
    await kit.patch(`${songs}/${id}`, { key: 'E' }),
    await kit.post(`${songs}/${id}/readiness`, { membershipId, status: 'green' }),
    await kit.post(`${songs}/${id}/veto`, { membershipId }),
    await kit.delete(`${songs}/${id}/veto/${membershipId}`),
    await kit.delete(`${songs}/${id}`),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  expect((await restore(id)).body.vetos).toEqual([{ membershipId }])
})

test('a removed song can be restored for 30 days and is purged afterwards', async () => {
  const { id } = await createRemovedSong()
  const { db } = server().services
  const removedDaysAgo = (days: number) =>
    db`update songs set deleted_at = ${ago({ days, minutes: 1 })} where id = ${id}`
  await removedDaysAgo(limits.restorableDays - 1)
  await purgeExpired(server().services)
  expect((await restore(id)).status).toBe(200)
  await dee.delete(`${songs}/${id}`)
  await removedDaysAgo(limits.restorableDays)
  expect((await restore(id)).status).toBe(404)
  await purgeExpired(server().services)
  expect(await db`select from songs where id = ${id}`).toHaveLength(0)
})

test('restoring a removed song of another band is answered with 404', async () => {
  const { id } = await createRemovedSong()
  const other = await createTestBand(kit)
  expect((await kit.post(`/api/bands/${other.id}/songs/${id}/restore`)).status).toBe(404)
  expect((await restore(id, await server().createUser())).status).toBe(404)
})

const spotifyId = '0123456789abcdefABCDEF'
test.each([
  ['title and artist', { title: 'Dakota', artist: 'Stereophonics' }, { title: 'dakota', artist: 'Stereophonics' }],
  [
    'Spotify track',
    { title: 'Dakota', spotifyId },
    { title: 'Dakota (Live in Leeds, 2009)', artist: 'They', spotifyId },
  ],
])(
  'a removed song that was added again by its %s cannot be restored (409) until the added one is removed',
  async (_, first, again) => {
    const { id } = await createRemovedSong(first)
    const other = await createTestSong(dee, bandId, again)
    const refused = await restore(id)
    expect([refused.status, refused.body]).toEqual([409, { code: 'conflict', message: songMessages.songTwice }])
    expect(await listSongs()).toEqual([other])
    await dee.delete(`${songs}/${other.id}`)
    expect((await restore(id)).status).toBe(200)
  },
)

test('a song is restored only while the practice list is below its limit', async () => {
  const { id } = await createRemovedSong()
  const { db } = server().services
  await db`
    insert into songs (band_id, id, title, artist, created_at)
    select ${bandId}, gen_random_uuid(), 'Song ' || n, 'The Larches', ${testClock.now()}
    from generate_series(1, ${limits.songsPerBand}::int) n`
  const refused = await restore(id)
  expect([refused.status, refused.body]).toEqual([409, { code: 'conflict', message: songMessages.songsFull }])
  const [full] = await listSongs()
  await dee.delete(`${songs}/${full?.id}`)
  expect((await restore(id)).status).toBe(200)
})

test('parallel restores of one song restore it once', async () => {
  const { id } = await createRemovedSong()
  const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => restore(id, n % 2 ? kit : dee)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(await listSongs()).toHaveLength(1)
  expect((await readVerbs()).filter((verb) => verb === 'restored_song')).toHaveLength(1)
})

test('of a restore and a parallel addition of the same song one succeeds', async () => {
  for (let round = 0; round < 5; round += 1) {
    const input = { title: `Dakota ${round}`, artist: 'Stereophonics' }
    const { id } = await createRemovedSong(input)
    const answers = await Promise.all([restore(id), kit.post(songs, input)])
    expect(answers.map(({ status }) => status).filter((status) => status === 409)).toHaveLength(1)
    expect((await listSongs()).filter(({ title }) => title === input.title)).toHaveLength(1)
  }
})

test('a song that is restored while retention waits for its lock is not deleted', async () => {
  const { id } = await createRemovedSong()
  const { db } = server().services
  await db`update songs set deleted_at = ${ago({ days: 30, seconds: -0.3 })} where id = ${id}`
  let purge: Promise<unknown> | undefined
  await inTransaction(db, async (tx) => {
    await tx`update songs set deleted_at = null, deletion_id = null where id = ${id}`
    await db`select pg_sleep(0.4)`
    purge = purgeExpired(server().services)
    // Retention has seen the removed row, and waits for its lock.
    await expect
      .poll(
        async () =>
          (await db`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%delete from songs%'`)
            .length,
      )
      .toBe(1)
  })
  await purge
  expect(await listSongs()).toHaveLength(1)
})

test('a restored song is in its set lists again, also in a reordered one, but not in a set list in which its line was renamed or removed meanwhile', async () => {
  const song = await createTestSong(dee, bandId, { title: 'Dakota' })
  const createSetlist = async (name: string) =>
    (await dee.post(setlists, { name, items: [{ label: 'Hello' }, { songId: song.id, note: 'Long end' }] })).body
  const kept = await createSetlist('Kept')
  const reordered = await createSetlist('Reordered')
  const renamedLine = await createSetlist('Renamed line')
  const shortened = await createSetlist('Shortened')
  await dee.delete(`${songs}/${song.id}`)

  const items = async ({ id }: { id: string }) => (await dee.get(`${setlists}/${id}`)).body.items
  const line = { songId: null, label: 'Dakota', note: 'Long end' }
  const [hello, dakota] = await items(reordered)
  expect(dakota).toMatchObject(line)
  const edit = ({ id }: { id: string }, edited: object[]) => dee.patch(`${setlists}/${id}`, { items: edited })
  expect((await edit(reordered, [{ ...dakota, note: 'Short end' }, hello])).body.items[0]).toMatchObject({
    ...line,
    note: 'Short end',
  })
  const [, lineOfRenamed] = await items(renamedLine)
  await edit(renamedLine, [{ ...lineOfRenamed, label: 'Something new' }])
  await edit(shortened, [(await items(shortened))[0]])

  await restore(song.id)
  const restored = { songId: song.id, label: null }
  expect(await items(kept)).toMatchObject([{ label: 'Hello' }, { ...restored, note: 'Long end' }])
  expect(await items(reordered)).toMatchObject([{ ...restored, note: 'Short end' }, { label: 'Hello' }])
  expect(await items(renamedLine)).toMatchObject([{ songId: null, label: 'Something new' }])
  expect(await items(shortened)).toMatchObject([{ label: 'Hello' }])
})

test('a song that is removed and restored is still listed as practised, even if the practised songs were replaced meanwhile', async () => {
  const [one, two] = [
    await createTestSong(dee, bandId, { title: 'One' }),
    await createTestSong(dee, bandId, { title: 'Two' }),
  ]
  const practice = await createTestPractice(dee, bandId, { date: todayInLondon(testClock.now()) })
  const practised = `/api/bands/${bandId}/events/${practice.id}/practised`
  await dee.put(practised, { songIds: [one.id, two.id] })
  await dee.delete(`${songs}/${one.id}`)
  expect((await dee.get(practised)).body).toMatchObject({ songIds: [two.id] })
  expect((await dee.put(practised, { songIds: [one.id] })).status).toBe(400)
  await dee.put(practised, { songIds: [] })
  await restore(one.id)
  expect((await dee.get(practised)).body).toMatchObject({ songIds: [one.id] })
})
