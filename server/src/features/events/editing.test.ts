import { beforeAll, expect, test } from 'vitest'
import type { Band } from '@gaffer/domain/bands/band'
import { createTestBand, createTestGig, createTestPractice, createTestDaysAway, joinBand } from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
const nobodysId = '01890000-0000-7000-8000-000000000000'

let dee: TestClient, kit: TestClient, stranger: TestClient
let band: Band
let events: string

beforeAll(async () => {
  dee = await server().createUser({ firstName: 'Dee' })
  kit = await server().createUser({ firstName: 'Kit' })
  stranger = await server().createUser()
  band = await createTestBand(dee, { displayName: 'Dee Drums' })
  await joinBand(dee, band.id, kit)
  events = `/api/bands/${band.id}/events`
})

const readEvent = async (id: string, caller = dee) => {
  const { body } = await caller.get(`${events}?startDate=2027-01-01&endDate=2027-12-31`)
  return body.find((event: { id: string }) => event.id === id)
}

test('an event keeps an event type that its band no longer allows, but no other event can be changed to that type', async () => {
  const fickle = await createTestBand(dee)
  const [old, gig] = [await createTestPractice(dee, fickle.id), await createTestGig(dee, fickle.id)]
  await dee.patch(`/api/bands/${fickle.id}`, { allowedEventTypes: ['public_gig'] })
  const patch = (id: string, body: object) => dee.patch(`/api/bands/${fickle.id}/events/${id}`, body)
  expect((await patch(old.id, { type: 'practice', title: 'The last one' })).body.title).toBe('The last one')
  const answer = await patch(gig.id, { type: 'practice', location: 'Unit 4' })
  expect([answer.status, answer.body.message]).toEqual([400, 'This band does not use that event type'])
})

test('any member can edit and delete another member’s band event', async () => {
  const event = await createTestPractice(dee, band.id)
  const edited = await kit.patch(`${events}/${event.id}`, { title: 'Moved by Kit' })
  expect(edited.body).toEqual({ ...event, title: 'Moved by Kit', version: 2, updatedAt: edited.body.updatedAt })
  expect(edited.body.updatedAt > event.updatedAt).toBe(true)
  expect((await kit.delete(`${events}/${event.id}`)).status).toBe(204)
  expect(await readEvent(event.id)).toBeUndefined()
})

test('saving an event or days away without changes keeps version and updatedAt, and with the If-Match of another version is refused with 412', async () => {
  const form = { type: 'practice', date: '2027-08-05', location: 'Unit 4', startTime: '19:00', endTime: '22:00' }
  const practice = await createTestPractice(dee, band.id, form)
  const away = await createTestDaysAway(dee, band.id)
  for (const [path, same] of [
    [`${events}/${practice.id}`, { ...form, title: practice.title, isPublic: false }],
    [`${events}/${away.id}`, { type: 'unavailable', date: away.date, endDate: away.endDate }],
    [`/api/me/events/${away.id}`, { notes: away.notes }],
  ] as const) {
    const { body: stored } = await dee.patch(path, {})
    expect([stored.version, stored.updatedAt]).toEqual([1, stored.createdAt])
    expect((await dee.patch(path, same)).body).toEqual(stored)
    expect((await dee.patch(path, {}, { 'if-match': '"2"' })).status).toBe(412)
  }
  expect((await dee.patch(`${events}/${practice.id}`, { startTime: '19:30' })).body.version).toBe(2)
  expect((await dee.patch(`/api/me/events/${away.id}`, { notes: null, title: 'Wales' })).body.version).toBe(2)
})

test('days away can be edited and deleted only by their owner', async () => {
  const away = await createTestDaysAway(dee, band.id)
  const answers = [await kit.patch(`${events}/${away.id}`, { notes: 'no' }), await kit.delete(`${events}/${away.id}`)]
  expect(answers.map(({ status, body }) => [status, body.message])).toEqual([
    [403, 'Only Dee Drums can edit this unavailability'],
    [403, 'Only Dee Drums can edit this unavailability'],
  ])
  expect(await readEvent(away.id)).toEqual(away)
  const edited = await dee.patch(`${events}/${away.id}`, { endDate: null, notes: 'Back early' })
  expect(edited.body).toEqual({
    ...away,
    endDate: null,
    notes: 'Back early',
    version: 2,
    updatedAt: edited.body.updatedAt,
  })
  expect((await dee.delete(`${events}/${away.id}`)).status).toBe(204)
  expect(await readEvent(away.id)).toBeUndefined()
})

test('days away can be edited in any band of their owner, and their notes stay visible only in the band where they were written', async () => {
  const other = await createTestBand(kit)
  await joinBand(kit, other.id, dee)
  const away = await createTestDaysAway(dee, band.id, { date: '2027-06-01', endDate: null, notes: 'Written in one' })
  const edited = await dee.patch(`/api/bands/${other.id}/events/${away.id}`, { notes: 'Edited in the other' })
  expect(edited.body).toMatchObject({ bandId: band.id, notes: 'Edited in the other' })
  const seen = await kit.get(`/api/bands/${other.id}/events?startDate=2027-06-01&endDate=2027-06-01`)
  expect(seen.body[0]).toMatchObject({ id: away.id, bandId: null, notes: null, displayName: 'Dee' })
  expect((await readEvent(away.id, kit)).notes).toBe('Edited in the other')
})

test.each(['patch', 'delete'] as const)(
  '%s of an unknown or deleted event, or of an event of another band, is 404',
  async (verb) => {
    const elsewhere = await createTestBand(stranger)
    const theirs = await createTestPractice(stranger, elsewhere.id)
    const theirDays = await createTestDaysAway(stranger, elsewhere.id)
    const gone = await createTestPractice(dee, band.id)
    const goneDays = await createTestDaysAway(dee, band.id)
    await dee.delete(`${events}/${gone.id}`)
    await dee.delete(`${events}/${goneDays.id}`)
    const send = (caller: TestClient, path: string) =>
      verb === 'patch' ? caller.patch(path, { title: 'x' }) : caller.delete(path)
    for (const id of [nobodysId, 'rubbish', theirs.id, theirDays.id, gone.id, goneDays.id]) {
      expect([id, (await send(dee, `${events}/${id}`)).status]).toEqual([id, 404])
    }
    // The event in the path of its own band, for a caller who is not a member of that band.
    expect((await send(dee, `/api/bands/${elsewhere.id}/events/${theirs.id}`)).status).toBe(404)
  },
)

test('an edit with an invalid place, date, time or type or an unknown field is refused with an error message and changes nothing', async () => {
  const event = await createTestPractice(dee, band.id)
  const patch = async (body: object) => (await dee.patch(`${events}/${event.id}`, body)).body
  expect((await patch({ location: ' ' })).message).toBe('Location is required for private events')
  expect((await patch({ endDate: '2027-03-04' })).message).toBe('The end date is before the start date')
  expect((await patch({ date: '2027-03-28', startTime: '01:30' })).message).toContain('does not exist')
  expect((await patch({ type: 'public_gig' })).message).toBe('Venue is required for public events')
  for (const cleared of [{ date: null }, { date: '' }, { type: null }]) {
    expect((await patch(cleared)).message).toBe('Please fill in all required fields')
  }
  expect((await patch({ id: nobodysId })).issues).toEqual([{ path: 'id', message: 'Unknown field' }])
  expect(await readEvent(event.id)).toEqual(event)
})

test('changing the event type sets isPublic, and clears location or venue, whichever the new type does not use', async () => {
  const event = await createTestPractice(dee, band.id)
  const gig = await dee.patch(`${events}/${event.id}`, { type: 'public_gig', venue: 'The Brudenell' })
  expect(gig.body).toMatchObject({ isPublic: true, venue: 'The Brudenell', location: null, startTime: '19:00' })
  const back = await dee.patch(`${events}/${event.id}`, { type: 'practice', location: 'Unit 4' })
  expect(back.body).toMatchObject({ isPublic: false, venue: null, location: 'Unit 4' })
})

test('the times of an event can be cleared and set again, and fields left out of a PATCH stay', async () => {
  const event = await createTestPractice(dee, band.id, { title: 'Set two', notes: 'Bring the amp' })
  const patch = async (body: object) => (await dee.patch(`${events}/${event.id}`, body)).body
  expect(await patch({ isAllDay: true })).toMatchObject({ isAllDay: true, startTime: null, endTime: null })
  expect(await patch({ startTime: '18:00' })).toMatchObject({ isAllDay: false, startTime: '18:00', endTime: null })
  expect(await patch({ startTime: null })).toMatchObject({ isAllDay: true })
  expect(await patch({ title: null })).toMatchObject({
    title: null,
    notes: 'Bring the amp',
    location: 'Unit 4, Elm Road',
  })
})

test('a moved event is listed on its new days and not on its old day', async () => {
  const event = await createTestPractice(dee, band.id, { date: '2027-08-01' })
  await dee.patch(`${events}/${event.id}`, { date: '2027-08-20', startTime: '22:00', endTime: '02:00' })
  const on = async (day: string) => (await dee.get(`${events}?startDate=${day}&endDate=${day}`)).body.length
  expect([await on('2027-08-01'), await on('2027-08-20'), await on('2027-08-21')]).toEqual([0, 1, 1])
})

test('days away cannot be changed into a band event, and a band event cannot be changed into days away', async () => {
  const [event, away] = [await createTestPractice(dee, band.id), await createTestDaysAway(dee, band.id)]
  const answers = [
    await dee.patch(`${events}/${event.id}`, { type: 'unavailable' }),
    await dee.patch(`${events}/${away.id}`, { type: 'practice', location: 'Unit 4' }),
  ]
  for (const { status, body } of answers) {
    expect(status).toBe(400)
    expect(body.issues[0].path).toBe('type')
    expect(body.message).toBe(
      'A band event cannot be turned into days away, or the other way round. Please add a new one instead.',
    )
  }
})

test.each([
  ['a band event', () => createTestPractice(dee, band.id), () => events],
  ['days away', () => createTestDaysAway(dee, band.id), () => events],
  ['days away in /api/me/events', () => createTestDaysAway(dee, band.id), () => '/api/me/events'],
])('an edit and a deletion of %s with an outdated If-Match are refused with 412', async (_, make, path) => {
  const event = await make()
  const address = `${path()}/${event.id}`
  const seen = { 'if-match': '"1"' }
  const first = await dee.patch(address, { title: 'First' }, seen)
  expect([first.status, first.body.version]).toEqual([200, 2])
  const late = [await dee.patch(address, { title: 'Second' }, seen), await dee.delete(address, seen)]
  expect(late.map(({ status, body }) => [status, body.code])).toEqual([
    [412, 'stale'],
    [412, 'stale'],
  ])
  expect((await readEvent(event.id)).title).toBe('First')
  expect((await dee.delete(address, { 'if-match': '"2"' })).status).toBe(204)
})
