// Answers and notices when an event moves before and after its changes have settled.

import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import type { MemberAnswer } from '@gaffer/domain/answers/answer'
import type { AnswerValue, CalendarEntry } from '@gaffer/domain/events/event'
import { createTestBand, createTestGig, createTestPractice, joinBand } from '#testing/builders.ts'
import { immediateNoticesEnvironment, readNoticesOf } from '#testing/notices.ts'
import type { TestClient } from '#testing/test-client.ts'
import { ago, testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'
import { settleDueNotices } from './settle.ts'

const server = useTestServer({ ...immediateNoticesEnvironment, NOTICE_SETTLE_SECONDS: '3600' })

const day = addDays(todayInLondon(testClock.now()), 60)
let ros: TestClient, kit: TestClient, mags: TestClient
let band: string, cards: Map<TestClient, string>

beforeEach(async () => {
  ros = await server().createUser({ firstName: 'Ros' })
  kit = await server().createUser({ firstName: 'Kit' })
  mags = await server().createUser({ firstName: 'Mags' })
  band = (await createTestBand(ros, { displayName: 'Ros' })).id
  cards = new Map([
    [kit, (await joinBand(ros, band, kit)).id],
    [mags, (await joinBand(ros, band, mags)).id],
  ])
  await settle()
})

const path = (eventId: string) => `/api/bands/${band}/events/${eventId}`
const addGig = () => createTestGig(ros, band, { date: day })
const answer = async (client: TestClient, eventId: string, value: AnswerValue) => {
  const { status } = await client.put(`${path(eventId)}/answers/${cards.get(client)}`, { answer: value })
  expect(status).toBe(200)
}
const changeEvent = async (eventId: string, changes: object) => {
  const { status, body } = await ros.patch(path(eventId), changes)
  expect(status).toBe(200)
  return body as CalendarEntry
}
const isStale = async (client: TestClient, eventId: string) => {
  const answers = (await ros.get(`${path(eventId)}/answers`)).body as MemberAnswer[]
  return answers.find(({ membershipId }) => membershipId === cards.get(client))?.isStale
}
/** The member's notices of the event, newest first. */
const noticesAbout = async (client: TestClient, eventId: string) =>
  (await readNoticesOf(client)).filter((notice) => notice.eventId === eventId)
const kindsAbout = async (client: TestClient, eventId: string) =>
  (await noticesAbout(client, eventId)).map(({ kind }) => kind)

/** Ends the settling time of all changes so far. */
async function settle(): Promise<void> {
  const { services } = server()
  await services.db`update pending_notices set due_at = ${ago({ hours: 2 })} where cause <> 'songs'`
  await settleDueNotices(services, new AbortController().signal)
  await expect.poll(async () => (await services.db`select from pending_notices where cause <> 'songs'`).length).toBe(0)
}

describe('before a change has settled', () => {
  test('a member who answers a new gig, which then moves, gets a notice that asks for an answer again', async () => {
    const { id } = await addGig()
    await answer(kit, id, 'yes')
    await answer(mags, id, 'no')
    await changeEvent(id, { startTime: '21:00' })
    await settle()
    const [toKit, ...more] = await noticesAbout(kit, id)
    expect([toKit?.kind, more]).toEqual(['answer.asked', []])
    expect(toKit?.title).toMatch(/^Still all right\? Public Gig, .+, 9 PM$/)
    expect(toKit?.body).toMatch(/^You said Yes before it changed\./)
    expect((await noticesAbout(mags, id)).map(({ body }) => body)).toEqual([
      expect.stringMatching(/^You said No before it changed\./),
    ])
  })

  test('a member who answers a new practice, which then moves, gets a notice that the practice was added, unless the member answers again after the move', async () => {
    const { id } = await createTestPractice(ros, band, { date: day })
    await answer(kit, id, 'yes')
    await answer(mags, id, 'yes')
    await changeEvent(id, { startTime: '20:00' })
    await answer(mags, id, 'yes')
    await settle()
    expect(await kindsAbout(kit, id)).toEqual(['event.added'])
    expect(await kindsAbout(mags, id)).toEqual([])
  })

  test('after the move of a gig is undone, answers from before the move are not stale, and the members who gave them get no notice', async () => {
    const gig = await addGig()
    await answer(kit, gig.id, 'yes')
    await answer(mags, gig.id, 'no')
    await settle()
    const before = [await kindsAbout(kit, gig.id), await kindsAbout(mags, gig.id)]
    await changeEvent(gig.id, { date: addDays(day, 1), venue: 'The Fenton' })
    expect([await isStale(kit, gig.id), await isStale(mags, gig.id)]).toEqual([true, true])
    const undone = await changeEvent(gig.id, { date: day, venue: gig.venue })
    expect([await isStale(kit, gig.id), await isStale(mags, gig.id), undone.movedFrom]).toEqual([false, false, null])
    await settle()
    expect([await kindsAbout(kit, gig.id), await kindsAbout(mags, gig.id)]).toEqual(before)
  })

  test('a member who answers between the move of a gig and its undo gets a notice that asks for an answer again, and other members get no notice', async () => {
    const { id } = await addGig()
    await answer(mags, id, 'yes')
    await settle()
    await changeEvent(id, { date: addDays(day, 1) })
    await answer(kit, id, 'yes')
    await changeEvent(id, { date: day })
    await settle()
    expect(await isStale(kit, id)).toBe(true)
    expect(await kindsAbout(kit, id)).toEqual(['answer.asked', 'answer.asked'])
    expect(await kindsAbout(mags, id)).toEqual([])
  })
})

test('after a gig moves back to its first date, answers for the first date are not stale, and answers for the other date are stale', async () => {
  const { id } = await addGig()
  await answer(kit, id, 'yes')
  await settle()
  await changeEvent(id, { date: addDays(day, 1) })
  await settle()
  await answer(mags, id, 'no')
  await changeEvent(id, { date: day })
  await settle()
  expect([await isStale(kit, id), await isStale(mags, id)]).toEqual([false, true])
  expect((await kindsAbout(kit, id))[0]).toBe('event.changed')
  expect((await kindsAbout(mags, id))[0]).toBe('answer.asked')
})

test('a private gig that becomes public at the same place does not make an answer stale', async () => {
  const { id } = await createTestGig(ros, band, { date: day, isPublic: false, location: 'The Fenton', venue: null })
  await answer(kit, id, 'yes')
  await changeEvent(id, { isPublic: true, venue: 'The Fenton' })
  expect(await isStale(kit, id)).toBe(false)
})

test('when a cancelled gig that was moved is back on, a member who answered for the old date gets a notice that asks for an answer again', async () => {
  const { id } = await addGig()
  await answer(kit, id, 'yes')
  await settle()
  await changeEvent(id, { status: 'cancelled' })
  await settle()
  await changeEvent(id, { date: addDays(day, 1) })
  await settle()
  await changeEvent(id, { status: 'confirmed' })
  await settle()
  const [toKit] = await noticesAbout(kit, id)
  expect(toKit?.kind).toBe('answer.asked')
  expect(toKit?.body).toMatch(/^Ros put it back\. .*You said Yes before it changed\./)
  expect((await kindsAbout(mags, id))[0]).toBe('event.restored')
})

describe('movedFrom', () => {
  const readMovedFrom = async (id: string) => ((await kit.get(path(id))).body as CalendarEntry).movedFrom
  const first = { date: day, startTime: '20:00', place: 'The Brudenell' }

  test('movedFrom is null for a new event, and stays null if the event moves before the notice of it is made', async () => {
    const gig = await addGig()
    expect(gig.movedFrom).toBeNull()
    expect((await changeEvent(gig.id, { date: addDays(day, 1) })).movedFrom).toBeNull()
    await settle()
    expect(await readMovedFrom(gig.id)).toBeNull()
  })

  test('movedFrom is the schedule in the newest notice of the event, not one in between, and undoing a change restores the earlier movedFrom', async () => {
    const { id } = await addGig()
    await settle()
    await changeEvent(id, { date: addDays(day, 3) })
    expect((await changeEvent(id, { date: addDays(day, 1) })).movedFrom).toEqual(first)
    await settle()
    expect((await changeEvent(id, { venue: 'The Fenton' })).movedFrom).toEqual({ ...first, date: addDays(day, 1) })
    expect((await changeEvent(id, { venue: 'The Brudenell', notes: 'Back door' })).movedFrom).toEqual(first)
    const { body } = await kit.get(`/api/bands/${band}/calendar?startDate=${day}&endDate=${addDays(day, 5)}`)
    expect(body.bandEvents).toMatchObject([{ id, movedFrom: first }])
  })

  test('movedFrom stays unchanged after an edit of title and end time', async () => {
    const { id } = await addGig()
    await settle()
    await changeEvent(id, { startTime: '21:00' })
    await settle()
    expect((await changeEvent(id, { title: 'Launch', endTime: '23:30' })).movedFrom).toEqual(first)
  })

  test('movedFrom of each date of a series is that date’s old schedule, and null if the change is undone before it settles', async () => {
    const practice = { type: 'practice', date: day, startTime: '19:00', endTime: '22:00', location: 'Unit 4' }
    const repeat = { every: 'week', until: addDays(day, 14), skip: [] }
    const { body } = await ros.post(`/api/bands/${band}/event-series`, { event: practice, repeat })
    await settle()
    const changeAll = async (changes: object) =>
      expect((await ros.patch(`/api/bands/${band}/event-series/${body.seriesId}`, { from: day, changes })).status).toBe(
        200,
      )
    const all = () => Promise.all((body.events as CalendarEntry[]).map(({ id }) => readMovedFrom(id)))
    const old = (body.events as CalendarEntry[]).map(({ date }) => ({ date, startTime: '19:00', place: 'Unit 4' }))
    await changeAll({ startTime: '20:00' })
    await changeAll({ location: 'Unit 5' })
    expect(await all()).toEqual(old)
    await changeAll({ startTime: '19:00', location: 'Unit 4' })
    expect(await all()).toEqual([null, null, null])
  })
})

// The model of the property test names a schedule by its index in this list. Ros moves the gig; Kit and Mags answer.
const schedules = [
  { date: day, venue: 'The Brudenell' },
  { date: addDays(day, 1), venue: 'The Brudenell' },
  { date: day, venue: 'The Fenton' },
]
type Step =
  | { do: 'move'; to: number }
  | { do: 'undo' }
  | { do: 'answer'; by: 0 | 1; value: AnswerValue }
  | { do: 'settle' }
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('move' as const), to: fc.nat({ max: 2 }) }),
  fc.record({ do: fc.constant('undo' as const) }),
  fc.record({
    do: fc.constant('answer' as const),
    by: fc.constantFrom(0 as const, 1 as const),
    value: fc.constantFrom<AnswerValue>('yes', 'maybe', 'no'),
  }),
  fc.record({ do: fc.constant('settle' as const) }),
)
type Model = {
  now: number
  previous: number
  /** The schedule in the newest notice of the gig; null before its first notice. */
  told: number | null
  hasUnsettledChange: boolean
  answers: ({ for: number; isSinceChange: boolean } | null)[]
}

/** The kind of the one notice that a member needs when the changes settle; null if none. */
function neededNotice({ now, told, answers }: Model, member: number): string | null {
  const given = answers[member]
  const isStale = given != null && given.for !== now
  if (told === null) return !given || isStale ? 'answer.asked' : null
  if (told !== now) return !given || isStale ? 'answer.asked' : 'event.changed'
  return isStale && given.isSinceChange ? 'answer.asked' : null
}

test('in 25 random sequences of moves, undos and answers the notices of each member are those of a model, and an answer is stale if and only if it was for another schedule', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      const { id } = await createTestGig(ros, band, schedules[0])
      const model: Model = { now: 0, previous: 0, told: null, hasUnsettledChange: true, answers: [null, null] }
      const members = [kit, mags]
      const expected: string[][] = [[], []]
      const moveTo = async (to: number) => {
        await changeEvent(id, schedules[to] as object)
        if (to === model.now) return
        if (!model.hasUnsettledChange) for (const given of model.answers) if (given) given.isSinceChange = false
        Object.assign(model, { now: to, previous: model.now, hasUnsettledChange: true })
      }
      for (const taken of [...steps, { do: 'settle' } as const]) {
        if (taken.do === 'move') await moveTo(taken.to)
        else if (taken.do === 'undo') await moveTo(model.previous)
        else if (taken.do === 'answer') {
          await answer(members[taken.by] as TestClient, id, taken.value)
          model.answers[taken.by] = { for: model.now, isSinceChange: model.hasUnsettledChange }
        } else {
          await settle()
          for (const [member, kinds] of expected.entries()) {
            const needed = model.hasUnsettledChange ? neededNotice(model, member) : null
            if (needed) kinds.unshift(needed)
          }
          Object.assign(model, { told: model.now, hasUnsettledChange: false })
        }
      }
      for (const [member, client] of members.entries()) {
        const given = model.answers[member]
        expect(await isStale(client, id)).toBe(given != null && given.for !== model.now)
        expect((await kindsAbout(client, id)).filter((kind) => kind !== 'answer.withdrawn')).toEqual(expected[member])
      }
      await ros.delete(path(id))
      await settle()
    }),
    { numRuns: 25 },
  )
}, 120_000)
