import { beforeEach, expect, test } from 'vitest'
import type { Band } from '@gaffer/domain/bands/band'
import { createTestBand, createTestGig, createTestDaysAway, joinBand } from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
let dee: TestClient, ros: TestClient, kit: TestClient, band: Band

beforeEach(async () => {
  dee = await server().createUser({ displayName: 'Dee' })
  ros = await server().createUser({ displayName: 'Ros' })
  kit = await server().createUser({ displayName: 'Kit' })
  band = await createTestBand(dee, { displayName: 'Dee' })
  await joinBand(dee, band.id, ros)
  await joinBand(dee, band.id, kit)
})

const listMembersWhoSaid = async (month: string) =>
  (
    (await dee.get(`/api/bands/${band.id}/availability?month=${month}`)).body as {
      displayName: string
      hasSaid: boolean
    }[]
  )
    .filter((one) => one.hasSaid)
    .map(({ displayName }) => displayName)

test('hasSaid is true for a member who has days away in the month or marked it as free', async () => {
  await createTestDaysAway(ros, band.id, { date: '2027-03-30', endDate: '2027-04-02' })
  await dee.put('/api/me/free-months/2027-04')
  expect(await listMembersWhoSaid('2027-02')).toEqual([])
  expect(await listMembersWhoSaid('2027-03')).toEqual(['Ros'])
  expect(await listMembersWhoSaid('2027-04')).toEqual(['Dee', 'Ros'])
  expect(await listMembersWhoSaid('2027-05')).toEqual([])
})

test('a month can be marked as free twice and unmarked, and the mark counts in both bands of the member', async () => {
  expect((await dee.put('/api/me/free-months/2027-04')).status).toBe(204)
  expect((await dee.put('/api/me/free-months/2027-04')).status).toBe(204)
  expect(await listMembersWhoSaid('2027-04')).toEqual(['Dee'])
  const foxes = await createTestBand(dee, { name: 'The Foxes' })
  const there = (await dee.get(`/api/bands/${foxes.id}/availability?month=2027-04`)).body
  expect(there).toMatchObject([{ hasSaid: true }])
  expect((await dee.delete('/api/me/free-months/2027-04')).status).toBe(204)
  expect(await listMembersWhoSaid('2027-04')).toEqual([])
})

test.each(['2027-13', '2027', '2027-4', 'april'])(
  'the invalid month %s is 404 in a path and 400 in a query',
  async (month) => {
    expect((await dee.put(`/api/me/free-months/${month}`)).status).toBe(404)
    expect((await dee.get(`/api/bands/${band.id}/availability?month=${month}`)).status).toBe(400)
  },
)

test('a conflict check lists the free members, and separately the free members who have said nothing about the month', async () => {
  await dee.put('/api/me/free-months/2027-03')
  await createTestDaysAway(ros, band.id, { date: '2027-03-01', endDate: null })
  const question = { type: 'gig', date: '2027-03-12' }
  const check = async () => (await dee.post(`/api/bands/${band.id}/events/check-conflicts`, question)).body
  const names = (list: { displayName: string }[]) => list.map(({ displayName }) => displayName)
  const before = await check()
  expect([names(before.free), names(before.unsaid)]).toEqual([['Dee', 'Ros'], ['Kit']])

  const foxes = await createTestBand(ros, { name: 'The Foxes' })
  await createTestGig(ros, foxes.id)
  await createTestDaysAway(kit, band.id, { date: '2027-03-12', endDate: null })
  const after = await check()
  expect([names(after.free), names(after.unsaid)]).toEqual([['Dee'], []])
})
