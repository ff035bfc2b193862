// Every table that belongs to a band is compared before and after an import of its file.

import { expect, test } from 'vitest'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { addEntry, createReceipt } from '#testing/money.ts'
import { createPortraitDataUrl } from '#testing/populated-user.ts'
import {
  createTestBand,
  createTestDaysAway,
  createTestGig,
  createTestPractice,
  createTestSong,
  eventPathOf,
  joinBand,
} from '#testing/builders.ts'
import { createTextChart } from '#testing/charts.ts'
import {
  askDeps,
  createTestDep,
  readDepStatusLine,
  readDepTexts,
  waitForDepLinkPath,
  waitUntilDepTextsSettled,
} from '#testing/dep-helpers.ts'
import { immediateNoticesEnvironment } from '#testing/notices.ts'
import { createTestNote } from '#testing/notes.ts'
import { createTestEnquiry, turnPageOn } from '#testing/public-page.ts'
import { leftOutColumns, leftOutTables } from '#testing/left-out-of-band-files.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer(immediateNoticesEnvironment)

type Row = Record<string, unknown>

async function tablesOfBands(): Promise<string[]> {
  const rows = await server().services.db<{ name: string }[]>`
    select t.table_name as name from information_schema.tables t
    where t.table_schema = 'public' and t.table_type = 'BASE TABLE' and (t.table_name = 'bands' or exists (
      select from information_schema.columns c
      where c.table_schema = 'public' and c.table_name = t.table_name and c.column_name = 'band_id'))
    order by 1`
  return rows.map(({ name }) => name)
}

async function rowsOf(table: string, bandId: string): Promise<Row[]> {
  const column = table === 'bands' ? 'id' : 'band_id'
  const rows = await server().services.db.query({
    text: `select to_jsonb(t) as row from ${table} t where ${column} = $1`,
    values: [bandId],
  })
  return rows
    .map(({ row }) => row as Row)
    .filter((row) => row['deleted_at'] === undefined || row['deleted_at'] === null)
}

/** A readable name for each id of a band's main rows, so that rows of the two bands can be compared. */
async function namesOfIds(bandId: string): Promise<Map<string, string>> {
  const named = ['memberships', 'songs', 'setlists', 'events', 'deps']
  const names = new Map([[bandId, 'the band']])
  for (const table of named) {
    for (const row of await rowsOf(table, bandId)) {
      names.set(String(row['id']), [table, row['display_name'] ?? row['name'] ?? row['title'], row['date']].join(' '))
    }
  }
  return names
}

// Instants are compared in milliseconds, as the file has them: PostgreSQL stores microseconds.
const instant = /\d{4}-\d\d-\d\dT[\d:.]+\+00:00/g
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

async function comparableRowsOf(table: string, bandId: string): Promise<string[]> {
  const names = await namesOfIds(bandId)
  const columns = leftOutColumns[table] ?? {}
  const rows = await rowsOf(table, bandId)
  return rows
    .map((row) => JSON.stringify(Object.fromEntries(Object.entries(row).filter(([name]) => !(name in columns)))))
    .map((text) => text.replace(instant, (at) => new Date(at).toISOString()))
    .map((text) => text.replace(uuid, (id) => names.get(id) ?? 'id'))
    .toSorted()
}

async function createWholeBand(dee: TestClient): Promise<string> {
  const kit = await server().createUser({ displayName: 'Kit' })
  const { id: bandId, membership } = await createTestBand(dee, {
    avatarUrl: await createPortraitDataUrl(),
    description: 'Loud',
  })
  const kits = await joinBand(dee, bandId, kit)
  // The file has the names that the band sees, not those of accounts.
  await kit.patch(`/api/bands/${bandId}/members/${kits.id}`, { displayName: 'Kit' })
  const to = (path: string) => `/api/bands/${bandId}/${path}`
  const [song, vetoed] = [await createTestSong(dee, bandId, { album: 'More' }), await createTestSong(kit, bandId)]
  await kit.post(to(`songs/${song.id}/readiness`), { membershipId: kits.id, status: 'amber' })
  await kit.post(to(`songs/${vetoed.id}/veto`), { membershipId: kits.id })
  await dee.patch(to(`songs/${song.id}`), { key: 'Am', tempo: 120, note: 'Slow', durationSeconds: 200 })
  const items = [
    { songId: song.id, note: 'Capo' },
    { label: 'Break', durationSeconds: 900 },
  ]
  const { id: chartId } = await createTextChart(kit, { bandId, songId: song.id }, { part: 'Bass' })
  await dee.patch(to(`charts/${chartId}`), { text: '[Am]Slower' })
  await createTextChart(dee, { bandId, songId: vetoed.id }, { text: 'C  G\nHey', format: 'plain' })
  await kit.patch(to(`members/${kits.id}`), { part: 'Bass guitar' })
  const setlist = (await dee.post(to('setlists'), { name: 'Friday', items })).body
  const gig = await createTestGig(kit, bandId, { title: 'At the Fenton' })
  await kit.put(to(`events/${gig.id}/answers/${kits.id}`), { answer: 'yes', comment: 'With my own drums' })
  await dee.put(to(`events/${gig.id}/answers/${kits.id}`), { answer: 'maybe' })
  await dee.put(to(`events/${gig.id}/answers/${membership.id}`), { answer: 'no' })
  await dee.patch(eventPathOf(gig), { date: '2027-03-13', setlistId: setlist.id })
  const listing = { isListed: true, ticketUrl: 'https://tickets.example/1', priceText: '£5' }
  await dee.patch(eventPathOf(gig), listing)
  await turnPageOn(dee, bandId, { bio: 'Loud', genres: ['Soul'], links: [{ label: 'Us', url: 'https://us.example' }] })
  const enquiryId = await createTestEnquiry(server(), bandId)
  await dee.post(to(`enquiries/${enquiryId}/pencil`))
  await kit.patch(eventPathOf(gig), { status: 'tentative' })
  await kit.put(`${eventPathOf(gig)}/gig-sheet`, { times: [{ time: '17:00', label: 'Load-in' }], feePence: 25_000 })
  await dee.put(`${eventPathOf(gig)}/lifts/${membership.id}`, { mode: 'drives', seats: 2, leavesAt: '16:10' })
  await kit.put(`${eventPathOf(gig)}/lifts/${kits.id}`, { mode: 'rides', driverId: membership.id, from: 'Hyde Park' })
  await dee.patch(to(`songs/${song.id}`), { writers: 'Dee and Kit', isOwn: true })
  const played = await createTestGig(dee, bandId, { date: '2026-01-16', title: 'At the Social' })
  const playedItems = [{ songId: song.id }, { title: 'Happy Birthday' }]
  await dee.put(`${eventPathOf(played)}/played`, { items: playedItems, reportedOn: '2026-02-01' })
  const meeting = { type: 'meeting', date: '2027-04-01', location: 'Unit 4', title: 'Plan' }
  const { date: _, ...undated } = meeting
  await dee.post(to('event-options'), { event: undated, dates: ['2027-04-01', '2027-04-02'] })
  const repeat = { every: 'week', until: '2027-05-15' }
  await dee.post(to('event-series'), { event: { ...meeting, date: '2027-05-01' }, repeat })
  const past = await createTestPractice(dee, bandId, { date: '2026-01-09' })
  await dee.put(`${eventPathOf(past)}/practised`, { songIds: [song.id] })
  await createTestDaysAway(kit, bandId)
  const note = await createTestNote(kit, bandId, { kind: 'event', id: gig.id }, { poll: { choices: ['Red', 'Black'] } })
  await dee.put(to(`notes/${note.id}/votes`), { choiceIds: note.poll?.choices.slice(1).map(({ id }) => id) })
  await createTestNote(dee, bandId, { kind: 'song', id: song.id }, { text: '@Kit slower', mentions: [kits.id] })
  await createTestNote(dee, bandId, { kind: 'setlist', id: setlist.id })
  await addDepRequests(dee, bandId)
  await addMoney({ dee, kit, kitsId: kits.id }, bandId, gig)
  return bandId
}

/** A settled gig that is paid in part, an expense that was reversed, and a draft. */
async function addMoney(
  { dee, kit, kitsId }: { dee: TestClient; kit: TestClient; kitsId: string },
  bandId: string,
  gig: Pick<CalendarEntry, 'bandId' | 'id'>,
): Promise<void> {
  const settlement = `${eventPathOf(gig)}/settlement`
  const costs = [{ label: 'Fuel', pence: 4000, paidBy: kitsId }]
  const shares = [{ membershipId: kitsId, weight: 1.5 }]
  expect(
    (await dee.put(settlement, { feePence: 25_000, agentPercent: 15, costs, potPercent: 10, shares })).status,
  ).toBe(200)
  expect((await dee.post(`${settlement}/settle`)).status).toBe(200)
  await addEntry(dee, bandId, { kind: 'payment', membershipId: kitsId, pence: 5000, method: 'cash' })
  const { id } = await createReceipt(kit, bandId)
  await dee.post(`/api/bands/${bandId}/ledger/${id}/reverse`)
  await kit.put(`${eventPathOf(gig)}/miles`, { miles: 40 })
  const draft = eventPathOf(await createTestGig(dee, bandId, { date: '2027-03-20', title: 'To settle' }))
  await dee.put(`${draft}/settlement`, { feePence: 100, shares })
  await dee.patch(`/api/bands/${bandId}`, { ledgerVisibleTo: 'everyone' })
}

/** A gig with a dep who said yes, one who said no and one who may not be asked again. */
async function addDepRequests(dee: TestClient, bandId: string): Promise<void> {
  const gig = await createTestGig(dee, bandId, { date: '2027-03-19', title: 'With deps' })
  const [al, bo, cy] = [
    await createTestDep(dee, bandId, { name: 'Al' }),
    await createTestDep(dee, bandId, { name: 'Bo' }),
    await createTestDep(dee, bandId, { name: 'Cy', note: 'Own kit' }),
  ]
  await askDeps(dee, eventPathOf(gig), [al, bo, cy], { mode: 'all', feePence: 12_000 })
  for (const [dep, answer] of [
    [al, 'never'],
    [bo, 'no'],
    [cy, 'yes'],
  ] as const) {
    expect((await dee.post(await waitForDepLinkPath(dee, dep), { answer })).status).toBe(200)
  }
  expect(await readDepStatusLine(dee, eventPathOf(gig))).toBe('filled never no yes')
}

test('every table of a band, except the tables and columns in left-out-of-band-files.ts, has the same rows apart from ids in a band imported from its file', async () => {
  const dee = await server().createUser({ displayName: 'Dee' })
  const original = await createWholeBand(dee)
  const { body: file } = await dee.get(`/api/bands/${original}/export`)
  const loaded = await dee.post('/api/bands/import', file)
  expect([loaded.status, loaded.text]).toEqual([201, loaded.text])
  const tables = (await tablesOfBands()).filter((table) => !(table in leftOutTables))
  expect(tables).toEqual(
    expect.arrayContaining(['answers', 'bands', 'dep_asks', 'dep_requests', 'event_changes', 'events']),
  )
  for (const table of tables) {
    const before = await comparableRowsOf(table, original)
    expect([table, before.length > 0]).toEqual([table, true])
    expect([table, await comparableRowsOf(table, loaded.body.id)]).toEqual([table, before])
  }
})

test('a band file with ledger lines that do not add up to its ledgerTotals is refused with 400', async () => {
  const dee = await server().createUser({ displayName: 'Dee' })
  const { id: bandId } = await createTestBand(dee)
  await addEntry(dee, bandId, { kind: 'expense', pence: 100 })
  const { body: file } = await dee.get(`/api/bands/${bandId}/export`)
  expect(file.ledgerTotals).toEqual({ owedPence: 100, potPence: -100 })
  file.ledger[0].pence = 101
  const { status, body } = await dee.post('/api/bands/import', file)
  expect([status, body.issues[0].path]).toEqual([400, 'ledgerTotals'])
})

test('a change to an imported gig texts no dep whose request the import withdrew', async () => {
  const dee = await server().createUser({ displayName: 'Dee' })
  const { id: bandId } = await createTestBand(dee)
  const gig = await createTestGig(dee, bandId)
  const tom = await createTestDep(dee, bandId)
  await askDeps(dee, eventPathOf(gig), [tom])
  await waitForDepLinkPath(dee, tom)
  const { body: file } = await dee.get(`/api/bands/${bandId}/export`)
  const { id: loadedId } = (await dee.post('/api/bands/import', file)).body
  const [loaded] = (await dee.get(`/api/bands/${loadedId}/events?startDate=${gig.date}&endDate=${gig.date}`)).body
  expect(await readDepStatusLine(dee, eventPathOf(loaded))).toBe('withdrawn expired')
  expect((await dee.patch(eventPathOf(loaded), { startTime: '21:00' })).status).toBe(200)
  await waitUntilDepTextsSettled(server(), loadedId)
  expect(await readDepTexts(dee, tom)).toHaveLength(1)
})
