import { beforeEach, expect, test } from 'vitest'
import type { Recording } from '@gaffer/domain/recordings/recording'
import { createTestBand, createTestPractice, joinBand } from '#testing/builders.ts'
import { createTestRecording } from '#testing/recordings.ts'
import type { TestClient } from '#testing/test-client.ts'
import { testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'
import { announceAndDeleteExpiredRecordings } from './expiry.ts'

const server = useTestServer()
let dee: TestClient, kit: TestClient, sam: TestClient, bandId: string, eventId: string

beforeEach(async () => {
  dee = await server().createUser({ firstName: 'Dee' })
  kit = await server().createUser({ firstName: 'Kit' })
  sam = await server().createUser({ firstName: 'Sam' })
  bandId = (await createTestBand(dee)).id
  await joinBand(dee, bandId, kit)
  await joinBand(dee, bandId, sam)
  eventId = (await createTestPractice(dee, bandId)).id
})

const neverAborted = new AbortController().signal
/** Makes the recordings of the band this many days older, and runs the job twice. */
async function letDaysPass(days: number): Promise<void> {
  const age = `${days} days`
  await server().services.db`
    update recordings set created_at = created_at - ${age}::interval, expires_at = expires_at - ${age}::interval,
      expiry_told_at = expiry_told_at - ${age}::interval
    where band_id = ${bandId}`
  await announceAndDeleteExpiredRecordings(server().services, neverAborted)
  await announceAndDeleteExpiredRecordings(server().services, neverAborted)
}
const readExpiryNotices = async (client: TestClient) => {
  const { body } = await client.get('/api/me/notices')
  return body.notices.filter(({ kind }: { kind: string }) => kind === 'recording.expiring')
}
const statusOf = async ({ id }: Recording) => (await dee.get(`/api/bands/${bandId}/recordings/${id}`)).status

test('the uploader, admins and owners get one notice, 7 days before a recording is 90 days old and deleted', async () => {
  const ada = await server().createUser()
  const { id: adasId } = await joinBand(dee, bandId, ada)
  await dee.patch(`/api/bands/${bandId}/members/${adasId}`, { access: 'admin' })
  const recording = await createTestRecording(kit, bandId, { eventId, name: 'Slow take' })
  expect(Date.parse(String(recording.expiresAt)) - testClock.now().getTime()).toBeCloseTo(90 * 86_400_000, -5)
  await letDaysPass(82)
  expect([await readExpiryNotices(kit), await readExpiryNotices(dee)]).toEqual([[], []])
  await letDaysPass(1.1)
  const [notice, ...more] = await readExpiryNotices(kit)
  expect(notice).toMatchObject({ bandId, eventId, url: `/bands/${bandId}/events/${eventId}` })
  expect(notice.title).toMatch(/^“Slow take” will be deleted on /)
  expect([more, (await readExpiryNotices(dee)).length, await readExpiryNotices(sam)]).toEqual([[], 1, []])
  expect(await readExpiryNotices(ada)).toHaveLength(1)
  expect(await statusOf(recording)).toBe(200)
  await letDaysPass(7)
  expect([await statusOf(recording), (await readExpiryNotices(kit)).length]).toEqual([404, 1])
  const restored = await kit.post(`/api/bands/${bandId}/recordings/${recording.id}/restore`)
  expect(Date.parse(restored.body.expiresAt) - testClock.now().getTime()).toBeCloseTo(7 * 86_400_000, -5)
})

test('a recording marked as kept is not deleted and makes no notice; once it is no longer kept, it makes a notice and expires in a week', async () => {
  const recording = await createTestRecording(kit, bandId)
  const path = `/api/bands/${bandId}/recordings/${recording.id}`
  await sam.patch(path, { isKept: true })
  await letDaysPass(120)
  expect([await statusOf(recording), await readExpiryNotices(kit)]).toEqual([200, []])
  const { body } = await sam.patch(path, { isKept: false })
  expect(Date.parse(body.expiresAt) - testClock.now().getTime()).toBeCloseTo(7 * 86_400_000, -5)
  await letDaysPass(0)
  expect([await statusOf(recording), (await readExpiryNotices(kit)).length]).toEqual([200, 1])
})

test('a recording that is marked as kept after the notice of its deletion makes a second notice once it is no longer kept', async () => {
  const recording = await createTestRecording(kit, bandId)
  await letDaysPass(84)
  expect(await readExpiryNotices(kit)).toHaveLength(1)
  for (const isKept of [true, false]) await sam.patch(`/api/bands/${bandId}/recordings/${recording.id}`, { isKept })
  await letDaysPass(0)
  expect(await readExpiryNotices(kit)).toHaveLength(2)
})

test('a recording older than 90 days stays for a week after the notice of its deletion, and the notice of a recording without an event links to all recordings', async () => {
  const recording = await createTestRecording(kit, bandId)
  await letDaysPass(95)
  const told = await readExpiryNotices(kit)
  expect([await statusOf(recording), told.map(({ url }: { url: string }) => url)]).toEqual([
    200,
    [`/bands/${bandId}/recordings`],
  ])
  await letDaysPass(7.1)
  expect(await statusOf(recording)).toBe(404)
})
