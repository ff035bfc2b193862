// Each test fails if a read, a write or an account erasure leaves out a column of the events table.

import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { Band } from '@gaffer/domain/bands/band'
import type { Membership } from '@gaffer/domain/bands/member'
import { identifier } from '#platform/db/query-tag.ts'
import { createTestBand, createTestPractice, joinBand } from '#testing/builders.ts'
import { listAllColumns } from '#testing/columns.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'
import { recordedFields } from './history-store.ts'
import { insertBandEvent, updateBandEvent } from './write-store.ts'

const server = useTestServer()

let owner: TestClient, kit: TestClient, band: Band, kitsCard: Membership, eventId: string, textColumns: string[]

beforeEach(async () => {
  owner = await server().createUser()
  kit = await server().createUser()
  band = await createTestBand(owner)
  kitsCard = await joinBand(owner, band.id, kit)
  eventId = (await createTestPractice(kit, band.id)).id
  const columns = (await listAllColumns(server())).filter(
    ({ schema, table }) => schema === 'public' && table === 'events',
  )
  textColumns = columns
    .filter(({ column, type }) => type === 'text' && !['type', 'status'].includes(column))
    .map(({ column }) => column)
  for (const column of textColumns) {
    await server().services.db`
      update events set ${identifier(column)} = ${canary(column)}, version = version + 1 where id = ${eventId}`
  }
  const movedFrom = JSON.stringify({ date: '2027-03-04', startTime: null, place: canary('moved_from') })
  await server().services.db`update events set moved_from = ${movedFrom} where id = ${eventId}`
})

const canary = (column: string) => `canary in ${column}`
const camelCase = (column: string) => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
const canaries = () => Object.fromEntries(textColumns.map((column) => [camelCase(column), canary(column)]))
const readStoredEvent = async () => {
  const [row] = await server().services.db<object[]>`select * from events where id = ${eventId}`
  return JSON.stringify(row)
}

test('every column of the events table has a field in the history or is maintained by the server', async () => {
  const maintained = new Set([
    'band_id',
    'id',
    'last_day',
    'added_by',
    'owner_user_id',
    'version',
    'created_at',
    'updated_at',
    'deleted_at',
    'deletion_id',
    'edited_by_hand',
    'series_id',
    'option_group_id',
    'option_number',
    'option_count',
    'has_gig_sheet',
    'has_dep',
    'recording_count',
    'note_count',
    'notes_unread_by',
    'nudged_at',
    'moved_from',
    'answered_yes',
    'answered_maybe',
    'answered_no',
  ])
  const columns = (await listAllColumns(server())).filter(
    ({ schema, table }) => schema === 'public' && table === 'events',
  )
  const written = columns.map(({ column }) => column).filter((column) => !maintained.has(column))
  expect(written.map(camelCase).toSorted()).toEqual(recordedFields.toSorted())
})

test('insertBandEvent and updateBandEvent return an event with every field that was written', async () => {
  const { db } = server().services
  const acting = { bandId: band.id, membershipId: kitsCard.id, userId: kit.user.id } as Parameters<
    typeof insertBandEvent
  >[1]
  const event = {
    id: randomUUID(),
    type: 'practice' as const,
    date: '2027-03-05',
    endDate: '2027-03-06',
    startTime: '19:00',
    endTime: '22:00',
    isPublic: true,
    isAllDay: false,
    status: 'tentative' as const,
    asksAnswers: true,
    replyBy: '2027-03-01',
    setlistId: null,
    isListed: true,
    ...(canaries() as Record<'title' | 'location' | 'venue' | 'notes' | 'ticketUrl' | 'priceText', string>),
  }
  expect(await insertBandEvent(db, acting, event)).toMatchObject(event)
  const changed = { ...event, ...Object.fromEntries(Object.keys(canaries()).map((name) => [name, 'changed'])) }
  expect(await updateBandEvent(db, acting, { ...changed, endTime: '23:00', movedFrom: null })).toMatchObject({
    ...changed,
    endTime: '23:00',
  })
})

test('the calendar, the event by id and the personal data export have every text of an event', async () => {
  const base = `/api/bands/${band.id}`
  const calendar = (await owner.get(`${base}/calendar?startDate=2027-03-01&endDate=2027-03-31`)).body
  expect(calendar.bandEvents).toMatchObject([canaries()])
  expect((await owner.get(`${base}/events/${eventId}`)).body).toMatchObject(canaries())
  expect((await kit.get('/api/me/export')).body.events).toMatchObject([canaries()])
})

test('the calendar, the list of events and a read by id return an event with the same fields', async () => {
  const title = 'Über "loud" \\ {}\n'
  await server().services.db`
    update events set title = ${title}, end_date = '2027-03-06', last_day = '2027-03-06', start_time = '19:05', end_time = '22:15',
      asks_answers = true, reply_by = '2027-03-01', nudged_at = '2026-01-03 10:00Z', option_group_id = ${randomUUID()},
      option_number = 2, option_count = 3, created_at = '2026-01-01 10:00Z', updated_at = '2026-01-02 10:00:00.120999Z'
    where id = ${eventId}`
  const base = `/api/bands/${band.id}`
  const event = (await owner.get(`${base}/events/${eventId}`)).body
  const updatedAt = '2026-01-02T10:00:00.120Z'
  expect(event).toMatchObject({ title, endDate: '2027-03-06', startTime: '19:05', optionNumber: 2, updatedAt })
  const range = 'startDate=2027-03-01&endDate=2027-03-31'
  expect((await owner.get(`${base}/calendar?${range}`)).body.bandEvents).toEqual([event])
  expect((await owner.get(`${base}/events?${range}`)).body).toEqual([event])
})

test('erasing an account clears every text of the events that its user added', async () => {
  expect((await kit.delete('/api/me')).status).toBe(204)
  expect(await readStoredEvent()).toContain(eventId)
  expect(await readStoredEvent()).not.toContain('canary')
})

test('erasing an account clears every text of the deleted events that its user had added', async () => {
  expect((await kit.delete(`/api/bands/${band.id}/events/${eventId}`)).status).toBe(204)
  expect(await readStoredEvent()).toContain('canary in notes')
  expect((await kit.delete('/api/me')).status).toBe(204)
  expect(await readStoredEvent()).toContain(eventId)
  expect(await readStoredEvent()).not.toContain('canary')
})
