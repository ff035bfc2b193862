// Reminders to answer an enquiry, and answers to it that change from Yes to No: one notice for all its dates.

import { beforeEach, describe, expect, test } from 'vitest'
import type { BandEvent } from '@gaffer/domain/events/event'
import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import { shortDate } from '@gaffer/domain/shared/short-dates'
import { createTestBand, createTestOptions, eventPathOf, joinBand } from '#testing/builders.ts'
import {
  expectNotices,
  immediateNoticesEnvironment,
  readNoticesOf,
  settleTogether,
  waitUntilDueNoticesStored,
} from '#testing/notices.ts'
import type { TestClient } from '#testing/test-client.ts'
import { testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer(immediateNoticesEnvironment)

const today = todayInLondon(testClock.now())
const dates = [2, 3, 4].map((days) => addDays(today, days)) as [string, string, string]
const [first, second, third] = dates.map(shortDate) as [string, string, string]

let ros: TestClient, kit: TestClient, mags: TestClient
let kitId: string, magsId: string, bandId: string, optionGroupId: string
let options: [BandEvent, BandEvent, BandEvent], groupPath: string

beforeEach(async () => {
  ros = await server().createUser({ firstName: 'Ros' })
  kit = await server().createUser({ firstName: 'Kit' })
  mags = await server().createUser({ firstName: 'Mags' })
  const { id } = await createTestBand(ros, { displayName: 'Ros' })
  kitId = (await joinBand(ros, id, kit)).id
  magsId = (await joinBand(ros, id, mags)).id
  const added = await createTestOptions(ros, id, dates)
  options = added.events as typeof options
  ;({ optionGroupId } = added)
  bandId = id
  groupPath = `/api/bands/${id}/option-groups/${optionGroupId}`
  await waitUntilDueNoticesStored(server())
  await server().services.db`delete from notices`
})

const answer = (client: TestClient, membershipId: string, option: BandEvent, value: string) =>
  client.put(`${eventPathOf(option)}/answers/${membershipId}`, { answer: value })
/** Sets Kit's answers to the dates, in date order. */
const setAnswers = (...values: string[]) =>
  kit.put(`${groupPath}/answers/${kitId}`, {
    answers: values.map((value, index) => ({ eventId: options[index]?.id, answer: value })),
  })

describe('a reminder to answer', () => {
  const nudge = (option: BandEvent) => ros.post(`${eventPathOf(option)}/nudge`)

  test('a nudge about one date of an enquiry names all dates that the member has not answered, and links to the page of all dates', async () => {
    await answer(kit, kitId, options[1], 'yes')
    for (const option of options) await answer(mags, magsId, option, 'no')
    const { status, body } = await nudge(options[1])
    expect([status, body]).toEqual([202, { nudged: 1 }])
    const [notice] = await expectNotices(kit, ['answer.nudge'])
    expect(notice?.title).toBe(`Still to answer: Launch, ${first} or ${third}, 8 PM`)
    expect(notice?.url).toBe(`/bands/${bandId}/options/${optionGroupId}`)
    expect(await readNoticesOf(mags)).toEqual([])
  })

  test('a nudge is refused with 429 within 12 hours of a nudge about another date of the same enquiry', async () => {
    expect((await nudge(options[0])).status).toBe(202)
    expect((await nudge(options[2])).status).toBe(429)
  })
})

test('three answers that a member changes from Yes to No at once make one notice for the owner, which names the dates', async () => {
  await setAnswers('yes', 'yes', 'yes')
  await setAnswers('no', 'no', 'no')
  const [notice] = await expectNotices(ros, ['answer.withdrawn'])
  expect([notice?.title, notice?.eventId]).toEqual([
    `Kit can’t make it: Launch, ${first}, ${second} and ${third}, 8 PM`,
    options[0].id,
  ])
  await waitUntilDueNoticesStored(server())
  expect(await readNoticesOf(ros)).toHaveLength(1)
})

test('answers changed from Yes to No in several requests make one notice, which leaves out an answer that was changed back to Yes', async () => {
  await setAnswers('yes', 'yes', 'yes')
  await settleTogether(server(), async () => {
    await setAnswers('no', 'no')
    await setAnswers('yes', 'no')
    await answer(kit, kitId, options[2], 'no')
  })
  expect((await readNoticesOf(ros)).map(({ title }) => title)).toEqual([
    `Kit can’t make it: Launch, ${second} and ${third}, 8 PM`,
  ])
})
