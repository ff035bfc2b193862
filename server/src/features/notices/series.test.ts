// Several dates of a series that are added, changed or deleted together make one notice for each member.

import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import { shortDate } from '@gaffer/domain/shared/short-dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { beforeEach, describe, expect, test } from 'vitest'
import { createTestBand, joinBand } from '#testing/builders.ts'
import {
  immediateNoticesEnvironment,
  readNoticesOf,
  settleTogether,
  waitUntilDueNoticesStored,
} from '#testing/notices.ts'
import type { TestClient } from '#testing/test-client.ts'
import { ago, testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer(immediateNoticesEnvironment)

let ros: TestClient, kit: TestClient, mags: TestClient
let series: { seriesId: string; events: CalendarEntry[] }
let path: string

const date = addDays(todayInLondon(testClock.now()), 30)
const lastDate = addDays(date, 77)

beforeEach(async () => {
  ;[ros, kit, mags] = await Promise.all([server().createUser(), server().createUser(), server().createUser()])
  const { id } = await createTestBand(ros, { displayName: 'Ros' })
  await joinBand(ros, id, kit)
  await joinBand(ros, id, mags)
  await settle()
  path = `/api/bands/${id}/event-series`
  const event = { type: 'practice', date, startTime: '19:00', location: 'Room 3' }
  series = (await ros.post(path, { event, repeat: { every: 'week', until: lastDate } })).body
})

async function settle(): Promise<void> {
  await waitUntilDueNoticesStored(server())
}

/** Titles and bodies of the notices of events, newest first. The titles lack their dates, which depend on today. */
async function readEventNotices(client: TestClient): Promise<string[][]> {
  const notices = (await readNoticesOf(client)).filter(({ kind }) => kind.startsWith('event.'))
  return notices.map(({ title, body }) => [title.replace(/: from .*/, ''), body])
}
const last = (on = lastDate) => `The last one is on ${shortDate(on)}.`
const added = ['12 practices added', `Ros added them. ${last()} Place: Room 3.`]

test('adding a series of 12 dates makes one notice, which links to the first event', async () => {
  await settle()
  for (const member of [kit, mags]) expect(await readEventNotices(member)).toEqual([added])
  expect((await readNoticesOf(kit))[0]?.eventId).toBe(series.events[0]?.id)
  expect(await readEventNotices(ros)).toEqual([])
})

test('a change of a series makes one notice with the number of changed dates', async () => {
  await settle()
  const from = series.events[4]?.date
  const { body } = await ros.patch(`${path}/${series.seriesId}`, { from, changes: { startTime: '20:00' } })
  expect(body.changed).toBe(8)
  await settle()
  const moved = ['8 practices moved', `Ros moved them from 7 PM to 8 PM. Place: Room 3. ${last()}`]
  for (const member of [kit, mags]) expect(await readEventNotices(member)).toEqual([moved, added])
})

test('the deletion of a series from a date makes one notice with the number of deleted dates', async () => {
  await settle()
  await server().services.db`update events set created_at = ${ago({ hours: 2 })}`
  expect((await ros.delete(`${path}/${series.seriesId}?from=${series.events[2]?.date}`)).status).toBe(204)
  await settle()
  const cancelled = ['10 practices cancelled', `Ros cancelled them. ${last()}`]
  for (const member of [kit, mags]) expect(await readEventNotices(member)).toEqual([cancelled, added])
})

test('the deletion of a series from its last date makes a notice about one event', async () => {
  await settle()
  await server().services.db`update events set created_at = ${ago({ hours: 2 })}`
  await ros.delete(`${path}/${series.seriesId}?from=${lastDate}`)
  await settle()
  const [newest] = await readNoticesOf(kit)
  expect([newest?.title, newest?.body]).toEqual([
    expect.stringMatching(/^Practice cancelled: \w{3} \d/),
    'Ros cancelled it.',
  ])
})

test('adding, changing and deleting a series whose first date is already over each make one notice, about the other dates', async () => {
  await settle()
  await server().services.db`delete from notices`
  const today = todayInLondon(testClock.now())
  const event = { type: 'practice', date: today, startTime: '09:00', endTime: '11:00', location: 'Room 3' }
  const { body } = await ros.post(path, { event, repeat: { every: 'week', until: addDays(today, 21) } })
  await settle()
  await server().services.db`update events set created_at = ${ago({ hours: 2 })}`
  await ros.patch(`${path}/${body.seriesId}`, { from: today, changes: { startTime: '09:30' } })
  await settle()
  await ros.delete(`${path}/${body.seriesId}?from=${today}`)
  await settle()
  const titles = (await readNoticesOf(kit)).map(({ title }) => title)
  const next = shortDate(addDays(today, 7))
  expect(titles).toEqual([
    `3 practices cancelled: from ${next}, 9:30 AM`,
    `3 practices moved: from ${next}, 9:30 AM`,
    `3 practices added: from ${next}, 9 AM`,
  ])
})

test('the deletion of a new series makes a notice of the dates that had an answer', async () => {
  await settle()
  const [, second, third] = series.events as [CalendarEntry, CalendarEntry, CalendarEntry]
  const { body: members } = await ros.get(`/api/bands/${second.bandId}/members`)
  for (const { bandId, id } of [second, third])
    await ros.put(`/api/bands/${bandId}/events/${id}/answers/${members[0].id}`, { answer: 'yes' })
  await ros.delete(`${path}/${series.seriesId}?from=${date}`)
  await settle()
  expect(await readEventNotices(kit)).toEqual([
    ['2 practices cancelled', `Ros cancelled them. ${last(third.date)}`],
    added,
  ])
})

test('restoring the dates of a series after the notice of their deletion makes one notice for the members who got that notice', async () => {
  await settle()
  await server().services.db`update events set created_at = ${ago({ hours: 2 })}`
  await ros.delete(`${path}/${series.seriesId}?from=${date}`)
  await settle()
  const sal = await server().createUser()
  await joinBand(ros, series.events[0]?.bandId as string, sal)
  await settleTogether(server(), () =>
    Promise.all(series.events.map(({ bandId, id }) => ros.post(`/api/bands/${bandId}/events/${id}/restore`))),
  )
  const back = ['12 practices are back on', `Ros put them back. ${last()} Place: Room 3.`]
  for (const member of [kit, mags]) expect((await readEventNotices(member))[0]).toEqual(back)
  expect((await readNoticesOf(kit))[0]?.eventId).toBe(series.events[0]?.id)
  expect(await readEventNotices(kit)).toHaveLength(3)
  expect(await readEventNotices(sal)).toEqual([])
})

test('restoring one date of a series after the notice of their deletion makes a notice of that date', async () => {
  await settle()
  await server().services.db`update events set created_at = ${ago({ hours: 2 })}`
  await ros.delete(`${path}/${series.seriesId}?from=${date}`)
  await settle()
  await mags.post(`/api/bands/${series.events[4]?.bandId}/events/${series.events[4]?.id}/restore`)
  await settle()
  const [newest] = await readNoticesOf(kit)
  expect([newest?.kind, newest?.eventId]).toEqual(['event.restored', series.events[4]?.id])
  expect(newest?.title).toBe(`Practice is back on: ${shortDate(series.events[4]?.date as string)}, 7 PM`)
})

describe('before the notice of a series is made', () => {
  const bandPath = () => path.replace('/event-series', '/events')
  const eventPath = (index: number) => `${bandPath()}/${series.events[index]?.id}`
  const together = (work: () => Promise<unknown>) => settleTogether(server(), work)
  const addSeries = async () => {
    const event = { type: 'practice', date, startTime: '19:00', location: 'Room 3' }
    series = (await ros.post(path, { event, repeat: { every: 'week', until: lastDate } })).body
  }
  /** Makes all events two hours old, so that their deletion makes notices, and deletes the notices so far. */
  const ageEvents = async () => {
    await settle()
    await server().services.db`update events set created_at = ${ago({ hours: 2 })}`
    await server().services.db`delete from notices`
  }

  test('deleting the first date of a new series before its notice is made leaves one notice of the other dates, which links to the next event', async () => {
    await ageEvents()
    await together(async () => {
      await addSeries()
      await ros.delete(eventPath(0))
    })
    expect(await readEventNotices(kit)).toEqual([['11 practices added', added[1]]])
    expect((await readNoticesOf(kit))[0]?.eventId).toBe(series.events[1]?.id)
  })

  test('a series that is added and wholly deleted before its notice is made leaves no notice', async () => {
    await ageEvents()
    await together(async () => {
      await addSeries()
      await ros.delete(`${path}/${series.seriesId}?from=${date}`)
    })
    expect(await readEventNotices(kit)).toEqual([])
  })

  test('changing all dates of a series and deleting one of them before the notice is made makes one notice of the changed dates and one of the deleted date', async () => {
    await ageEvents()
    await together(async () => {
      await ros.patch(`${path}/${series.seriesId}`, { from: date, changes: { startTime: '20:00' } })
      await ros.delete(eventPath(0))
    })
    expect((await readEventNotices(kit)).toSorted()).toEqual([
      ['11 practices moved', `Ros moved them from 7 PM to 8 PM. Place: Room 3. ${last()}`],
      [expect.stringMatching(/^Practice cancelled: \w{3} \d/), 'Ros cancelled it.'],
    ])
  })

  test('changing all dates of a series and changing one of them back before the notice is made makes one notice, about the other dates', async () => {
    await ageEvents()
    await together(async () => {
      await ros.patch(`${path}/${series.seriesId}`, { from: date, changes: { startTime: '20:00' } })
      await ros.patch(eventPath(0), { startTime: '19:00' })
    })
    expect(await readEventNotices(kit)).toEqual([
      ['11 practices moved', `Ros moved them from 7 PM to 8 PM. Place: Room 3. ${last()}`],
    ])
  })

  test('editing one date of a new series before its notice is made makes one notice that this date is added, and one of the other dates', async () => {
    await ageEvents()
    await together(async () => {
      await addSeries()
      await ros.patch(eventPath(0), { startTime: '20:00' })
    })
    expect((await readEventNotices(kit)).toSorted()).toEqual([
      ['11 practices added', added[1]],
      [`Practice added: ${shortDate(date)}, 8 PM`, 'Ros added it. Place: Room 3.'],
    ])
  })

  test('deleting all dates of a series and restoring one of them before the notice is made makes one notice, about the other dates', async () => {
    await ageEvents()
    await together(async () => {
      await ros.delete(`${path}/${series.seriesId}?from=${date}`)
      await ros.post(`${eventPath(0)}/restore`)
    })
    expect(await readEventNotices(kit)).toEqual([['11 practices cancelled', `Ros cancelled them. ${last()}`]])
  })
})
