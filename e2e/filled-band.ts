// A band with data for every screen of the product, stored through the API.

import type { BrowserContext, Page } from '@playwright/test'
import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { OwnMembership } from '@gaffer/domain/bands/member'
import { startAppServer, type AppServer } from './app-server.ts'
import { dateInEmptyMonth, joinBandAs, joinBandAsKit, magsPhone, createAndSelectBand } from './calendar-steps.ts'
import { addPdfChart } from './chart-steps.ts'
import { createTextPdf } from './text-pdf.ts'
import { expect, test } from './fixtures.ts'
import { addRecording } from './upload-steps.ts'

export type FilledBand = {
  id: string
  gigId: string
  pastGigId: string
  practiceId: string
  seriesEventId: string
  optionId: string
  optionGroupId: string
  cancelledId: string
  setlistId: string
  chartId: string
  /** Paths of the pages that open without a session, by the secret in the path. */
  sheetPath: string
  depPath: string
  invitePath: string
}

const songs = [
  { title: 'Dakota', artist: 'Stereophonics', durationSeconds: 297, key: 'E', tempo: 147, note: 'Kit starts' },
  { title: 'I Bet You Look Good on the Dancefloor', artist: 'Arctic Monkeys', durationSeconds: 174 },
  { title: 'Valerie', artist: 'The Zutons', durationSeconds: 236, key: 'A minor', tempo: 105 },
  { title: 'Ruby', artist: 'Kaiser Chiefs' },
  { title: 'Seven Nation Army', artist: 'The White Stripes', durationSeconds: 231 },
]

const gig = {
  type: 'public_gig',
  title: 'Launch at the Adelphi',
  venue: 'The Adelphi, Hull',
  startTime: '20:00',
  endTime: '23:00',
}

const gigSheet = {
  address: '89 De Grey Street\nHull HU5 2RU',
  times: [
    { time: '17:00', label: 'Load-in' },
    { time: '18:30', label: 'Soundcheck' },
    { time: '21:15', label: 'On stage' },
  ],
  contactName: 'Jo at the Adelphi',
  contactPhone: '01482 496 018',
  contactEmail: 'jo@adelphi.example',
  gettingThere: 'Load in through the yard.',
  gear: 'PA and wedges are in.',
  hospitality: 'Five meals and a crate.',
  feePence: 35_000,
  feeNote: 'Against 70% of the door',
}

/** A server for the journeys of a file that call `createFilledBand`: it makes and delivers notices at once, and may read the fake calendar. */
export function useFilledBandServer(): () => AppServer {
  let server: AppServer
  test.beforeAll(async () => {
    server = await startAppServer('demo', {
      NOTICE_QUIET_HOURS: 'off',
      NOTICE_SETTLE_SECONDS: '0',
      ALLOW_PRIVATE_FETCH: '1',
    })
  })
  test.afterAll(() => server.stop())
  return () => server
}

/** Signs Ros in, in the page's context, and creates her band with Mags and Kit, on the server of `useFilledBandServer`. */
export async function createFilledBand(
  page: Page,
  server: AppServer,
  newContext: () => Promise<BrowserContext>,
): Promise<FilledBand> {
  const { id, api } = await createAndSelectBand(page, server)
  const apiAsKit = await joinBandAsKit(await newContext(), server, { id, api })
  const apiAsMags = await joinBandAs(magsPhone, await newContext(), server, { id, api })
  const band = `/api/bands/${id}`
  const today = todayInLondon(new Date())
  await api('patch', band, {
    allowedEventTypes: ['practice', 'rehearsal', 'recording', 'meeting', 'gig', 'public_gig', 'festival', 'other'],
  })
  const add = (event: object, as = api) => as<CalendarEntry>('post', `${band}/events`, event)

  const songIds: string[] = []
  for (const { durationSeconds = null, key = null, tempo = null, note = null, ...song } of songs) {
    const { id: songId } = await api<{ id: string }>('post', `${band}/songs`, song)
    await api('patch', `${band}/songs/${songId}`, { durationSeconds, key, tempo, note })
    songIds.push(songId)
  }
  const items = songIds.slice(0, 4).map((songId) => ({ songId }))
  const setlist = await api<{ id: string }>('post', `${band}/setlists`, {
    name: 'Friday',
    items: [...items.slice(0, 2), { label: 'Break', durationSeconds: 900 }, ...items.slice(2)],
  })

  const chartOwner = { bandId: id, songId: songIds.at(-1) as string }
  const chart = await addPdfChart(page, server, chartOwner, 'Seven Nation Army in E', createTextPdf(['Intro', 'Verse']))
  const deletedChart = await addPdfChart(page, server, chartOwner, 'Seven Nation Army in G', createTextPdf(['Intro']))
  await api('delete', `${band}/charts/${deletedChart.id}`)

  const launch = await add({ ...gig, date: addDays(today, 5), setlistId: setlist.id })
  const gigPath = `${band}/events/${launch.id}`
  await api('put', `${gigPath}/gig-sheet`, gigSheet)
  const { url: sheetUrl } = await api<{ url: string }>('post', `${gigPath}/gig-sheet/share`, {})
  const membershipOf = async (as: typeof api) => {
    const { bands } = await as<{ bands: OwnMembership[] }>('get', '/api/me')
    return bands.find(({ bandId }) => bandId === id)?.id as string
  }
  const [kitsId, magsId] = [await membershipOf(apiAsKit), await membershipOf(apiAsMags)]
  await apiAsKit('put', `${gigPath}/answers/${kitsId}`, { answer: 'no', comment: 'Family do, sorry' })
  await apiAsMags('put', `${gigPath}/answers/${magsId}`, { answer: 'yes' })
  const lift = { mode: 'drives', seats: 3, from: 'Headingley', leavesAt: '16:10' }
  await apiAsMags('put', `${gigPath}/lifts/${magsId}`, lift)
  await apiAsKit('put', `${gigPath}/lifts/${kitsId}`, { mode: 'rides', driverId: magsId })
  const pastGig = await add({ ...gig, title: 'Last week’s gig', date: addDays(today, -3), setlistId: setlist.id })

  const phone = '+447700900811'
  server.keepOutOfLogs(phone)
  for (const dep of [
    { name: 'Tom Hesketh', phone, instrument: 'Bass', note: 'Brings his own amp' },
    { name: 'Ola Brandt', phone: '+447700900812', instrument: 'Drums' },
  ]) {
    await api('post', `${band}/deps`, dep)
  }
  const deps = await api<{ id: string; name: string }[]>('get', `${band}/deps`)
  await api('post', `${gigPath}/dep-requests`, {
    depIds: [deps.find(({ name }) => name === 'Tom Hesketh')?.id],
    mode: 'one-by-one',
    instrument: 'bass',
    feePence: 12_000,
    coversMembershipId: kitsId,
  })

  const practice = { type: 'practice', startTime: '19:00', endTime: '22:00', location: 'Old Chapel Rooms' }
  const tonight = await add({ ...practice, date: today, startTime: '00:00', endTime: '23:59' }, apiAsKit)
  await addRecording(page, server, id, {
    name: 'Second half',
    eventId: tonight.id,
    marks: songIds.slice(0, 2).map((songId, at) => ({ songId, atSeconds: at * 20 })),
  })
  const series = await api<{ events: CalendarEntry[] }>('post', `${band}/event-series`, {
    event: { ...practice, date: dateInEmptyMonth(2) },
    repeat: { every: 'week', until: dateInEmptyMonth(23), skip: [] },
  })
  const options = await api<{ optionGroupId: string; events: CalendarEntry[] }>('post', `${band}/event-options`, {
    event: { ...gig, title: 'Support at the Fenton' },
    dates: [dateInEmptyMonth(5), dateInEmptyMonth(12), dateInEmptyMonth(19)],
  })
  const cancelledGig = await add({ ...gig, title: 'Works party', date: dateInEmptyMonth(13) }, apiAsMags)
  await apiAsMags('patch', `${band}/events/${cancelledGig.id}`, { status: 'cancelled' })
  for (const event of [
    {
      type: 'festival',
      title: 'Greenfield Festival',
      date: dateInEmptyMonth(15),
      endDate: dateInEmptyMonth(17),
      venue: 'Temple Newsam',
    },
    { type: 'recording', title: 'Two tracks with Sal', date: dateInEmptyMonth(6), location: 'Suburban Home' },
    { type: 'meeting', title: 'Who books what', date: dateInEmptyMonth(6), startTime: '18:30', location: 'Kitchen' },
    { type: 'rehearsal', date: dateInEmptyMonth(7), location: 'Unit 4' },
    { type: 'other', title: 'Photographs', date: dateInEmptyMonth(8), location: 'Harbour' },
    { type: 'unavailable', title: 'Holiday', date: dateInEmptyMonth(20), endDate: dateInEmptyMonth(24) },
  ]) {
    await add(event)
  }
  // A day away of Mags on a date of the series causes a clash.
  await add({ type: 'unavailable', date: dateInEmptyMonth(9) }, apiAsMags)

  const { inviteLink } = await api<{ inviteLink: string }>('post', `${band}/invites/general`, { note: 'For the horns' })
  await api('post', `${band}/members/invite`, { email: 'sal@example.org', displayName: 'Sal', role: 'Keyboards' })
  await api('post', '/api/me/calendars', { url: await readExampleCalendarUrl(server), name: 'Work', countAllDay: true })
  const depUrl = await waitForDepUrl(server, phone)
  for (const secret of [sheetUrl, depUrl, inviteLink]) server.keepOutOfLogs(secret.split('/').at(-1) as string)
  const pathOf = (url: string) => new URL(url).pathname
  return {
    id,
    gigId: launch.id,
    pastGigId: pastGig.id,
    practiceId: tonight.id,
    seriesEventId: series.events[0]?.id as string,
    optionId: options.events[0]?.id as string,
    optionGroupId: options.optionGroupId,
    cancelledId: cancelledGig.id,
    setlistId: setlist.id,
    chartId: chart.id,
    sheetPath: pathOf(sheetUrl),
    depPath: pathOf(depUrl),
    invitePath: pathOf(inviteLink),
  }
}

/** Reads the URL of the fake calendar from the inbox of the development server. */
async function readExampleCalendarUrl({ url }: AppServer): Promise<string> {
  const inbox = await (await fetch(`${url}/dev/inbox`)).text()
  return /A calendar to connect: <code>(.+?)<\/code>/.exec(inbox)?.[1] as string
}

/** Waits for the text to the dep, which a job sends, and returns the link in it. */
export async function waitForDepUrl({ url }: AppServer, phone: string): Promise<string> {
  let link = ''
  await expect(async () => {
    const inbox = await fetch(`${url}/dev/inbox?format=json&to=${encodeURIComponent(phone)}`)
    link = /\S+\/dep\/\S+$/.exec(((await inbox.json()) as { text: string }[])[0]?.text ?? '')?.[0] ?? ''
    expect(link).not.toBe('')
  }).toPass()
  return link
}
