import { beforeEach, expect, test } from 'vitest'
import type { Venue } from '@gaffer/domain/gig-sheets/venue'
import { createTestBand, createTestGig, createTestPractice, eventPathOf } from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
let dee: TestClient, bandId: string

beforeEach(async () => {
  dee = await server().createUser()
  bandId = (await createTestBand(dee)).id
})

async function createGigAt(venue: string, date: string, sheet?: object): Promise<void> {
  const gig = await createTestGig(dee, bandId, { venue, date })
  if (sheet) expect((await dee.put(`${eventPathOf(gig)}/gig-sheet`, sheet)).status).toBe(200)
}

async function venuesWith(q: string): Promise<Venue[]> {
  const { status, body } = await dee.get(`/api/bands/${bandId}/venues?q=${encodeURIComponent(q)}`)
  expect([status, body]).toEqual([200, expect.any(Array)])
  return body
}

test('a venue is returned with its latest gig sheet and fee, the date of its last past gig and the number of past gigs', async () => {
  const sheet = { address: '1 Queen Street', contactName: 'Sal', contactPhone: '0113 496 0000', gear: 'House kit' }
  await createGigAt('The Fenton', '2026-01-09', { address: 'Old', feePence: 10_000 })
  await createGigAt('the fenton', '2026-06-05', { ...sheet, gettingThere: 'Rear door', feePence: 25_000 })
  await createGigAt('The Fenton', '2026-09-04')
  await createGigAt('The Fenton', '2027-03-12')
  expect(await venuesWith('FENT')).toEqual([
    {
      ...sheet,
      place: 'the fenton',
      contactEmail: null,
      gettingThere: 'Rear door',
      lastDate: '2026-09-04',
      timesPlayed: 3,
      lastFeePence: 25_000,
    },
  ])
})

test('a venue search finds any part of a name, lists names that begin with the search text first, and does not treat % and _ as wildcards', async () => {
  await createGigAt('Upstairs at the Social', '2026-01-09')
  await createGigAt('Upstairs at the Social', '2026-01-10')
  await createGigAt('Social 100%', '2026-01-11')
  await createTestPractice(dee, bandId, { location: 'Social Club', date: '2026-01-12' })
  expect((await venuesWith('social')).map(({ place }) => place)).toEqual(['Social 100%', 'Upstairs at the Social'])
  expect((await venuesWith('%')).map(({ place }) => place)).toEqual(['Social 100%'])
  expect(await venuesWith('_')).toEqual([])
})

test('a venue search lists at most eight venues, the latest first, and no venue that has only cancelled or deleted gigs', async () => {
  for (let at = 1; at <= 9; at += 1) await createGigAt(`Hall ${at}`, `2026-02-0${at}`)
  const cancelled = await createTestGig(dee, bandId, { venue: 'Hall of fame', date: '2026-01-01' })
  await dee.patch(eventPathOf(cancelled), { status: 'cancelled' })
  const deleted = await createTestGig(dee, bandId, { venue: 'Hall of shame', date: '2026-01-02' })
  await dee.delete(eventPathOf(deleted))
  expect((await venuesWith('hall')).map(({ place }) => place)).toEqual(
    [9, 8, 7, 6, 5, 4, 3, 2].map((at) => `Hall ${at}`),
  )
  expect(await venuesWith('hall of')).toEqual([])
})
