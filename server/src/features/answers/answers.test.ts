import { beforeEach, describe, expect, test } from 'vitest'
import type { MemberAnswer } from '@gaffer/domain/answers/answer'
import type { Band } from '@gaffer/domain/bands/band'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { Membership } from '@gaffer/domain/bands/member'
import { createTestBand, createTestGig, createTestPractice, createTestDaysAway, joinBand } from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { ago } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
let dee: TestClient, ros: TestClient, kit: TestClient
let band: Band & { membership: Membership }, rosCard: Membership, kitCard: Membership, gig: CalendarEntry

beforeEach(async () => {
  dee = await server().createUser({ displayName: 'Dee' })
  ros = await server().createUser({ displayName: 'Ros' })
  kit = await server().createUser({ displayName: 'Kit' })
  band = await createTestBand(dee, { displayName: 'Dee' })
  rosCard = await joinBand(dee, band.id, ros)
  kitCard = await joinBand(dee, band.id, kit)
  gig = await createTestGig(dee, band.id)
})

const pathOf = (event: CalendarEntry = gig) => `/api/bands/${event.bandId}/events/${event.id}`
const answer = (caller: TestClient, membershipId: string, body: object = { answer: 'yes' }, event = gig) =>
  caller.put(`${pathOf(event)}/answers/${membershipId}`, body)
const readAnswers = async (event = gig) => (await dee.get(`${pathOf(event)}/answers`)).body as MemberAnswer[]
const countStoredAnswers = async () => {
  const [row] = await server().services.db<{ count: number }[]>`
    select count(*)::int as count from answers where event_id = ${gig.id}`
  return row?.count
}
const countsOf = async (caller = dee) => (await caller.get(pathOf())).body.answerCounts

test('the list of answers has every active member in member order, and a stored answer is returned with its comment and time', async () => {
  const { status, body } = await answer(ros, rosCard.id, { answer: 'maybe', comment: '  Late   shift ' })
  expect([status, body]).toEqual([
    200,
    {
      membershipId: rosCard.id,
      displayName: 'Ros',
      answer: 'maybe',
      comment: 'Late shift',
      coveredBy: null,
      isAway: false,
      hasDaysAway: false,
      isStale: false,
      setBy: null,
      answeredAt: expect.stringMatching(/Z$/),
    },
  ])
  expect((await readAnswers()).map((one) => [one.displayName, one.answer])).toEqual([
    ['Dee', null],
    ['Ros', 'maybe'],
    ['Kit', null],
  ])
})

test('a later answer replaces a member’s earlier answer, a withdrawal deletes the answer, and a second withdrawal gets 204', async () => {
  await answer(ros, rosCard.id, { answer: 'yes', comment: 'In' })
  expect((await answer(ros, rosCard.id, { answer: 'no' })).body).toMatchObject({ answer: 'no', comment: null })
  expect((await ros.delete(`${pathOf()}/answers/${rosCard.id}`)).status).toBe(204)
  expect((await readAnswers())[1]).toMatchObject({ answer: null, comment: null, answeredAt: null })
  expect((await ros.delete(`${pathOf()}/answers/${rosCard.id}`)).status).toBe(204)
})

test('the same answer sent again without a comment keeps the stored comment, and with a blank comment removes it', async () => {
  await answer(ros, rosCard.id, { answer: 'yes', comment: 'In' })
  expect((await answer(ros, rosCard.id, { answer: 'yes' })).body).toMatchObject({ answer: 'yes', comment: 'In' })
  expect((await answer(ros, rosCard.id, { answer: 'yes', comment: ' ' })).body).toMatchObject({ comment: null })
})

test('members can answer only for themselves, admins and owners can answer for other members, and such an answer names the admin or owner in setBy', async () => {
  const refused = await answer(ros, kitCard.id)
  expect([refused.status, refused.body.message]).toEqual([403, 'Only admins and owners can answer for others'])
  expect(await countStoredAnswers()).toBe(0)
  expect((await answer(dee, kitCard.id)).body).toMatchObject({ answer: 'yes', setBy: band.membership.id })
  expect((await answer(kit, kitCard.id)).body).toMatchObject({ answer: 'yes', setBy: null })
  await dee.patch(`/api/bands/${band.id}/members/${rosCard.id}`, { access: 'admin' })
  expect((await answer(ros, kitCard.id, { answer: 'no' })).body).toMatchObject({ answer: 'no', setBy: rosCard.id })
  expect((await ros.delete(`${pathOf()}/answers/${kitCard.id}`)).status).toBe(204)
})

describe('the answers in the calendar, the list of events and a single event', () => {
  test("answerCounts counts answers, members away and members without an answer; myAnswer is the caller's answer", async () => {
    await answer(dee, band.membership.id)
    await answer(ros, rosCard.id, { answer: 'no' })
    await createTestDaysAway(kit, band.id, { date: '2027-03-12', endDate: null })
    const expected = { yes: 1, maybe: 0, no: 1, away: 1, none: 0 }
    const range = 'startDate=2027-03-01&endDate=2027-03-31'
    const found = async (caller: TestClient) => [
      (await caller.get(pathOf())).body,
      ...(await caller.get(`/api/bands/${band.id}/calendar?${range}`)).body.bandEvents,
      ...(await caller.get(`/api/bands/${band.id}/events?${range}`)).body,
      ...(await caller.get(`/api/me/events?${range}`)).body,
    ]
    for (const [caller, myAnswer] of [
      [dee, 'yes'],
      [ros, 'no'],
      [kit, null],
    ] as const) {
      const gigs = (await found(caller)).filter(({ id }) => id === gig.id)
      expect(gigs.map((event) => [event.answerCounts, event.myAnswer])).toEqual(
        Array.from({ length: 4 }, () => [expected, myAnswer]),
      )
    }
    await answer(kit, kitCard.id)
    expect(await countsOf()).toEqual({ yes: 2, maybe: 0, no: 1, away: 0, none: 0 })
  })

  test('a member with two overlapping days away counts once as away, and days away that end the day before do not count', async () => {
    await createTestDaysAway(kit, band.id, { date: '2027-03-11', endDate: '2027-03-12' })
    await createTestDaysAway(kit, band.id, { date: '2027-03-12', endDate: '2027-03-13' })
    await createTestDaysAway(ros, band.id, { date: '2027-03-01', endDate: '2027-03-11' })
    expect(await countsOf()).toEqual({ yes: 0, maybe: 0, no: 0, away: 1, none: 2 })
    expect((await readAnswers()).map(({ isAway }) => isAway)).toEqual([false, false, true])
  })

  test('a member with days away who answers Yes is no longer away, and their answer still has hasDaysAway', async () => {
    await createTestDaysAway(kit, band.id, { date: '2027-03-12', endDate: null })
    const kits = async () => (await readAnswers()).find(({ membershipId }) => membershipId === kitCard.id)
    expect(await kits()).toMatchObject({ answer: null, isAway: true, hasDaysAway: true })
    await answer(kit, kitCard.id)
    expect(await kits()).toMatchObject({ answer: 'yes', isAway: false, hasDaysAway: true })
  })

  test('the calendar of a band shows no answers to events of another band, and the list of those answers is 404 for users outside that band', async () => {
    const foxes = await createTestBand(ros, { name: 'The Foxes' })
    const theirs = await createTestGig(ros, foxes.id)
    await ros.put(`${pathOf(theirs)}/answers/${foxes.membership.id}`, { answer: 'no', comment: 'SECRET' })
    const { text, body } = await ros.get(`/api/bands/${band.id}/calendar?startDate=2027-03-01&endDate=2027-03-31`)
    expect(body.otherBandEvents).toMatchObject([{ id: theirs.id, answerCounts: null, myAnswer: null }])
    expect(text).not.toContain('SECRET')
    for (const caller of [dee, kit]) expect((await caller.get(`${pathOf(theirs)}/answers`)).status).toBe(404)
    expect((await dee.get(`/api/bands/${band.id}/events/${theirs.id}/answers`)).status).toBe(404)
  })

  test('an answer to an event changes the ETag of the calendar, but not the version of the event', async () => {
    const calendar = `/api/bands/${band.id}/calendar?startDate=2027-03-01&endDate=2027-03-31`
    const before = (await dee.get(calendar)).headers.get('etag')
    await answer(ros, rosCard.id)
    expect((await dee.get(calendar)).headers.get('etag')).not.toBe(before)
    const moved = await dee.patch(pathOf(), { title: 'At the Adelphi' }, { 'if-match': `"${gig.version}"` })
    expect(moved.status).toBe(200)
  })
})

test.each([
  ['date', { date: '2027-03-13' }, true],
  ['start time', { startTime: '21:00' }, true],
  ['place', { venue: 'The Fenton' }, true],
  ['title', { title: 'Launch night' }, false],
  ['end time', { endTime: '23:30' }, false],
])('an edit of the %s of an event with %j keeps all answers, with isStale %s', async (_, change, isStale) => {
  await answer(dee, band.membership.id)
  await answer(ros, rosCard.id, { answer: 'maybe' })
  await answer(kit, kitCard.id, { answer: 'no' })
  expect((await dee.patch(pathOf(), change)).status).toBe(200)
  expect((await readAnswers()).map((one) => [one.answer, one.isStale])).toEqual([
    ['yes', isStale],
    ['maybe', isStale],
    ['no', isStale],
  ])
  expect(await countsOf()).toEqual({ yes: 1, maybe: 1, no: 1, away: 0, none: 0 })
  await answer(ros, rosCard.id)
  expect((await readAnswers())[1]).toMatchObject({ answer: 'yes', isStale: false })
})

describe('refused answers', () => {
  test.each([
    ['an unknown answer', { answer: 'perhaps' }, 'Answer yes, maybe or no'],
    ['no answer', {}, 'Answer yes, maybe or no'],
    ['a comment of 201 characters', { answer: 'yes', comment: 'x'.repeat(201) }, 'Use at most 200 characters'],
    ['an unknown field', { answer: 'yes', version: 1 }, 'Unknown field'],
  ])('a request to answer with %s gets 400 with a message and stores no answer', async (_, body, sentence) => {
    const refused = await answer(ros, rosCard.id, body)
    expect([refused.status, refused.text.includes(sentence)]).toEqual([400, true])
    expect(await countStoredAnswers()).toBe(0)
  })

  test('an answer to a cancelled event is refused with 409 and not stored', async () => {
    await dee.patch(pathOf(), { status: 'cancelled' })
    const { status, body } = await answer(ros, rosCard.id)
    expect([status, body.message, await countStoredAnswers()]).toEqual([409, 'This event is cancelled', 0])
  })

  test('an answer to an event that is over is refused with 409, and an answer to an event in progress is accepted', async () => {
    const past = await createTestGig(dee, band.id, { date: '2026-01-10' })
    const refused = await answer(ros, rosCard.id, { answer: 'yes' }, past)
    expect([refused.status, refused.body.message]).toEqual([409, 'This event is over'])
    const long = await createTestGig(dee, band.id, { date: '2026-10-01', endDate: '2027-08-01' })
    expect((await answer(ros, rosCard.id, { answer: 'yes' }, long)).status).toBe(200)
  })

  test('an answer gets 404 if it is to days away, a deleted event or another band’s event, or for a membership of another band or an invited member', async () => {
    const away = await createTestDaysAway(ros, band.id)
    expect((await answer(ros, rosCard.id, { answer: 'yes' }, away)).status).toBe(404)
    expect((await dee.get(`${pathOf(away)}/answers`)).status).toBe(404)
    const foxes = await createTestBand(dee, { name: 'The Foxes' })
    expect((await answer(dee, foxes.membership.id)).status).toBe(404)
    const theirs = await createTestGig(dee, foxes.id)
    expect((await answer(ros, rosCard.id, { answer: 'yes' }, theirs)).status).toBe(404)
    expect((await answer(dee, band.membership.id, { answer: 'yes' }, theirs)).status).toBe(404)
    expect((await answer(dee, rosCard.id, { answer: 'yes' }, { ...theirs, bandId: band.id })).status).toBe(404)
    const invited = { email: 'sal@example.org', role: 'Keys', displayName: 'Sal' }
    const { id } = (await dee.post(`/api/bands/${band.id}/members/invite`, invited)).body
    expect((await answer(dee, id)).status).toBe(404)
    await dee.delete(pathOf())
    expect((await answer(ros, rosCard.id)).status).toBe(404)
  })

  test('a removed member can no longer answer, and their answers are deleted with the membership', async () => {
    await answer(ros, rosCard.id)
    await dee.delete(`/api/bands/${band.id}/members/${rosCard.id}`)
    expect((await answer(ros, rosCard.id)).status).toBe(404)
    expect((await answer(dee, rosCard.id)).status).toBe(404)
    expect(await countStoredAnswers()).toBe(0)
    expect(await countsOf()).toMatchObject({ none: 2 })
  })
})

describe('races', () => {
  test('of twenty parallel answers of one member one is stored', async () => {
    const values = ['yes', 'maybe', 'no']
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => answer(ros, rosCard.id, { answer: values[index % 3] })),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(await countStoredAnswers()).toBe(1)
    const { yes, maybe, no } = await countsOf()
    expect(yes + maybe + no).toBe(1)
  })

  test('answers parallel to the removal of their member get 200 or 404 and leave no orphaned row', async () => {
    for (let round = 0; round < 5; round += 1) {
      const mo = await server().createUser()
      const card = await joinBand(dee, band.id, mo)
      const calls = [
        answer(mo, card.id),
        answer(dee, card.id, { answer: 'no' }),
        dee.delete(`/api/bands/${band.id}/members/${card.id}`),
        answer(mo, card.id, { answer: 'maybe' }),
      ]
      const statuses = (await Promise.all(calls)).map(({ status }) => status)
      expect(statuses.filter((status) => ![200, 204, 404].includes(status))).toEqual([])
    }
    expect(await countStoredAnswers()).toBe(0)
  })

  test('an answer parallel to the cancellation of its event is either stored or refused with 409', async () => {
    const [cancelled, answered] = await Promise.all([
      dee.patch(pathOf(), { status: 'cancelled' }),
      answer(ros, rosCard.id),
    ])
    expect(cancelled.status).toBe(200)
    expect([200, 409]).toContain(answered.status)
    expect(await countStoredAnswers()).toBe(answered.status === 200 ? 1 : 0)
  })
})

describe('a nudge', () => {
  const nudge = (caller = dee) => caller.post(`${pathOf()}/nudge`)

  test('the response to a nudge (a reminder to answer) counts the members without an answer or with a stale answer, but neither the caller nor members away', async () => {
    await answer(ros, rosCard.id)
    await createTestDaysAway(kit, band.id)
    expect((await nudge()).body).toEqual({ nudged: 0 })
    await dee.patch(pathOf(), { startTime: '21:00' })
    const { status, body } = await nudge()
    expect([status, body]).toEqual([202, { nudged: 1 }])
    expect((await dee.get(pathOf())).body.nudgedAt).toMatch(/Z$/)
  })

  test('a second nudge within twelve hours is refused with 429 and a Retry-After of the time left, and a nudge after twelve hours is accepted', async () => {
    expect((await nudge()).body).toEqual({ nudged: 2 })
    const refused = await nudge()
    expect([refused.status, refused.body.message]).toEqual([429, 'Everybody was reminded less than 12 hours ago'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(12 * 3600 - 60)
    await server().services.db`update events set nudged_at = ${ago({ hours: 12 })} where id = ${gig.id}`
    expect((await nudge()).status).toBe(202)
  })

  test('a nudge by a member is refused with 403, and a nudge about a cancelled event is refused with 409', async () => {
    expect((await nudge(ros)).status).toBe(403)
    await dee.patch(pathOf(), { status: 'cancelled' })
    expect((await nudge()).status).toBe(409)
  })

  test('of two parallel nudges for an event one is accepted and the other gets 429', async () => {
    const statuses = (await Promise.all([nudge(), nudge()])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([202, 429])
  })
})

test('a practice, which asks for no answers by default, accepts an answer', async () => {
  const practice = await createTestPractice(dee, band.id)
  expect(practice).toMatchObject({ asksAnswers: false, replyBy: null })
  expect((await answer(ros, rosCard.id, { answer: 'no' }, practice)).status).toBe(200)
})
