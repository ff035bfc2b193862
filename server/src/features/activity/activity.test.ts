import { describe, expect, test } from 'vitest'
import { limits } from '@gaffer/domain/shared/limits'
import { identifier } from '#platform/db/query-tag.ts'
import { createTestBand, createTestGig, createTestSong, createTestDaysAway, joinBand } from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { ago, testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()

async function createBandOfTwo() {
  const dee = await server().createUser({ firstName: 'Dee' })
  const band = await createTestBand(dee)
  const kit = await server().createUser({ firstName: 'Kit' })
  const { id } = await joinBand(dee, band.id, kit)
  return { dee, kit, kitId: id, base: `/api/bands/${band.id}`, bandId: band.id }
}

type Line = {
  verb: string
  actor: string | null
  subject: string | null
  date: string | null
  previousDate: string | null
}
const createSetlist = async (caller: TestClient, bandId: string) =>
  (await caller.post(`/api/bands/${bandId}/setlists`, { name: 'Friday' })).body
const summarise = ({ verb, actor, subject, date, previousDate }: Line) => [verb, actor, subject, date, previousDate]

test('the activity lists invitation links, joins, bookings, moves, edits, deletions, settings and access changes with actor and subject, newest first, but no added days away', async () => {
  const { dee, kit, kitId, base, bandId } = await createBandOfTwo()
  const gig = await createTestGig(kit, bandId, { title: 'At the Fenton' })
  await dee.patch(`${base}/events/${gig.id}`, { date: '2027-03-13' })
  await kit.patch(`${base}/events/${gig.id}`, { title: null, notes: 'Back door' })
  await dee.delete(`${base}/events/${gig.id}`)
  await dee.patch(base, { description: 'Loud' })
  await dee.patch(`${base}/members/${kitId}`, { access: 'admin' })
  await createTestDaysAway(kit, bandId)
  const { body } = await kit.get(`${base}/activity`)
  expect(body.map(summarise)).toEqual([
    ['made_admin', 'Dee', 'Kit', null, null],
    ['changed_settings', 'Dee', null, null, null],
    ['deleted', 'Dee', 'Public Gig', '2027-03-13', null],
    ['changed', 'Kit', 'Public Gig', '2027-03-13', null],
    ['moved', 'Dee', 'At the Fenton', '2027-03-13', '2027-03-12'],
    ['booked', 'Kit', 'At the Fenton', '2027-03-12', null],
    ['joined', 'Kit', null, null, null],
    ['invited_by_link', 'Dee', null, null, null],
  ])
})

test('the activity shows the titles of added and removed songs, and the line of an added song loses the title and the member’s name when the account of the member who added the song is erased', async () => {
  const { dee, kit, base, bandId } = await createBandOfTwo()
  const { id } = await createTestSong(kit, bandId, { title: 'Ghost Town' })
  await dee.delete(`${base}/songs/${id}`)
  expect((await dee.delete(`${base}/songs/${id}`)).status).toBe(404)
  expect((await dee.get(`${base}/activity`)).body.map(summarise).slice(0, 2)).toEqual([
    ['removed_song', 'Dee', 'Ghost Town', null, null],
    ['added_song', 'Kit', 'Ghost Town', null, null],
  ])
  await kit.delete('/api/me')
  const row = (await dee.get(`${base}/activity`)).body.find(({ verb }: Line) => verb === 'added_song')
  expect(summarise(row)).toEqual(['added_song', null, null, null, null])
})

test('a refused change of a band and a refused new event add no line to the activity', async () => {
  const { dee, base } = await createBandOfTwo()
  const refused = [
    await dee.patch(base, { name: 'Other' }, { 'if-match': '"99"' }),
    await dee.post(`${base}/events`, { type: 'festival', date: '2027-03-05', venue: 'A field' }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([412, 400])
  expect((await dee.get(`${base}/activity`)).body.map(({ verb }: Line) => verb)).toEqual(['joined', 'invited_by_link'])
})

test('a removed member stays named in the activity until their account is erased', async () => {
  const { dee, kit, kitId, base, bandId } = await createBandOfTwo()
  await createTestGig(kit, bandId)
  await dee.delete(`${base}/members/${kitId}`)
  const lines = async () => (await dee.get(`${base}/activity`)).body.map(summarise).slice(0, 3)
  expect(await lines()).toEqual([
    ['removed', 'Dee', 'Kit', null, null],
    ['booked', 'Kit', 'Public Gig', '2027-03-12', null],
    ['joined', 'Kit', null, null, null],
  ])
  await server().services.db`delete from users where id = ${kit.user.id}`
  expect(await lines()).toEqual([
    ['removed', 'Dee', null, null, null],
    ['booked', null, 'Public Gig', '2027-03-12', null],
    ['joined', null, null, null, null],
  ])
  const [row] = await server().services.db`select count(*)::int as left from activity_names where name = 'Kit'`
  expect(row?.['left']).toBe(0)
})

test('the activity is paged by 20 lines and hides lines older than twelve months', async () => {
  const { dee, base, bandId } = await createBandOfTwo()
  for (let one = 0; one < 21; one += 1) await createTestGig(dee, bandId, { title: `Gig ${one}` })
  const first = (await dee.get(`${base}/activity`)).body
  const second = (await dee.get(`${base}/activity?before=${first.at(-1).id}`)).body
  expect([first.length, first[0].subject, second.map(({ verb }: Line) => verb)]).toEqual([
    20,
    'Gig 20',
    ['booked', 'joined', 'invited_by_link'],
  ])
  const shownAfter = async (age: string) => {
    await server().services
      .db`update activity set at = ${testClock.now()}::timestamptz - ${age}::interval where band_id = ${bandId}`
    return (await dee.get(`${base}/activity`)).body.length
  }
  expect([await shownAfter('11 months 25 days'), await shownAfter('12 months 5 days')]).toEqual([20, 0])
})

describe('restorable entries', () => {
  type Restorable = { kind: string; ids: string[] } | null
  const linesOf = async (caller: TestClient, base: string, verb: string) =>
    ((await caller.get(`${base}/activity`)).body as (Line & { restorable: Restorable })[]).filter(
      (line) => line.verb === verb,
    )
  const restorableOf = async (caller: TestClient, base: string, verb: string) =>
    (await linesOf(caller, base, verb)).map(({ restorable }) => restorable)

  test.each([
    ['an event', 'deleted', 'event', 'events'],
    ['a song', 'removed_song', 'song', 'songs'],
    ['a set list', 'removed_setlist', 'setlist', 'setlists'],
  ])(
    'the activity line about the deletion of %s is marked as restorable for 30 days or until the restore, and a restore after 30 days gets 404',
    async (_, verb, kind, path) => {
      const { dee, kit, base, bandId } = await createBandOfTwo()
      const add = { event: createTestGig, song: createTestSong, setlist: createSetlist }[kind] as typeof createTestGig
      const { id } = await add(dee, bandId)
      const erase = () => dee.delete(`${base}/${path}/${id}`)
      await erase()
      expect(await restorableOf(kit, base, verb)).toEqual([{ kind, ids: [id] }])
      expect((await kit.post(`${base}/${path}/${id}/restore`)).status).toBe(200)
      expect(await restorableOf(kit, base, verb)).toEqual([null])
      await erase()
      expect(await restorableOf(kit, base, verb)).toEqual([{ kind, ids: [id] }, null])
      await server().services.db`
      update ${identifier(path)} set deleted_at = ${ago({ days: limits.restorableDays, minutes: 1 })} where id = ${id}`
      expect(await restorableOf(kit, base, verb)).toEqual([null, null])
      expect((await kit.post(`${base}/${path}/${id}/restore`)).status).toBe(404)
    },
  )

  test('after a series is deleted from a date on, the activity line lists the restorable events by date, without an event that was deleted before', async () => {
    const { dee, kit, base } = await createBandOfTwo()
    const event = { type: 'practice', date: '2027-03-05', location: 'Unit 4' }
    const series = { event, repeat: { every: 'week', until: '2027-04-02' } }
    const { seriesId, events } = (await dee.post(`${base}/event-series`, series)).body
    const ids = events.map(({ id }: { id: string }) => id)
    await dee.delete(`${base}/events/${ids[3]}`)
    await dee.delete(`${base}/event-series/${seriesId}?from=2027-03-19`)
    expect(await restorableOf(kit, base, 'deleted_series')).toEqual([{ kind: 'event', ids: [ids[2], ids[4]] }])
    expect(await restorableOf(kit, base, 'deleted')).toEqual([{ kind: 'event', ids: [ids[3]] }])
    await kit.post(`${base}/events/${ids[2]}/restore`)
    expect(await restorableOf(kit, base, 'deleted_series')).toEqual([{ kind: 'event', ids: [ids[4]] }])
  })

  test('after a member is removed, the activity still marks as restorable an event that the member deleted for days away, and a deleted event that the member had added', async () => {
    const { dee, kit, kitId, base, bandId } = await createBandOfTwo()
    const [own, kits] = [await createTestGig(dee, bandId), await createTestGig(kit, bandId)]
    await createTestDaysAway(kit, bandId, { cancelEventIds: [own.id] })
    await dee.delete(`${base}/events/${kits.id}`)
    const both = [
      { kind: 'event', ids: [kits.id] },
      { kind: 'event', ids: [own.id] },
    ]
    expect(await restorableOf(dee, base, 'deleted')).toEqual(both)
    await dee.delete(`${base}/members/${kitId}`)
    expect(await restorableOf(dee, base, 'deleted')).toEqual(both)
  })

  test('the activity of both bands of a member lists the member’s removed and restored days away to that member only, and an account erasure deletes those lines', async () => {
    const { dee, kit, base, bandId } = await createBandOfTwo()
    const other = `/api/bands/${(await createTestBand(kit, { displayName: 'Kit' })).id}`
    const away = await createTestDaysAway(kit, bandId, { title: 'Surgery' })
    await kit.delete(`${base}/events/${away.id}`)
    for (const band of [base, other]) {
      const [line, ...more] = await linesOf(kit, band, 'removed_days_away')
      expect([line, more]).toMatchObject([{ actor: 'Kit', subject: null, date: away.date }, []])
      expect(line?.restorable).toEqual({ kind: 'daysAway', ids: [away.id] })
    }
    expect((await kit.post(`/api/me/events/${away.id}/restore`)).status).toBe(200)
    for (const band of [base, other]) {
      expect((await linesOf(kit, band, 'restored_days_away')).map(summarise)).toEqual([
        ['restored_days_away', 'Kit', null, away.date, null],
      ])
      expect(await restorableOf(kit, band, 'removed_days_away')).toEqual([null])
    }
    expect((await dee.get(`${base}/activity`)).text).not.toContain('days_away')
    await kit.delete('/api/me')
    const left = await server().services.db`select from activity where verb like '%days_away'`
    expect(left).toHaveLength(0)
  })
})
