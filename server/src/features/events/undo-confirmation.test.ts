// Undoing the confirmation of an option; deleting, restoring and cancelling confirmed options.

import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { addDays, todayInLondon, weekdayAndDate } from '@gaffer/domain/shared/dates'
import type { BandEvent } from '@gaffer/domain/events/event'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { createTestBandOfTwo, createTestPractice, eventPathOf } from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
const today = todayInLondon(testClock.now())
const dates = [30, 37, 44].map((days) => addDays(today, days)) as [string, string, string]

let dee: TestClient, ros: TestClient, base: string, options: [BandEvent, BandEvent, BandEvent]

beforeEach(async () => {
  const scene = await createTestBandOfTwo(server())
  dee = scene.dee
  ros = scene.ros
  base = `/api/bands/${scene.band.id}`
  options = await addOptions()
})

async function addOptions() {
  const event = { type: 'practice', startTime: '20:00', endTime: '22:00', location: 'The Fenton' }
  const { status, body } = await dee.post(`${base}/event-options`, { event, dates })
  expect(status).toBe(201)
  return body.events as [BandEvent, BandEvent, BandEvent]
}

const setStatus = (option: BandEvent, status: string) => dee.patch(eventPathOf(option), { status })
const undo = (option: BandEvent, headers: Record<string, string> = {}) =>
  dee.post(`${eventPathOf(option)}/undo-confirmation`, undefined, headers)
const listOptions = async () =>
  ((await dee.get(`${base}/events?startDate=${dates[0]}&endDate=${dates[2]}`)).body as BandEvent[]).filter(
    ({ optionGroupId }) => optionGroupId === options[0].optionGroupId,
  )
const readStatuses = async () => (await listOptions()).map(({ status }) => status)

describe('undoing a confirmation', () => {
  test('undoing a confirmation makes every option of the enquiry tentative again, with its former fields', async () => {
    const { body: confirmed } = await setStatus(options[1], 'confirmed')
    expect(await readStatuses()).toEqual(['cancelled', 'confirmed', 'cancelled'])
    const { status, body } = await undo(options[1], { 'if-match': `"${confirmed.version}"` })
    expect([status, body.kept]).toEqual([200, []])
    const written = { version: 3, updatedAt: expect.any(String) }
    expect(body.event).toEqual({ ...options[1], ...written })
    expect(await listOptions()).toEqual(options.map((option) => ({ ...option, ...written })))
  })

  test('undoing a confirmation does not restore an option that was cancelled before the confirmation', async () => {
    await setStatus(options[0], 'cancelled')
    await setStatus(options[1], 'confirmed')
    expect((await undo(options[1])).body.kept).toEqual([])
    expect(await readStatuses()).toEqual(['cancelled', 'tentative', 'tentative'])
  })

  test('undoing a confirmation reverts the other fields that were saved with the confirmation', async () => {
    await dee.patch(eventPathOf(options[1]), { status: 'confirmed', startTime: '21:00', notes: 'Back door' })
    expect((await undo(options[1])).body.event).toMatchObject({ status: 'tentative', startTime: '20:00', notes: null })
  })

  test('undoing a confirmation does not change an option that was edited after the confirmation, and returns the date of that option in kept', async () => {
    await setStatus(options[1], 'confirmed')
    await ros.patch(eventPathOf(options[2]), { notes: 'Not that Friday' })
    const { status, body } = await undo(options[1])
    expect([status, body.kept]).toEqual([200, [dates[2]]])
    expect(await readStatuses()).toEqual(['tentative', 'tentative', 'cancelled'])
  })

  test('undoing a confirmation is refused with 412 if If-Match has an older version, and with 409 if the confirmation was not the last change of the event', async () => {
    const { body: confirmed } = await setStatus(options[1], 'confirmed')
    await ros.patch(eventPathOf(options[1]), { notes: 'Back door' })
    expect((await undo(options[1], { 'if-match': `"${confirmed.version}"` })).status).toBe(412)
    const practice = await createTestPractice(dee, options[0].bandId as string)
    for (const event of [options[1], practice]) {
      const refused = await undo(event)
      expect([refused.status, refused.body.message]).toEqual([409, eventMessages.confirmationNotLast])
    }
    expect(await readStatuses()).toEqual(['cancelled', 'confirmed', 'cancelled'])
  })
})

test('a deleted option that was confirmed cannot be restored while another option is confirmed', async () => {
  await setStatus(options[0], 'confirmed')
  await dee.delete(eventPathOf(options[0]))
  expect((await setStatus(options[1], 'confirmed')).status).toBe(200)
  const refused = await dee.post(`${eventPathOf(options[0])}/restore`)
  expect([refused.status, refused.body.message]).toEqual([409, eventMessages.optionConfirmed(weekdayAndDate(dates[1]))])
  await setStatus(options[1], 'cancelled')
  expect((await dee.post(`${eventPathOf(options[0])}/restore`)).body.status).toBe('confirmed')
})

test('a confirmed option that was cancelled cannot be confirmed again while another option is confirmed', async () => {
  await setStatus(options[0], 'confirmed')
  await setStatus(options[0], 'cancelled')
  await setStatus(options[1], 'confirmed')
  expect((await setStatus(options[0], 'confirmed')).status).toBe(409)
  expect(await readStatuses()).toEqual(['cancelled', 'confirmed', 'cancelled'])
})

type Step = { option: 0 | 1; do: 'confirmed' | 'tentative' | 'cancelled' | 'delete' | 'restore' | 'undo' }
const step: fc.Arbitrary<Step> = fc.record({
  option: fc.constantFrom(0 as const, 1 as const),
  // Confirmations and restores are listed twice, so that they are drawn more often.
  do: fc.constantFrom<Step['do']>(
    ...(['confirmed', 'confirmed', 'delete', 'restore', 'restore', 'undo', 'tentative', 'cancelled'] as const),
  ),
})

test('after any confirmations, deletions, restores and undos at most one option of an enquiry is confirmed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 20 }), async (steps) => {
      options = await addOptions()
      for (const taken of steps) {
        const option = options[taken.option]
        const { status } =
          taken.do === 'delete'
            ? await dee.delete(eventPathOf(option))
            : taken.do === 'restore'
              ? await dee.post(`${eventPathOf(option)}/restore`)
              : taken.do === 'undo'
                ? await undo(option)
                : await setStatus(option, taken.do)
        expect([200, 204, 404, 409]).toContain(status)
        expect((await readStatuses()).filter((one) => one === 'confirmed').length).toBeLessThanOrEqual(1)
      }
    }),
    { numRuns: 15 },
  )
}, 120_000)
