import { beforeEach, describe, expect, test } from 'vitest'
import type { OptionGroup } from '@gaffer/domain/answers/option-group'
import type { Band } from '@gaffer/domain/bands/band'
import type { Membership } from '@gaffer/domain/bands/member'
import type { BandEvent } from '@gaffer/domain/events/event'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import {
  createTestBand,
  createTestDaysAway,
  createTestGig,
  createTestOptions,
  eventPathOf,
  joinBand,
} from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
const today = todayInLondon(testClock.now())
const dates = [30, 37, 44].map((days) => addDays(today, days)) as [string, string, string]

let dee: TestClient, ros: TestClient, kit: TestClient
let band: Band & { membership: Membership }, rosCard: Membership
let options: [BandEvent, BandEvent, BandEvent], path: string

beforeEach(async () => {
  dee = await server().createUser({ displayName: 'Dee' })
  ros = await server().createUser({ displayName: 'Ros' })
  kit = await server().createUser({ displayName: 'Kit' })
  band = await createTestBand(dee, { displayName: 'Dee' })
  rosCard = await joinBand(dee, band.id, ros)
  await joinBand(dee, band.id, kit)
  ;({ options, path } = await addOptions(dee, band.id))
})

async function addOptions(caller: TestClient, bandId: string) {
  const { events, optionGroupId } = await createTestOptions(caller, bandId, dates)
  return { options: events as typeof options, path: `/api/bands/${bandId}/option-groups/${optionGroupId}` }
}

type Given = { eventId: string; answer: string; comment?: string | null }
const put = (caller: TestClient, answers: Given[], membershipId = rosCard.id, headers: Record<string, string> = {}) =>
  caller.put(`${path}/answers/${membershipId}`, { answers }, headers)
const given = (...values: string[]): Given[] =>
  values.map((answer, index) => ({ eventId: options[index]?.id as string, answer }))
/** The answers of each member to the dates, in date order. */
function grid({ events, answers }: OptionGroup): Record<string, (string | null)[]> {
  expect(answers.map(({ eventId }) => eventId)).toEqual(events.map(({ id }) => id))
  const names = answers[0]?.answers.map(({ displayName }) => displayName) ?? []
  return Object.fromEntries(names.map((name, row) => [name, answers.map((one) => one.answers[row]?.answer ?? null)]))
}
const read = async (caller = kit): Promise<OptionGroup> => (await caller.get(path)).body
const none = [null, null, null]

test('the list of the options (possible dates) of an enquiry is in date order and has for each option the same event and answers as the endpoints of that event', async () => {
  await createTestDaysAway(kit, band.id, { date: dates[1] })
  await put(ros, [{ eventId: options[2].id, answer: 'maybe', comment: 'Late shift' }])
  const { events, answers } = await read()
  expect(events.map(({ date }) => date)).toEqual(dates)
  for (const [index, event] of events.entries()) {
    expect(event).toEqual((await kit.get(eventPathOf(event))).body)
    expect(answers[index]?.answers).toEqual((await kit.get(`${eventPathOf(event)}/answers`)).body)
  }
  expect(answers[1]?.answers[2]).toMatchObject({ displayName: 'Kit', isAway: true })
  expect(answers[2]?.answers[1]).toMatchObject({ displayName: 'Ros', answer: 'maybe', comment: 'Late shift' })
})

test('one request can answer several dates of an enquiry, and a later request does not change the answers to dates that it leaves out', async () => {
  const first = await put(ros, given('yes', 'maybe', 'no'))
  expect([first.status, grid(first.body)]).toEqual([200, { Dee: none, Ros: ['yes', 'maybe', 'no'], Kit: none }])
  const second = await put(ros, [{ eventId: options[1].id, answer: 'yes', comment: 'Changed shifts' }])
  expect(grid(second.body)['Ros']).toEqual(['yes', 'yes', 'no'])
  expect(await read()).toEqual({ ...second.body, events: (await read()).events })
})

test('an owner can answer the dates of an enquiry for a member and is recorded in setBy, and a member cannot answer for another member', async () => {
  const { body } = await put(dee, given('yes', 'no'))
  expect(body.answers[0].answers[1]).toMatchObject({ answer: 'yes', setBy: band.membership.id })
  const refused = await put(kit, given('no'))
  expect([refused.status, refused.body.message]).toEqual([403, eventMessages.answerOfOther])
  expect(grid(await read())['Ros']).toEqual(['yes', 'no', null])
})

test('a request with answers that is repeated with its idempotency key gets the first response and does not undo a later answer', async () => {
  const key = { 'idempotency-key': 'three-dates' }
  const first = await put(ros, given('yes', 'yes', 'yes'), rosCard.id, key)
  await put(ros, given('no'))
  const repeated = await put(ros, given('yes', 'yes', 'yes'), rosCard.id, key)
  expect([repeated.status, repeated.body]).toEqual([200, first.body])
  expect(grid(await read())['Ros']).toEqual(['no', 'yes', 'yes'])
})

describe('a refused request with answers', () => {
  /** Status and message of the response, and the answers that are stored afterwards. */
  const attempt = async (answers: Given[]) => {
    const { status, body } = await put(ros, answers)
    return [status, body.message, grid(await read())['Ros']]
  }

  test('a request that answers an event outside every enquiry, or an option of another enquiry or another band, is refused with 400 and stores no answer', async () => {
    const gig = await createTestGig(dee, band.id)
    const elsewhere = await addOptions(ros, (await createTestBand(ros)).id)
    const other = await addOptions(dee, band.id)
    for (const { id } of [gig, elsewhere.options[0], other.options[0]]) {
      const refused = await attempt([...given('yes', 'yes'), { eventId: id, answer: 'yes' }])
      expect(refused).toEqual([400, eventMessages.optionOfOtherGroup, none])
    }
  })

  test('a request that answers a cancelled option of an enquiry is refused with 409 and stores no answer', async () => {
    await dee.patch(eventPathOf(options[1]), { status: 'cancelled' })
    expect(await attempt(given('yes', 'yes'))).toEqual([409, eventMessages.answerCancelled, none])
  })

  test('a request that answers an option of an enquiry whose date is over is refused with 409 and stores no answer', async () => {
    const yesterday = addDays(today, -1)
    await server().services
      .db`update events set date = ${yesterday}, last_day = ${yesterday} where id = ${options[0].id}`
    expect(await attempt(given('yes', 'yes'))).toEqual([409, eventMessages.answerOver, none])
  })

  test('a request that answers one date of an enquiry twice is refused with 400 and stores no answer', async () => {
    const twice = [...given('yes'), ...given('no')]
    expect(await attempt(twice)).toEqual([400, eventMessages.optionAnsweredTwice, none])
  })
})

test('the options of another band’s or an unknown enquiry are 404 and take no answers, an answer for an unknown membership is refused, and an enquiry is 404 once all of its options are deleted', async () => {
  const outsider = await server().createUser()
  const outside = (await createTestBand(outsider)).id
  const unknown = path.replace(/[^/]+$/, options[0].id)
  const moved = path.replace(band.id, outside)
  for (const [caller, address] of [
    [outsider, path],
    [outsider, moved],
    [ros, unknown],
  ] as const) {
    expect((await caller.get(address)).status).toBe(404)
    expect((await caller.put(`${address}/answers/${rosCard.id}`, { answers: given('yes') })).status).not.toBe(200)
  }
  expect((await put(ros, given('yes'), options[0].id)).status).toBe(403)
  expect((await put(dee, given('yes'), options[0].id)).status).toBe(404)
  expect(grid(await read())['Ros']).toEqual(none)
  for (const option of options) await dee.delete(eventPathOf(option))
  expect((await ros.get(path)).status).toBe(404)
})
