import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { Band } from '@gaffer/domain/bands/band'
import { limits } from '@gaffer/domain/shared/limits'
import { setlistMessages } from '@gaffer/domain/set-lists/set-list-messages'
import type { Setlist } from '@gaffer/domain/set-lists/set-list'
import { createTestBand, createTestGig, createTestSong, joinBand } from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { ago, testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
let dee: TestClient, kit: TestClient, band: Band, setlists: string

beforeEach(async () => {
  dee = await server().createUser()
  kit = await server().createUser()
  band = await createTestBand(dee)
  await joinBand(dee, band.id, kit)
  setlists = `/api/bands/${band.id}/setlists`
})

async function createSetlist(input: object = {}): Promise<Setlist> {
  const { status, body, text } = await dee.post(setlists, { name: 'Friday', ...input })
  expect([status, text]).toEqual([201, text])
  return body
}
const ifMatch = ({ version }: { version: number }) => ({ 'if-match': `"${version}"` })
const readActivity = async () => (await dee.get(`/api/bands/${band.id}/activity`)).body

test('a set list is returned with its songs, notes and break in the order sent', async () => {
  const [one, two] = [await createTestSong(dee, band.id), await createTestSong(dee, band.id)]
  const created = await createSetlist({
    items: [
      { songId: two.id, note: 'Capo 2' },
      { label: 'Break', durationSeconds: 900 },
      { songId: one.id, durationSeconds: 240 },
      { songId: two.id },
    ],
  })
  const plain = { label: null, note: null, durationSeconds: null, chartCount: 0 }
  expect(created).toEqual({
    id: expect.any(String),
    bandId: band.id,
    name: 'Friday',
    items: [
      { ...plain, songId: two.id, note: 'Capo 2' },
      { ...plain, songId: null, label: 'Break', durationSeconds: 900 },
      { ...plain, songId: one.id, durationSeconds: 240 },
      { ...plain, songId: two.id },
    ].map((item) => ({ id: expect.any(String), ...item })),
    noteCount: 0,
    hasUnreadNotes: false,
    version: 1,
    updatedAt: expect.any(String),
  })
  expect(new Set(created.items.map(({ id }) => id)).size).toBe(4)
  expect((await kit.get(`${setlists}/${created.id}`)).body).toEqual(created)
  expect((await kit.get(setlists)).body).toEqual([created])
})

test('a PATCH of a set list replaces its items as a whole, keeps the ids of items that are sent again and raises the version', async () => {
  const created = await createSetlist({ items: [{ label: 'One' }, { label: 'Two' }, { label: 'Three' }] })
  const [one, , three] = created.items
  const { status, body } = await kit.patch(
    `${setlists}/${created.id}`,
    { items: [three, { label: 'New' }, one] },
    ifMatch(created),
  )
  expect(status).toBe(200)
  expect(body).toMatchObject({ name: 'Friday', version: 2, items: [three, { label: 'New' }, one] })
  expect(body.items).toHaveLength(3)
  expect((await dee.patch(`${setlists}/${created.id}`, { name: 'Saturday' })).body.items).toEqual(body.items)
})

test('an item of a set list gets a new id if its id is repeated or belongs to another set list', async () => {
  const [item] = (await createSetlist({ items: [{ label: 'One' }] })).items
  const other = await createSetlist({ items: [{ ...item, label: 'Here' }] })
  expect(other.items[0]?.id).not.toBe(item?.id)
  const [own] = other.items
  const { body } = await dee.patch(`${setlists}/${other.id}`, { items: [own, own] })
  expect([body.items[0].id, body.items[1].id !== own?.id]).toEqual([own?.id, true])
})

test('a PATCH of a set list with an older version is refused with 412 and changes nothing', async () => {
  const created = await createSetlist({ items: [{ label: 'One' }] })
  await kit.patch(`${setlists}/${created.id}`, { items: [{ label: 'Two' }] }, ifMatch(created))
  const { status, body } = await dee.patch(`${setlists}/${created.id}`, { name: 'Mine' }, ifMatch(created))
  expect([status, body.code]).toEqual([412, 'stale'])
  expect((await dee.get(`${setlists}/${created.id}`)).body).toMatchObject({ name: 'Friday', items: [{ label: 'Two' }] })
})

test('a PATCH of a set list that changes nothing keeps version and item ids', async () => {
  const created = await createSetlist({ items: [{ label: 'One' }] })
  const { items } = created
  expect((await dee.patch(`${setlists}/${created.id}`, { name: 'Friday', items })).body).toEqual(created)
})

test('a song removed from the practice list stays in the set list as a line with its title', async () => {
  const song = await createTestSong(dee, band.id, { title: 'Dakota' })
  const created = await createSetlist({ items: [{ songId: song.id, note: 'Long end', durationSeconds: 297 }] })
  await dee.delete(`/api/bands/${band.id}/songs/${song.id}`)
  const [item] = (await dee.get(`${setlists}/${created.id}`)).body.items
  const kept = { ...created.items[0], songId: null, label: 'Dakota' }
  expect(item).toEqual(kept)
  const { status, body } = await dee.patch(`${setlists}/${created.id}`, { name: 'Later', items: [item] })
  expect([status, body.items]).toEqual([200, [kept]])
})

test('a set list with a song of another band is refused with the field and a message', async () => {
  const own = await createTestSong(dee, band.id)
  const foreign = await createTestSong(dee, (await createTestBand(dee)).id)
  const body = { name: 'Friday', items: [{ songId: own.id }, { songId: foreign.id }] }
  const answer = await dee.post(setlists, body)
  const issue = { path: 'items.1.songId', message: setlistMessages.setlistSongUnknown }
  expect([answer.status, answer.body]).toEqual([
    400,
    { code: 'invalid_input', message: setlistMessages.setlistSongUnknown, issues: [issue] },
  ])
  const { id } = await createSetlist()
  expect((await dee.patch(`${setlists}/${id}`, { items: body.items })).status).toBe(400)
  expect((await dee.get(`${setlists}/${id}`)).body.items).toEqual([])
})

test('a copied set list has the same items under new ids, and a set list of another band cannot be copied', async () => {
  const song = await createTestSong(dee, band.id)
  const created = await createSetlist({ items: [{ songId: song.id, note: 'Loud' }, { label: 'Break' }] })
  const copy = await createSetlist({ name: 'Saturday', copyOf: created.id })
  const withoutIds = ({ items }: Setlist) => items.map((item) => ({ ...item, id: '' }))
  expect(withoutIds(copy)).toEqual(withoutIds(created))
  expect(copy.items[0]?.id).not.toBe(created.items[0]?.id)
  const foreign = await dee.post(`/api/bands/${(await createTestBand(dee)).id}/setlists`, {
    name: 'X',
    copyOf: created.id,
  })
  expect([foreign.status, foreign.body.message]).toEqual([400, setlistMessages.setlistUnknown])
})

test('a deleted set list is gone from the list of set lists and from its event, and a restore brings it back to both', async () => {
  const created = await createSetlist({ items: [{ label: 'One' }] })
  const gig = await createTestGig(dee, band.id, { setlistId: created.id })
  const event = `/api/bands/${band.id}/events/${gig.id}`
  const calendar = `/api/bands/${band.id}/calendar?startDate=2027-03-01&endDate=2027-03-31`
  const etag = (await dee.get(calendar)).headers.get('etag') as string
  expect((await dee.send('DELETE', `${setlists}/${created.id}`, undefined, ifMatch(created))).status).toBe(204)
  expect((await dee.get(`${setlists}/${created.id}`)).status).toBe(404)
  expect((await dee.get(setlists)).body).toEqual([])
  expect((await dee.get(event)).body.setlistId).toBeNull()
  const changed = await dee.get(calendar, { 'if-none-match': etag })
  expect([changed.status, changed.body.bandEvents[0].setlistId]).toEqual([200, null])
  for (const attempt of ['restore', 'repeated restore']) {
    const { status, body } = await kit.post(`${setlists}/${created.id}/restore`)
    expect([attempt, status, body]).toMatchObject([attempt, 200, { name: 'Friday', items: created.items }])
  }
  expect((await dee.get(setlists)).body).toMatchObject([{ id: created.id }])
  expect((await dee.get(event)).body).toMatchObject({ setlistId: created.id, version: gig.version })
  expect((await readActivity()).slice(0, 2)).toMatchObject([
    { verb: 'restored_setlist', subject: 'Friday' },
    { verb: 'removed_setlist', subject: 'Friday' },
  ])
})

test('a restored set list is on its events again, also on edited events, except on an event that has another set list by now', async () => {
  const [friday, saturday] = [await createSetlist(), await createSetlist({ name: 'Saturday' })]
  const events = `/api/bands/${band.id}/events`
  const practice = { type: 'practice', date: '2027-03-05', location: 'Unit 4', setlistId: friday.id }
  const series = { event: practice, repeat: { every: 'week', until: '2027-03-12' } }
  const { seriesId, events: weekly } = (await dee.post(`/api/bands/${band.id}/event-series`, series)).body
  const edited = await createTestGig(dee, band.id, { setlistId: friday.id })
  const replaced = await createTestGig(dee, band.id, { setlistId: friday.id })
  await dee.delete(`${setlists}/${friday.id}`)
  expect((await kit.patch(`${events}/${edited.id}`, { notes: 'Back door' })).body.setlistId).toBeNull()
  await kit.patch(`${events}/${replaced.id}`, { setlistId: saturday.id })
  const changes = { from: '2027-03-05', changes: { notes: 'Bring leads' } }
  expect((await kit.patch(`/api/bands/${band.id}/event-series/${seriesId}`, changes)).body.changed).toBe(2)
  await dee.post(`${setlists}/${friday.id}/restore`)
  const setlistOf = async ({ id }: { id: string }) => (await dee.get(`${events}/${id}`)).body.setlistId
  for (const event of [edited, ...weekly]) expect(await setlistOf(event)).toBe(friday.id)
  expect(await setlistOf(replaced)).toBe(saturday.id)
})

test('a set list deleted 31 days ago cannot be restored', async () => {
  const { id } = await createSetlist()
  await dee.delete(`${setlists}/${id}`)
  const { db } = server().services
  await db`update setlists set deleted_at = ${ago({ days: 31 })} where id = ${id}`
  expect((await dee.post(`${setlists}/${id}/restore`)).status).toBe(404)
})

test('an event can be given a set list of its band, and setlistId null removes the set list from the event', async () => {
  const { id } = await createSetlist()
  const gig = await createTestGig(dee, band.id, { setlistId: id })
  expect(gig.setlistId).toBe(id)
  const event = `/api/bands/${band.id}/events/${gig.id}`
  expect((await dee.patch(event, { title: 'Launch' })).body.setlistId).toBe(id)
  expect((await dee.patch(event, { setlistId: null })).body).toMatchObject({ setlistId: null, version: 3 })
  expect((await dee.patch(event, { setlistId: id })).body).toMatchObject({ setlistId: id, version: 4 })
})

test('an event with a deleted or unknown set list, or with a set list of another band, is refused with 400', async () => {
  const deleted = await createSetlist()
  await dee.delete(`${setlists}/${deleted.id}`)
  const foreign = (await dee.post(`/api/bands/${(await createTestBand(dee)).id}/setlists`, { name: 'X' })).body
  const gig = await createTestGig(dee, band.id)
  for (const setlistId of [deleted.id, foreign.id, randomUUID()]) {
    const answer = await dee.patch(`/api/bands/${band.id}/events/${gig.id}`, { setlistId })
    expect([answer.status, answer.body.issues]).toEqual([
      400,
      [{ path: 'setlistId', message: setlistMessages.setlistUnknown }],
    ])
    const practice = { type: 'practice', date: '2027-03-05', location: 'Unit 4', setlistId }
    expect((await dee.post(`/api/bands/${band.id}/events`, practice)).status).toBe(400)
  }
})

test('days away that are sent with a set list are stored without it', async () => {
  const { id: setlistId } = await createSetlist()
  const away = { type: 'unavailable', date: '2027-03-05', setlistId }
  expect((await dee.post(`/api/bands/${band.id}/events`, away)).body.setlistId).toBeNull()
})

test('a band with as many set lists as the limit allows gets 409 for a new set list and for restoring a deleted one', async () => {
  const { id } = await createSetlist()
  await dee.delete(`${setlists}/${id}`)
  const { db } = server().services
  await db`insert into setlists (band_id, id, name, created_at, updated_at)
    select ${band.id}, gen_random_uuid(), 'List ' || n, ${testClock.now()}, ${testClock.now()}
    from generate_series(1, ${limits.setlistsPerBand - 5}::int) n`
  const answers = await Promise.all(Array.from({ length: 10 }, () => dee.post(setlists, { name: 'One more' })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(5).fill(201), ...Array(5).fill(409)])
  const restore = await dee.post(`${setlists}/${id}/restore`)
  expect([restore.status, restore.body]).toEqual([409, { code: 'conflict', message: setlistMessages.setlistsFull }])
})
