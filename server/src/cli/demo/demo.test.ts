import { expect, test } from 'vitest'
import { addDays, todayInLondon, weekdayIndex } from '@gaffer/domain/shared/dates'
import type { Chart } from '@gaffer/domain/charts/chart'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { Enquiry } from '@gaffer/domain/public-page/enquiry'
import type { Notice } from '@gaffer/domain/notices/notice'
import { signInBySms } from '#testing/sms.ts'
import { startTestServer, useTestServer } from '#testing/test-server.ts'
import { readDemoFile } from './bands.ts'
import { demoPeople, signUpDemoPerson, type DemoPerson } from './people.ts'
import { computeNextPracticeDate, seedDemo } from './seed.ts'

const server = useTestServer({ RATE_LIMIT: 'on' })

test('the next practice of the demo is today before 8:30 PM in London, and tomorrow from then on', () => {
  const at = (instant: string) => computeNextPracticeDate(new Date(instant))
  expect(at('2026-11-22T20:29:00Z')).toBe('2026-11-22')
  expect(at('2026-11-22T20:30:00Z')).toBe('2026-11-23')
  expect(at('2026-07-01T19:30:00Z')).toBe('2026-07-02')
  expect(at('2026-07-01T23:10:00Z')).toBe('2026-07-02')
})

test('a person in both bands of the demo has a different colour in each band', () => {
  const colorsIn = (name: 'night-buses' | 'harbour-lights') =>
    new Map(readDemoFile(name, '2027-03-01').members?.map(({ displayName, color }) => [displayName, color]))
  const [buses, lights] = [colorsIn('night-buses'), colorsIn('harbour-lights')]
  const inBoth = [...buses.keys()].filter((name) => lights.has(name))
  expect(inBoth).toContain('Kit')
  for (const name of inBoth) expect(lights.get(name)).not.toBe(buses.get(name))
})

test('seedDemo fails with "DATA_DIR has an incomplete demo" on a database with an unfinished demo', async () => {
  const half = await startTestServer()
  try {
    await signUpDemoPerson(half, demoPeople[0] as DemoPerson)
    await expect(seedDemo(half)).rejects.toThrow('DATA_DIR has an incomplete demo')
  } finally {
    await half.stop()
  }
})

test('seedDemo gives the user Ros practices, gigs, set lists, a ledger, a recording, notices and a public page, and a second seedDemo adds no user, event, song or notice', async () => {
  const { services } = server()
  expect(await seedDemo(server())).toContain('  07700 900101  Ros, Lead Vocals')
  const count = async () => {
    const [row] = await services.db<{ rows: number }[]>`
      select ((select count(*) from users) + (select count(*) from events) + (select count(*) from songs)
        + (select count(*) from notices))::int as rows`
    return row?.rows
  }
  const rows = await count()
  await seedDemo(server())
  expect(await count()).toBe(rows)

  const ros = server().newClient()
  await signInBySms(ros, '+447700900101')
  const { bandId } = (await ros.get('/api/me')).body.bands[0]
  const read = async (path: string) => (await ros.get(`/api/bands/${bandId}/${path}`)).body
  const today = todayInLondon(services.clock.now())
  const practiceDate = computeNextPracticeDate(services.clock.now())
  const events: CalendarEntry[] = await read(`events?startDate=${today}&endDate=${addDays(today, 80)}`)

  const practices = events.filter(({ type }) => type === 'practice')
  expect(practices[0]?.date).toBe(practiceDate)
  expect(new Set(practices.map(({ seriesId }) => seriesId)).size).toBe(1)
  expect((await read(`events/${practices[0]?.id}/brief`)).songs[0].reasons[0]).toContain('In the set for the gig')
  const gig = events.find(({ title }) => title === 'Night Buses + guests')
  expect(gig).toMatchObject({
    date: addDays(practiceDate, 9),
    hasGigSheet: true,
    setlistId: expect.any(String),
    myAnswer: null,
    answerCounts: { yes: 2, maybe: 1, no: 1, away: 0, none: 1 },
    deps: [{ name: 'Ola Brandt', instrument: 'bass' }],
  })
  expect((await read(`events/${gig?.id}/lifts`)).map(({ mode }: { mode: string }) => mode)).toEqual([
    'drives',
    'rides',
    'needs',
  ])
  expect(await read('unpaid-fees')).toMatchObject([{ title: 'Support for The Larks', feePence: 15_000 }])
  expect(await read('unreported-gigs')).toMatchObject([{ title: 'Support for The Larks' }])
  expect(await read('venues?q=fenton')).toMatchObject([{ place: 'The Fenton, Leeds', lastFeePence: 24_000 }])
  const owed = (await read('ledger')).balances.map(({ owedPence }: { owedPence: number }) => owedPence)
  expect(owed.reduce((sum: number, pence: number) => sum + pence, 0)).toBe(19_370)
  const options = events.filter(({ optionGroupId }) => optionGroupId)
  expect(options.map(({ date, status }) => `${weekdayIndex(date)} ${status}`)).toEqual(Array(3).fill('4 tentative'))
  expect(await read('setlists')).toHaveLength(2)
  const charts = (await read(`setlists/${gig?.setlistId}/charts`)) as Chart[]
  expect(charts.map(({ kind, name, pages }) => [kind, name, pages]).toSorted()).toEqual([
    ['image', 'Organ line', 1],
    ['pdf', 'How we play it', 2],
    ['text', 'Bass, start to end', null],
  ])
  const [recording] = await read('recordings')
  expect(recording).toMatchObject({ seconds: 32, eventId: expect.any(String), noteCount: 1 })
  expect(recording.marks).toHaveLength(2)
  const poster = await server().newClient().get('/b/the-night-buses')
  expect(poster.text).toMatch(/Hyde Park Book Club[^]*Tickets[^]*Temple Newsam[^]*Earlier gigs/)
  expect((await read('enquiries')).map(({ status }: Enquiry) => status)).toEqual(['new', 'declined'])
  const { notices, unread } = (await ros.get('/api/me/notices')).body as { notices: Notice[]; unread: number }
  expect(unread).toBeGreaterThan(0)
  expect(new Set(notices.filter(({ readAt }) => !readAt).map(({ kind }) => kind))).toEqual(
    new Set(['answer.asked', 'event.changed', 'event.cancelled', 'event.confirmed']),
  )
})
