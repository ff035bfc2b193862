import { beforeEach, expect, test } from 'vitest'
import type { Band } from '@gaffer/domain/bands/band'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { emptyGigSheet } from '@gaffer/domain/gig-sheets/gig-sheet'
import { gigSheetMessages } from '@gaffer/domain/gig-sheets/gig-sheet-messages'
import { createTestBand, createTestGig, createTestPractice, createTestDaysAway, joinBand } from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
let dee: TestClient, kit: TestClient, band: Band, gig: CalendarEntry, event: string, sheet: string

beforeEach(async () => {
  dee = await server().createUser({ firstName: 'Dee' })
  kit = await server().createUser({ firstName: 'Kit' })
  band = await createTestBand(dee)
  await joinBand(dee, band.id, kit)
  gig = await createTestGig(dee, band.id, { title: 'Launch' })
  event = `/api/bands/${band.id}/events/${gig.id}`
  sheet = `${event}/gig-sheet`
})

const full = {
  address: '96-98 Pentonville Rd\nLondon N1 9JB',
  times: [
    { time: '17:00', label: 'Load-in' },
    { time: '21:15', label: 'On stage' },
    { time: '01:00', label: 'Curfew' },
  ],
  contactName: 'Dave',
  contactPhone: '+44 (0)20 7837 5371',
  contactEmail: 'dave@example.com',
  gettingThere: 'Load in at the back',
  gear: 'Full backline',
  hospitality: 'Curry',
  feePence: 25_050,
  feeNote: 'Cash',
  feePaid: true,
}
const ifMatch = (version: number) => ({ 'if-match': `"${version}"` })

test('before the first save, the gig sheet of a gig is returned empty and with version 0', async () => {
  expect((await kit.get(sheet)).body).toEqual(emptyGigSheet)
  expect((await kit.get(event)).body.hasGigSheet).toBe(false)
})

test('a saved gig sheet is returned with all its fields and its times in order, and the gig has hasGigSheet true', async () => {
  const saved = await dee.put(sheet, full, ifMatch(0))
  expect([saved.status, saved.body]).toEqual([200, { ...full, version: 1 }])
  expect((await kit.get(sheet)).body).toEqual(saved.body)
  expect((await kit.get(event)).body).toMatchObject({ hasGigSheet: true, version: gig.version })
})

test('a PUT replaces the whole gig sheet: fields that are left out are cleared', async () => {
  await dee.put(sheet, full)
  const { body } = await kit.put(sheet, { gear: 'Bring a snare' }, ifMatch(1))
  expect(body).toEqual({ ...emptyGigSheet, gear: 'Bring a snare', version: 2 })
})

test('a PUT of an unchanged gig sheet keeps its version and adds no activity', async () => {
  await dee.put(sheet, full)
  expect((await kit.put(sheet, full, ifMatch(1))).body).toEqual({ ...full, version: 1 })
  const { body } = await dee.get(`/api/bands/${band.id}/activity`)
  expect(body.filter(({ verb }: { verb: string }) => verb === 'changed_gig_sheet')).toHaveLength(1)
})

test('a PUT of a gig sheet with another version than the stored one is refused with 412 and changes nothing', async () => {
  await dee.put(sheet, full)
  for (const version of [0, 2]) {
    const { status, body } = await kit.put(sheet, { gear: 'Mine' }, ifMatch(version))
    expect([status, body.code]).toEqual([412, 'stale'])
  }
  expect((await dee.get(sheet)).body).toEqual({ ...full, version: 1 })
})

test('of two parallel first saves of a gig sheet one is stored and the other gets 412', async () => {
  const edits = [dee.put(sheet, { gear: 'Ours' }, ifMatch(0)), kit.put(sheet, { gear: 'Mine' }, ifMatch(0))]
  expect((await Promise.all(edits)).map(({ status }) => status).toSorted()).toEqual([200, 412])
  expect((await dee.get(sheet)).body.version).toBe(1)
})

test('reading, saving or sharing the gig sheet of a practice or of days away is refused with 400', async () => {
  const away = await createTestDaysAway(dee, band.id)
  for (const { id } of [await createTestPractice(dee, band.id), away]) {
    const path = `/api/bands/${band.id}/events/${id}/gig-sheet`
    const answers = [await dee.get(path), await dee.put(path, full), await dee.post(`${path}/share`)]
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual(
      answers.map(() => [400, gigSheetMessages.noGigSheet]),
    )
  }
})

test('the gig sheet of a gig that became a practice is refused with 400 until the event is a gig again', async () => {
  await dee.put(sheet, full)
  await dee.patch(event, { type: 'practice', location: 'Unit 4' })
  expect((await dee.get(sheet)).status).toBe(400)
  expect((await dee.get(event)).body.hasGigSheet).toBe(false)
  await dee.patch(event, { type: 'public_gig', venue: 'The Brudenell' })
  expect((await dee.get(sheet)).body).toEqual({ ...full, version: 1 })
  expect((await dee.get(event)).body.hasGigSheet).toBe(true)
})

test('the first save of a gig sheet changes the ETag of the calendar', async () => {
  const calendar = `/api/bands/${band.id}/calendar?startDate=2027-03-01&endDate=2027-03-31`
  const etag = (await dee.get(calendar)).headers.get('etag') as string
  await kit.put(sheet, full)
  const changed = await dee.get(calendar, { 'if-none-match': etag })
  expect([changed.status, changed.body.bandEvents[0].hasGigSheet]).toEqual([200, true])
})

test('the activity lists who changed, shared and stopped sharing a gig sheet, with title and date of its event', async () => {
  await kit.put(sheet, full)
  await kit.post(`${sheet}/share`)
  await dee.delete(`${sheet}/share`)
  const [revoked, shared, changed] = (await dee.get(`/api/bands/${band.id}/activity`)).body
  expect([changed, shared, revoked]).toMatchObject([
    { verb: 'changed_gig_sheet', actor: 'Kit', subject: 'Launch', date: gig.date },
    { verb: 'shared_gig_sheet', actor: 'Kit', subject: 'Launch', date: gig.date },
    { verb: 'revoked_gig_sheet', actor: 'Dee', subject: 'Launch', date: gig.date },
  ])
})

test('the gig sheet of a deleted gig is 404, and is returned again once the gig is restored', async () => {
  await dee.put(sheet, full)
  await dee.delete(event)
  expect([(await dee.get(sheet)).status, (await dee.put(sheet, {})).status]).toEqual([404, 404])
  expect((await dee.post(`${event}/restore`)).body.hasGigSheet).toBe(true)
  expect((await dee.get(sheet)).body).toEqual({ ...full, version: 1 })
})

test('after a member is removed, a gig of theirs that was kept still has its gig sheet, and a deleted gig has its gig sheet again once it is restored', async () => {
  const [kept, lost] = [await createTestGig(kit, band.id), await createTestGig(kit, band.id)]
  for (const { id } of [kept, lost]) await dee.put(`/api/bands/${band.id}/events/${id}/gig-sheet`, full)
  const members = (await dee.get(`/api/bands/${band.id}/members`)).body as { id: string; userId: string }[]
  const { id } = members.find(({ userId }) => userId === kit.user.id) as { id: string }
  const { status } = await dee.send('DELETE', `/api/bands/${band.id}/members/${id}`, { keepEventIds: [kept.id] })
  expect(status).toBe(204)
  const sheetOf = ({ id: gigId }: { id: string }) => dee.get(`/api/bands/${band.id}/events/${gigId}/gig-sheet`)
  expect([(await sheetOf(kept)).status, (await sheetOf(lost)).status]).toEqual([200, 404])
  expect((await dee.post(`/api/bands/${band.id}/events/${lost.id}/restore`)).status).toBe(200)
  expect((await sheetOf(lost)).body).toMatchObject(full)
})

test('a gig, its answers and its gig sheet have Cache-Control private, no-cache, and the share link of the sheet has no-store', async () => {
  for (const path of [event, `${event}/answers`, sheet]) {
    expect([path, (await kit.get(path)).headers.get('cache-control')]).toEqual([path, 'private, no-cache'])
  }
  expect((await kit.get(`${sheet}/share`)).headers.get('cache-control')).toBe('no-store')
})
