// Long because it is one table: query plans of the most frequent requests in a database with many rows of other bands. The statements
// are recorded from real requests.

import { beforeAll, expect, test } from 'vitest'
import { londonInstant } from '@gaffer/domain/shared/dates'
import type { Chart } from '@gaffer/domain/charts/chart'
import type { Recording } from '@gaffer/domain/recordings/recording'
import type { Note } from '@gaffer/domain/notes/note'
import type { Band } from '@gaffer/domain/bands/band'
import {
  createTestBand,
  createTestGig,
  createTestOptions,
  createTestPractice,
  createTestSong,
  createTestDaysAway,
  joinBand,
} from '#testing/builders.ts'
import { createFileChart } from '#testing/charts.ts'
import { createTestRecording } from '#testing/recordings.ts'
import { createTestNote } from '#testing/notes.ts'
import { createTestEnquiry, sendEnquiryForm } from '#testing/public-page.ts'
import { createTestDep, askDeps } from '#testing/dep-helpers.ts'
import { beginUpload } from '#testing/files.ts'
import type { TestClient } from '#testing/test-client.ts'
import { recordRequestStatements, recordTaskStatements, type RecordedStatement } from '#testing/recorded-statements.ts'
import { fillWithManyBands } from '#testing/many-bands.ts'
import { retentionRules } from '#features/operations/retention-store.ts'
import { listNoticesToDeliver } from '#features/notices/delivery-store.ts'
import { findNoticeToMail } from '#features/notices/mail-store.ts'
import { queueDueReminders } from '#features/notices/reminders.ts'
import { settleDueNotices } from '#features/notices/settle.ts'
import type { Db } from '#platform/db/connection.ts'
import { testClock } from '#testing/test-clock.ts'
import { nextTestPhone, useTestServer } from '#testing/test-server.ts'

// A long settling time: the settler's statements would be recorded with those of the requests.
const server = useTestServer({ NOTICE_SETTLE_SECONDS: '3600' })
const calendarTables = [
  'users',
  'sessions',
  'bands',
  'memberships',
  'events',
  'unavailabilities',
  'busy_calendars',
  'busy_intervals',
]
const setlistTables = ['setlists', 'setlist_items', 'practised_songs']
const recordingTables = ['recordings', 'recording_marks', 'recording_consents']
const noteTables = ['notes', 'note_votes', 'note_readers', 'reports']
const fileTables = ['files', 'upload_days', 'charts', 'chart_versions', 'chart_markup', ...recordingTables]
const moneyTables = ['ledger_people', 'ledger_entries', 'settlements', 'gig_miles']
const publicTables = ['public_pages', 'public_slugs', 'enquiries', 'unconfirmed_enquiries']
const sheetTables = ['gig_sheets', 'gig_sheet_links', 'lifts', 'played_lists', 'played_songs']
const depTables = ['deps', 'dep_asks', 'dep_requests', 'dep_refusals']
const userTables = [
  'identities',
  'idempotency_keys',
  'invitations',
  'known_browsers',
  'notice_emails',
  'outgoing_messages',
  'push_subscriptions',
]
const songTables = ['songs', 'song_readiness', 'song_vetos', ...setlistTables]
const bigTables = new Set([
  ...calendarTables,
  'activity',
  'answers',
  'event_changes',
  'free_months',
  'notices',
  ...userTables,
  ...songTables,
  ...fileTables,
  ...noteTables,
  ...sheetTables,
  ...publicTables,
  ...depTables,
  ...moneyTables,
])
const pageOn = { isOn: true, acceptsEnquiries: true }
const march = 'startDate=2027-03-01&endDate=2027-03-31'

let dee: TestClient, reader: TestClient, band: Band, eventId: string, songId: string, etag: string, calendarTag: string
let membershipId: string, seriesId: string, setlistId: string, otherSongId: string, pastEventId: string
let chart: Chart, recording: Recording
let note: Note, enquiryId: string
let gigId: string, sheetToken: string, depToken: string, optionId: string, optionGroupId: string
let feeds: Record<'full' | 'public' | 'member', string>, personalFeed: string

beforeAll(async () => {
  dee = await server().createUser()
  const own = await createTestBand(dee)
  band = own
  membershipId = own.membership.id
  await joinBand(dee, band.id, await server().createUser())
  gigId = (await createTestGig(dee, band.id)).id
  await createTestGig(dee, (await createTestBand(dee)).id)
  await createTestDaysAway(dee, band.id)
  eventId = (await createTestPractice(dee, band.id)).id
  songId = (await createTestSong(dee, band.id)).id
  otherSongId = (await createTestSong(dee, band.id)).id
  chart = await createFileChart(dee, { bandId: band.id, songId })
  recording = await createTestRecording(dee, band.id, { eventId, marks: [{ songId, atSeconds: 1 }] })
  note = await createTestNote(dee, band.id, { kind: 'event', id: gigId }, { poll: { choices: ['Red', 'Black'] } })
  enquiryId = await createTestEnquiry(server(), band.id)
  pastEventId = (await createTestPractice(dee, band.id, { date: '2026-01-05' })).id
  setlistId = (await dee.post(setlists(), { name: 'Friday', items: [{ songId }] })).body.id
  await dee.put(sheet(), {})
  sheetToken = pathOf((await dee.post(`${sheet()}/share`)).body.url).slice('/sheet/'.length)
  depToken = await createAskedDep()
  ;({ optionId, optionGroupId } = await createConfirmedOption())
  feeds = (await dee.get(`/api/bands/${band.id}/calendar/url`)).body.urls
  personalFeed = (await dee.get('/api/me/calendar/url')).body.url
  reader = server().newClient()
  await fillWithManyBands(server().services.db, band.id)
  seriesId = (await dee.post(seriesPath(), { event: practice, repeat: everyWeek })).body.seriesId
  calendarTag = (await dee.get(`/api/bands/${band.id}/calendar?${march}`)).headers.get('etag') as string
  etag = (await reader.get(pathOf(feeds.full))).headers.get('etag') as string
})

async function createConfirmedOption(): Promise<{ optionId: string; optionGroupId: string }> {
  const { date: _, ...event } = practice
  const { body } = await dee.post(`/api/bands/${band.id}/event-options`, { event, dates: ['2027-09-01', '2027-09-02'] })
  await dee.patch(`${events()}/${body.events[0].id}`, { status: 'confirmed' })
  return { optionId: body.events[0].id, optionGroupId: body.optionGroupId }
}

/** Asks a dep for the gig, and stores that they were texted, which quiet hours would delay. Returns the token of the dep's link. */
async function createAskedDep(): Promise<string> {
  const { db, links } = server().services
  const dep = await createTestDep(dee, band.id)
  await askDeps(dee, `${events()}/${gigId}`, [dep])
  const [ask] = await db<{ id: string }[]>`
    update dep_asks set asked_at = ${testClock.now()}, texted_kind = 'asked' where dep_id = ${dep.id} returning id`
  return links.signDepLink(ask?.id as string).token
}

async function statementsOf(send: () => Promise<{ status: number; text: string }>): Promise<RecordedStatement[]> {
  const statements = await recordRequestStatements(server(), async () => {
    const { status, text } = await send()
    expect([status < 400, text]).toEqual([true, text])
  })
  return statements.filter(({ text }) => /^\s*(select|with|insert|update)/i.test(text))
}

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** The generic plan of the statement, and its custom plan for these values. */
function plansOf({ text, values }: RecordedStatement, explain = 'explain (format json)'): Promise<Plan[]> {
  return server().services.db.withConnection(async (connection) => {
    try {
      await connection`set plan_cache_mode = force_generic_plan`
      await connection.query(`prepare asked as ${text}`)
      const execute = `${explain} execute asked${values.length > 0 ? `(${values.map(literal).join(', ')})` : ''}`
      const [generic] = await connection.query(execute)
      await connection`set plan_cache_mode = force_custom_plan`
      const [custom] = await connection.query(execute)
      return [generic, custom].map((row) => row?.['QUERY PLAN'][0].Plan)
    } finally {
      await connection`deallocate asked`
      await connection`reset plan_cache_mode`
    }
  })
}

function literal(value: unknown): string {
  if (value === null) return 'null'
  if (value instanceof Date) return literal(value.toISOString())
  if (Array.isArray(value)) return literal(`{${value.map((one) => JSON.stringify(String(one))).join(',')}}`)
  return value instanceof Uint8Array
    ? `'\\x${Buffer.from(value).toString('hex')}'`
    : `'${String(value).replaceAll("'", "''")}'`
}

async function expectNoSequentialScan(statements: RecordedStatement[]): Promise<void> {
  for (const statement of statements) {
    for (const plan of await plansOf(statement)) {
      expect([...listSequentialScans(plan), statement.text]).toEqual([statement.text])
    }
  }
}

function listSequentialScans(plan: Plan): string[] {
  const table = plan['Relation Name'] ?? ''
  const own = plan['Node Type'] === 'Seq Scan' && bigTables.has(table) ? [table] : []
  return [...own, ...(plan.Plans ?? []).flatMap(listSequentialScans)]
}

/** The number of rows that the plan scans in tables and indexes, including rows that its filters remove. */
function countRowsRead(plan: Plan): number {
  const { 'Actual Rows': kept = 0, 'Rows Removed by Filter': left = 0, 'Actual Loops': loops = 0 } = plan
  const own = plan['Node Type'].includes('Scan') ? (kept + left) * loops : 0
  return own + (plan.Plans ?? []).reduce((sum, inner) => sum + countRowsRead(inner), 0)
}

const seriesPath = () => `/api/bands/${band.id}/event-series`
const events = () => `/api/bands/${band.id}/events`
const optionGroup = () => `/api/bands/${band.id}/option-groups/${optionGroupId}`
const setlists = () => `/api/bands/${band.id}/setlists`
const sheet = () => `${events()}/${gigId}/gig-sheet`
const notes = () => `/api/bands/${band.id}/notes`
const threads = () => `/api/bands/${band.id}/note-threads`
const aboutGig = () => ({ kind: 'event', id: gigId })
const ledger = () => `/api/bands/${band.id}/ledger`
const chartPath = () => `/api/bands/${band.id}/charts/${chart.id}`
const recordings = () => `/api/bands/${band.id}/recordings`
const recordingPath = () => `${recordings()}/${recording.id}`
const marks = () => `${recordingPath()}/marks`
const songs = () => `/api/bands/${band.id}/songs`
const pathOf = (url: string) => new URL(url).pathname
const answerToken = () => server().services.links.signLink('answer', [membershipId, gigId])
const practice = { type: 'practice', date: '2027-03-20', location: 'Unit 4' }
const everyWeek = { every: 'week', until: '2027-06-12' }

test.each<[string, number, () => ReturnType<TestClient['get']>]>([
  ['the band calendar', 4, () => dee.get(`/api/bands/${band.id}/calendar?${march}`)],
  ['the band event list', 3, () => dee.get(`${events()}?${march}`)],
  ["the caller's own events", 4, () => dee.get(`/api/me/events?${march}`)],
  ['a conflict check', 6, () => dee.post(`${events()}/check-conflicts`, { type: 'practice', date: '2027-03-20' })],
  ['an unchanged feed', 2, () => reader.get(pathOf(feeds.full), { 'if-none-match': etag })],
  ['the public feed', 4, () => reader.get(pathOf(feeds.public))],
  ["the member's feed", 4, () => reader.get(pathOf(feeds.member))],
  ["the user's personal feed", 4, () => reader.get(pathOf(personalFeed))],
  ['the connected calendars', 2, () => dee.get('/api/me/calendars')],
  ['the exported calendar', 4, () => dee.get(`/api/bands/${band.id}/calendar/export/ical?includePrivate=true`)],
  ['adding an event', 5, () => dee.post(events(), practice)],
  ['a changed full feed', 4, () => reader.get(pathOf(feeds.full))],
  ['a cached full feed', 2, () => reader.get(pathOf(feeds.full))],
  ['adding days away', 3, () => dee.post(events(), { type: 'unavailable', date: '2027-03-20' })],
  [
    'an unchanged calendar',
    4,
    () => dee.get(`/api/bands/${band.id}/calendar?${march}`, { 'if-none-match': calendarTag }),
  ],
  ['the practice list', 2, () => dee.get(songs())],
  ['a band', 2, () => dee.get(`/api/bands/${band.id}`)],
  ['the members of a band', 2, () => dee.get(`/api/bands/${band.id}/members`)],
  ['the current user', 3, () => dee.get('/api/me')],
  ['adding a song', 6, () => dee.post(songs(), { title: 'One', artist: 'Two' })],
  ['setting readiness', 3, () => dee.post(`${songs()}/${songId}/readiness`, { membershipId, status: 'red' })],
  ['editing an event', 8, () => dee.patch(`${events()}/${eventId}`, { title: 'Renamed' })],
  ['moving an event', 9, () => dee.patch(`${events()}/${eventId}`, { startTime: '19:30' })],
  ['undoing a confirmation', 11, () => dee.post(`${events()}/${optionId}/undo-confirmation`)],
  ['an event with its answer counts', 3, () => dee.get(`${events()}/${eventId}`)],
  ['the answers to an event', 2, () => dee.get(`${events()}/${eventId}/answers`)],
  ['answering an event', 6, () => dee.put(`${events()}/${eventId}/answers/${membershipId}`, { answer: 'yes' })],
  ['the options of an enquiry', 4, () => dee.get(optionGroup())],
  [
    'answering the options of an enquiry',
    9,
    () => dee.put(`${optionGroup()}/answers/${membershipId}`, { answers: [{ eventId: optionId, answer: 'yes' }] }),
  ],
  ['the history of an event', 2, () => dee.get(`${events()}/${eventId}/history`)],
  ['the clashes of a month', 7, () => dee.get(`/api/bands/${band.id}/clashes?${march}`)],
  ['adding a series', 7, () => dee.post(`/api/bands/${band.id}/event-series`, { event: practice, repeat: everyWeek })],
  [
    'the conflicts of a series',
    6,
    () => dee.post(`${seriesPath()}/check-conflicts`, { event: practice, repeat: everyWeek }),
  ],
  [
    'editing a series',
    7,
    () => dee.patch(`${seriesPath()}/${seriesId}`, { from: '2027-05-01', changes: { title: 'Set' } }),
  ],
  [
    'moving a series',
    8,
    () => dee.patch(`${seriesPath()}/${seriesId}`, { from: '2027-05-01', changes: { startTime: '19:30' } }),
  ],
  ['deleting the end of a series', 6, () => dee.delete(`${seriesPath()}/${seriesId}?from=2027-05-28`)],
  [
    'the free dates of a year',
    7,
    () => dee.get(`/api/bands/${band.id}/free-dates?startDate=2027-01-01&endDate=2027-12-31`),
  ],
  ['the notices of a user', 3, () => dee.get('/api/me/notices')],
  ['the readers of an event', 3, () => dee.get(`${events()}/${eventId}/readers`)],
  ['the recipients of notices of an event', 5, () => dee.get(`${events()}/${eventId}/notice-recipients`)],
  ['the members whom notices reach', 2, () => dee.get(`/api/bands/${band.id}/notice-reach?group=asked`)],
  ['the set lists', 2, () => dee.get(setlists())],
  ['the export of a band', 22, () => dee.get(`/api/bands/${band.id}/export`)],
  ['a set list', 2, () => dee.get(`${setlists()}/${setlistId}`)],
  ['adding a set list', 7, () => dee.post(setlists(), { name: 'One', items: [{ songId }] })],
  ['editing a set list', 7, () => dee.patch(`${setlists()}/${setlistId}`, { items: [{ songId }, { songId }] })],
  ['deleting a set list', 6, () => dee.delete(`${setlists()}/${setlistId}`)],
  ['restoring a set list', 5, () => dee.post(`${setlists()}/${setlistId}/restore`)],
  ['changing a song', 4, () => dee.patch(`${songs()}/${songId}`, { key: 'E' })],
  ['removing a song', 4, () => dee.delete(`${songs()}/${otherSongId}`)],
  ['restoring a song', 7, () => dee.post(`${songs()}/${otherSongId}/restore`)],
  ['the activity', 2, () => dee.get(`/api/bands/${band.id}/activity`)],
  ['what to play', 5, () => dee.get(`${events()}/${eventId}/brief`)],
  ['the venues', 2, () => dee.get(`/api/bands/${band.id}/venues?q=bru`)],
  ['the lifts of a gig', 3, () => dee.get(`${events()}/${gigId}/lifts`)],
  ['saving a lift', 7, () => dee.put(`${events()}/${gigId}/lifts/${membershipId}`, { mode: 'drives', seats: 3 })],
  ['the played list of a gig', 4, () => dee.get(`${events()}/${gigId}/played`)],
  ['the gigs to report', 2, () => dee.get(`/api/bands/${band.id}/unreported-gigs`)],
  ['ticking a song as practised', 6, () => dee.put(`${events()}/${pastEventId}/practised/${songId}`)],
  ['replacing practised songs', 8, () => dee.put(`${events()}/${pastEventId}/practised`, { songIds: [songId] })],
  ['the charts of a song', 4, () => dee.get(`${songs()}/${songId}/charts`)],
  ['the charts of a set list', 4, () => dee.get(`${setlists()}/${setlistId}/charts`)],
  ['adding a chart', 8, () => dee.post(`${songs()}/${songId}/charts`, { text: 'x', format: 'plain', name: 'One' })],
  ['renaming a chart', 4, () => dee.patch(chartPath(), { name: 'In E' })],
  ['the versions of a chart', 3, () => dee.get(`${chartPath()}/versions`)],
  ['a chart', 2, () => dee.get(chartPath())],
  ['the markup of a chart', 3, () => dee.get(`${chartPath()}/markup`)],
  ['saving markup', 4, () => dee.put(`${chartPath()}/markup`, { isShared: true, chartVersion: 1, pages: [] })],
  ['the file of a chart', 2, () => dee.get(`${chartPath()}/content`)],
  ['deleting a chart', 3, () => dee.delete(chartPath())],
  ['the notes of an event', 3, () => dee.get(`${notes()}?about=event:${gigId}`)],
  ['writing a note', 10, () => dee.post(notes(), { about: aboutGig(), text: 'x', mentions: [membershipId] })],
  ['changing a note', 5, () => dee.patch(`${notes()}/${note.id}`, { text: 'y' })],
  [
    'voting in a poll',
    4,
    () => dee.put(`${notes()}/${note.id}/votes`, { choiceIds: note.poll?.choices.slice(0, 1).map(({ id }) => id) }),
  ],
  ['marking notes as read', 5, () => dee.post(`${threads()}/read`, { about: aboutGig(), upTo: note.id })],
  ['muting notes', 3, () => dee.put(`${threads()}/mute`, { about: aboutGig(), isMuted: true })],
  ['reporting a note', 5, () => dee.post(`/api/bands/${band.id}/reports`, { kind: 'note', id: note.id, reason: 'x' })],
  ['deleting a note', 5, () => dee.delete(`${notes()}/${note.id}`)],
  ['restoring a chart', 7, () => dee.post(`${chartPath()}/restore`)],
  ['the recordings of a band', 2, () => dee.get(recordings())],
  ['the recordings of an event', 2, () => dee.get(`${recordings()}?eventId=${eventId}`)],
  ['the recordings of a song', 2, () => dee.get(`${recordings()}?songId=${songId}`)],
  ['the next page of recordings', 2, () => dee.get(`${recordings()}?before=${recording.id}`)],
  ['a recording', 2, () => dee.get(recordingPath())],
  ['keeping a recording', 4, () => dee.patch(recordingPath(), { isKept: true })],
  ['marking a song', 7, () => dee.post(marks(), { songId, atSeconds: 2 })],
  ['moving a mark', 3, () => dee.patch(`${marks()}/${recording.marks[0]?.id}`, { atSeconds: 3 })],
  ['the file of a recording', 2, () => dee.get(`${recordingPath()}/content`)],
  ['deleting a mark', 2, () => dee.delete(`${marks()}/${recording.marks[0]?.id}`)],
  ['deleting a recording', 3, () => dee.delete(recordingPath())],
  ['restoring a recording', 6, () => dee.post(`${recordingPath()}/restore`)],
  ['the storage of a band', 2, () => dee.get(`/api/bands/${band.id}/storage`)],
  ['the deleted files of a band', 2, () => dee.get(`/api/bands/${band.id}/storage/deleted`)],
  ['beginning an upload', 7, () => beginUpload(dee, band.id)],
  ['the settlement of a gig', 5, () => dee.get(`${events()}/${gigId}/settlement`)],
  ['settling a gig', 11, () => dee.post(`${events()}/${gigId}/settlement/settle`)],
  ['a settled settlement', 5, () => dee.get(`${events()}/${gigId}/settlement`)],
  ['reopening a settlement', 12, () => dee.post(`${events()}/${gigId}/settlement/reopen`)],
  ['the ledger', 6, () => dee.get(ledger())],
  ['adding an expense', 7, () => dee.post(ledger(), { kind: 'expense', pence: 100 })],
  ['a statement', 6, () => dee.get(`${ledger()}/statement?taxYear=2026`)],
  ['the unpaid fees', 2, () => dee.get(`/api/bands/${band.id}/unpaid-fees`)],
  ['saving miles', 6, () => dee.put(`${events()}/${gigId}/miles`, { miles: 10 })],
  ['the settings of the public page', 2, () => dee.get(`/api/bands/${band.id}/public-page`)],
  ['saving the public page', 7, () => dee.put(`/api/bands/${band.id}/public-page`, { ...pageOn, slug: 'query-plans' })],
  ['checking an address of the public page', 2, () => dee.get(`/api/bands/${band.id}/public-page/slugs/query-plans`)],
  ['an uncached public page', 2, () => reader.get('/b/query-plans')],
  ['the enquiries', 2, () => dee.get(`/api/bands/${band.id}/enquiries`)],
  [
    'changing the status of an enquiry',
    4,
    () => dee.patch(`/api/bands/${band.id}/enquiries/${enquiryId}`, { status: 'answered' }),
  ],
  ['sending the form of a public page', 8, () => sendEnquiryForm(reader, 'query-plans')],
  ['a gig sheet', 3, () => dee.get(sheet())],
  ['saving a gig sheet', 7, () => dee.put(sheet(), { gear: 'Backline' })],
  ['sharing a gig sheet', 6, () => dee.post(`${sheet()}/share`)],
  ['the sheet behind a link', 3, () => reader.get(`/api/sheets/${sheetToken}`)],
  ['the dep book', 2, () => dee.get(`/api/bands/${band.id}/deps`)],
  ['the requests to deps for a gig', 3, () => dee.get(`${events()}/${gigId}/dep-requests`)],
  ['the charts of a dep', 3, () => reader.get(`/api/dep-links/${depToken}/charts`)],
  ['the link of a dep', 3, () => reader.get(`/api/dep-links/${depToken}`)],
  ['the practised songs', 3, () => dee.get(`${events()}/${eventId}/practised`)],
  ['the link to a gig sheet', 3, () => dee.get(`${sheet()}/share`)],
  ['an answer link', 2, () => reader.get(`/api/answer-links/${answerToken()}`)],
  ['the open invitations', 2, () => dee.get(`/api/bands/${band.id}/invites`)],
  ["a member's events", 3, () => dee.get(`/api/bands/${band.id}/members/${membershipId}/events`)],
  ['the feed addresses', 1, () => dee.get(`/api/bands/${band.id}/calendar/url`)],
  ['the address of the personal feed', 1, () => dee.get('/api/me/calendar/url')],
  ['the notice settings', 2, () => dee.get('/api/me/notice-settings')],
  ['the devices with push messages', 2, () => dee.get('/api/me/push-subscriptions')],
  ['the sessions', 2, () => dee.get('/api/me/sessions')],
  ['the linked Google accounts', 2, () => dee.get('/api/me/identities')],
  ['the availability in a month', 2, () => dee.get(`/api/bands/${band.id}/availability?month=2027-03`)],
])('%s runs %i different statements without a sequential scan of a big table', async (_, count, send) => {
  const statements = [...new Map((await statementsOf(send)).map((one) => [one.text, one])).values()]
  expect([statements.length, statements.map(({ text }) => text.trim())]).toEqual([count, expect.any(Array)])
  await expectNoSequentialScan(statements)
})

// The exact number of statements depends on whether the dep's text was sent.
test('the answer of a dep runs no statement with a sequential scan of a big table', async () => {
  const statements = await statementsOf(() => reader.post(`/api/dep-links/${depToken}`, { answer: 'yes' }))
  expect(statements.length).toBeGreaterThan(5)
  await expectNoSequentialScan(statements)
})

test('requests that send texts or mails check their message limits without a sequential scan of a big table', async () => {
  const dep = await createTestDep(dee, band.id)
  const email = 'kit@example.org'
  const statements = [
    ...(await statementsOf(() => dee.post(`/api/bands/${band.id}/invites/phone`, { phone: nextTestPhone() }))),
    ...(await statementsOf(() =>
      dee.post(`/api/bands/${band.id}/members/invite`, { email, role: 'Bass', displayName: 'Kit' }),
    )),
    ...(await statementsOf(() => askDeps(dee, `${events()}/${gigId}`, [dep]))),
    ...(await statementsOf(() => reader.post('/auth/phone/send-code', { phone: dee.user.phone }))),
    ...(await statementsOf(() => dee.post('/api/me/email', { email }))),
  ].filter(({ text }) => text.includes('outgoing_messages'))
  expect(statements.length).toBeGreaterThan(20)
  await expectNoSequentialScan(statements)
})

test('leaving a band, restoring an event of the member who left, and saving a profile run no statement with a sequential scan of a big table', async () => {
  const leaver = await server().createUser()
  await joinBand(dee, band.id, leaver)
  const gig = await createTestGig(leaver, band.id)
  const leaving = await statementsOf(() => leaver.post(`/api/bands/${band.id}/leave`))
  const restoring = await statementsOf(() => dee.post(`${events()}/${gig.id}/restore`))
  const naming = await statementsOf(() => leaver.put('/api/me', { firstName: 'A', lastName: 'B', displayName: 'C' }))
  const statements = [...leaving, ...restoring, ...naming]
  expect(statements.length).toBeGreaterThan(20)
  await expectNoSequentialScan(statements)
})

test('the notices, reminders and messages of an enquiry run no statement with a sequential scan of a big table', async () => {
  const { services } = server()
  const { db, config } = services
  const event = { ...practice, date: undefined, startTime: '19:00', replyBy: '2027-10-10' }
  await createTestOptions(dee, band.id, ['2027-10-20', '2027-10-21'], event)
  const task = async () => {
    config.noticeSettleSeconds = 0
    await settleDueNotices(services, services.ending)
    config.noticeSettleSeconds = 3600
    await queueDueReminders(services, londonInstant('2027-10-08', '09:00'), services.ending)
    const [message] = await db<{ id: string; noticeId: string }[]>`
      select d.id, n.id as "noticeId" from outgoing_messages d join notices n on n.id = d.notice_id
      where n.kind = 'answer.nudge' and n.band_id = ${band.id} limit 1`
    await listNoticesToDeliver(db, { messageIds: [message?.id as string] })
    await findNoticeToMail(db, { noticeId: message?.noticeId as string })
  }
  const statements = [...new Map((await recordTaskStatements(task)).map((one) => [one.text, one])).values()].filter(
    ({ text }) => /^\s*(select|with|insert|update)/i.test(text),
  )
  expect(statements.length).toBeGreaterThan(10)
  await expectNoSequentialScan(statements)
})

test('the export of personal data finds invitations without a sequential scan', async () => {
  const statements = await statementsOf(() => dee.get('/api/me/export'))
  const ofInvitations = statements.filter(({ text }) => /from (invitations|outgoing_messages) t/.test(text))
  expect(ofInvitations).toHaveLength(7)
  await expectNoSequentialScan(ofInvitations)
})

test('an account erasure finds the idempotent responses with the user’s phone number or membership without a sequential scan', async () => {
  const leaver = await server().createUser()
  await joinBand(dee, band.id, leaver)
  const statements = await recordRequestStatements(server(), async () => {
    expect((await leaver.delete('/api/me')).status).toBe(204)
  })
  const ofResponses = statements.filter(({ text }) => text.includes('idempotency_keys'))
  expect(ofResponses.length).toBeGreaterThan(0)
  await expectNoSequentialScan(ofResponses)
})

test.each<[string, () => ReturnType<TestClient['get']>]>([
  ['band calendar', () => dee.get(`/api/bands/${band.id}/calendar?${march}`)],
  ['list of own events', () => dee.get(`/api/me/events?${march}`)],
  ['practice list', () => dee.get(songs())],
  ['conflict check', () => dee.post(`${events()}/check-conflicts`, { type: 'gig', date: '2027-03-20' })],
])(
  'each statement of the %s scans fewer than 500 rows despite thousands of events outside the range',
  async (_, send) => {
    for (const statement of await statementsOf(send)) {
      for (const plan of await plansOf(statement, 'explain (analyze, format json)')) {
        expect(countRowsRead(plan)).toBeLessThan(500)
      }
    }
  },
)

test('no retention rule scans a big table sequentially', async () => {
  // The state after a retention run: while most rows of a table are due, a sequential scan would find a batch of them sooner.
  await server().services.db`update outgoing_messages set outcome = 'sent', finished_at = ${testClock.now()}`
  await server().services.db`analyze outgoing_messages`
  const { db } = server().services
  const deletions: RecordedStatement[] = []
  const recording = {
    clock: db.clock,
    query: async (one: RecordedStatement) => deletions.push(one) && [{ deleted: 0 }],
  }
  for (const { deleteBatch } of retentionRules) await deleteBatch(recording as unknown as Db, {})
  expect(deletions.length).toBeGreaterThan(20)
  await expectNoSequentialScan(deletions)
})
