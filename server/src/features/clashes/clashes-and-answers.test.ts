import { beforeEach, expect, test } from 'vitest'
import type { Band } from '@gaffer/domain/bands/band'
import type { Membership } from '@gaffer/domain/bands/member'
import { createTestBandOfTwo, createTestDaysAway, createTestGig, eventPathOf } from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
let dee: TestClient
let band: Band & { membership: Membership }

beforeEach(async () => {
  ;({ dee, band } = await createTestBandOfTwo(server()))
})

const readClashes = async () =>
  (await dee.get(`/api/bands/${band.id}/clashes?startDate=2027-03-01&endDate=2027-03-31`)).body

test('a member’s days away clash with an event until the member answers Yes to it, and again after the days away are changed or the event is moved', async () => {
  const gig = await createTestGig(dee, band.id)
  const away = await createTestDaysAway(dee, band.id)
  const sayYes = () => dee.put(`${eventPathOf(gig)}/answers/${band.membership.id}`, { answer: 'yes' })
  expect(await readClashes()).toMatchObject([{ displayName: 'Dee', reason: 'away' }])
  await sayYes()
  expect(await readClashes()).toEqual([])
  await dee.patch(eventPathOf(away), { endDate: '2027-03-15' })
  expect(await readClashes()).toMatchObject([{ displayName: 'Dee', reason: 'away' }])
  await sayYes()
  expect(await readClashes()).toEqual([])
  await dee.patch(eventPathOf(gig), { date: '2027-03-13' })
  expect(await readClashes()).toMatchObject([{ displayName: 'Dee', reason: 'away' }])
})
