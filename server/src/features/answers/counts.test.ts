// `answerCounts` of an event, compared with its list of answers.

import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import type { MemberAnswer } from '@gaffer/domain/answers/answer'
import type { Band } from '@gaffer/domain/bands/band'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { Membership } from '@gaffer/domain/bands/member'
import { createTestBand, createTestGig, createTestDaysAway, joinBand } from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()

type Member = { caller: TestClient; id: string }
let band: Band & { membership: Membership }, members: Member[], events: CalendarEntry[]

beforeEach(async () => {
  const [owner, ...others] = await Promise.all([1, 2, 3, 4].map(() => server().createUser()))
  if (!owner) throw new Error('No owner')
  band = await createTestBand(owner)
  members = [{ caller: owner, id: band.membership.id }]
  for (const caller of others) members.push({ caller, id: (await joinBand(owner, band.id, caller)).id })
  events = [await createTestGig(owner, band.id), await createTestGig(owner, band.id)]
  await createTestDaysAway(others[0] as TestClient, band.id, { date: (events[0] as CalendarEntry).date, endDate: null })
})

const pathOf = (event: CalendarEntry) => `/api/bands/${band.id}/events/${event.id}`
type Step = { member: number; event: number; answer: 'yes' | 'maybe' | 'no' | null }
async function applyStep({ member, event, answer }: Step): Promise<void> {
  const { caller, id } = members[member] as Member
  const path = `${pathOf(events[event] as CalendarEntry)}/answers/${id}`
  const { status, text } = answer ? await caller.put(path, { answer }) : await caller.delete(path)
  expect([status < 300, text]).toEqual([true, text])
}

/** `answerCounts` and `myAnswer` of an event, computed from its list of answers. */
function expectedOf(answers: MemberAnswer[], viewer: Member) {
  const count = (isCounted: (one: MemberAnswer) => boolean) => answers.filter(isCounted).length
  return {
    answerCounts: {
      yes: count(({ answer }) => answer === 'yes'),
      maybe: count(({ answer }) => answer === 'maybe'),
      no: count(({ answer }) => answer === 'no'),
      away: count(({ isAway }) => isAway),
      none: count(({ answer, isAway }) => answer === null && !isAway),
    },
    myAnswer: answers.find(({ membershipId }) => membershipId === viewer.id)?.answer ?? null,
  }
}

async function expectEqualCounts(viewers: Member[]): Promise<void> {
  for (const event of events) {
    const answers = (await (viewers[0] as Member).caller.get(`${pathOf(event)}/answers`)).body as MemberAnswer[]
    expect(answers).toHaveLength(viewers.length)
    for (const viewer of viewers) {
      const range = `startDate=${event.date}&endDate=${event.date}`
      const { bandEvents } = (await viewer.caller.get(`/api/bands/${band.id}/calendar?${range}`)).body
      const own = (await viewer.caller.get(`/api/me/events?${range}`)).body as CalendarEntry[]
      const alone = (await viewer.caller.get(pathOf(event))).body
      for (const read of [bandEvents, own, [alone]]) {
        expect(read.find(({ id }: CalendarEntry) => id === event.id)).toMatchObject(expectedOf(answers, viewer))
      }
    }
  }
}

test('after random parallel answers and withdrawals, the answer counts in the calendar, the caller’s events and the single event equal the counts computed from the list of answers', async () => {
  const step = fc.record({
    member: fc.nat({ max: 3 }),
    event: fc.nat({ max: 1 }),
    answer: fc.constantFrom('yes' as const, 'maybe' as const, 'no' as const, null),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
      await Promise.all(steps.map(applyStep))
      await expectEqualCounts(members)
    }),
    { numRuns: 6, endOnFailure: true },
  )
})

test('after a member is removed, answerCounts no longer includes the member, and the ETag of the calendar has changed', async () => {
  const [owner, leaver, ...others] = members as [Member, Member, ...Member[]]
  for (const event of [0, 1]) for (const member of [0, 1, 2]) await applyStep({ member, event, answer: 'yes' })
  const { date } = events[0] as CalendarEntry
  const calendar = `/api/bands/${band.id}/calendar?startDate=${date}&endDate=${date}`
  const before = (await owner.caller.get(calendar)).headers.get('etag')
  expect((await owner.caller.delete(`/api/bands/${band.id}/members/${leaver.id}`)).status).toBe(204)
  expect((await owner.caller.get(calendar)).headers.get('etag')).not.toBe(before)
  await expectEqualCounts([owner, ...others])
})
