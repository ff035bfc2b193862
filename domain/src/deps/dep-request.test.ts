import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { depAnswers, type DepAnswer } from './dep-link.ts'
import { decideDepAnswerOutcome, depRequestStateAt, type DepAskRecord, type DepRequestRecord } from './dep-request.ts'
import { computeDeliveryInstant } from '@gaffer/domain/notices/notice-times'

const minute = 60_000
const hour = 60 * minute
const start = Date.parse('2026-11-20T10:00:00Z')
const night = { from: '22:00', to: '08:00' }
const gigStartsAt = Date.parse('2026-11-28T20:00:00Z')

/**
 * Parses an ask, with hours since `start`: "ali asked 0" was asked at hour 0, "jo no 0 2" was asked at hour 0 and answered No at hour 2,
 * the text of "sam failed 0 1" failed at hour 1, and "kit" is not asked yet.
 */
function ask(text: string): DepAskRecord {
  const [depId = '', word, asked, answered] = text.split(' ')
  const at = (hours: string | undefined) => (hours === undefined ? null : start + Number(hours) * hour)
  const answer = depAnswers.find((value) => value === word) ?? null
  const isFailed = word === 'failed'
  return {
    depId,
    askedAt: at(asked),
    answer,
    answeredAt: isFailed ? null : at(answered),
    failedAt: isFailed ? at(answered) : null,
    doNotAsk: word === 'refuses',
  }
}
function request(asks: string[], more: Partial<DepRequestRecord> = {}): DepRequestRecord {
  return {
    mode: 'one-by-one',
    waitMinutes: 240,
    gigStartsAt,
    closesAt: gigStartsAt,
    isGigCancelled: false,
    isCoveredElsewhere: false,
    withdrawnAt: null,
    asks: asks.map(ask),
    ...more,
  }
}
const stateAt = (hours: number, record: DepRequestRecord) => depRequestStateAt(record, start + hours * hour, night)
/** The state of a request in words, such as "ali:no jo:asked | ask kit | open | next 6". */
function summarize(hours: number, record: DepRequestRecord): string {
  const { asks, askNow, status, nextAt } = stateAt(hours, record)
  const next = nextAt === null ? 'never' : nextAt === record.closesAt ? 'gig' : (nextAt - start) / hour
  const statuses = asks.map(({ depId, status }) => `${depId}:${status}`).join(' ')
  return `${statuses} | ask ${askNow.join(' ')} | ${status} | next ${next}`
}

describe('depRequestStateAt', () => {
  test.each<[number, string[], string]>([
    [0, ['ali', 'jo'], 'ali:waiting jo:waiting | ask ali | open | next gig'],
    [1, ['ali asked 0', 'jo'], 'ali:asked jo:waiting | ask  | open | next 4'],
    [4, ['ali asked 0', 'jo'], 'ali:expired jo:waiting | ask jo | open | next gig'],
    [2, ['ali no 0 2', 'jo'], 'ali:no jo:waiting | ask jo | open | next gig'],
    [2, ['ali never 0 2', 'jo refuses', 'kit'], 'ali:never jo:never kit:waiting | ask kit | open | next gig'],
    [3, ['ali yes 0 2', 'jo'], 'ali:yes jo:waiting | ask  | filled | next never'],
    [6, ['ali yes 0 5', 'jo asked 4', 'kit'], 'ali:yes jo:covered kit:waiting | ask  | filled | next never'],
    [6, ['ali no 0 5', 'jo no 4 6'], 'ali:no jo:no | ask  | exhausted | next never'],
    [8, ['ali asked 0', 'jo asked 4'], 'ali:expired jo:expired | ask  | exhausted | next never'],
    [9, ['ali yes 0 9', 'jo asked 4'], 'ali:yes jo:covered | ask  | filled | next never'],
    [13, ['ali asked 8', 'jo'], 'ali:expired jo:waiting | ask  | open | next 22'],
    [22, ['ali asked 8', 'jo'], 'ali:expired jo:waiting | ask jo | open | next gig'],
    [1, ['ali failed 0 0.5', 'jo'], 'ali:expired jo:waiting | ask jo | open | next gig'],
    [0, ['ali refuses'], 'ali:never | ask  | exhausted | next never'],
  ])('a request to deps one by one, %i hours after its start, with the deps %j is "%s"', (hours, asks, expected) => {
    expect(summarize(hours, request(asks))).toBe(expected)
  })

  test.each<[number, string[], string]>([
    [0, ['ali', 'jo refuses', 'kit'], 'ali:waiting jo:never kit:waiting | ask ali kit | open | next gig'],
    [13, ['ali', 'kit'], 'ali:waiting kit:waiting | ask  | open | next 22'],
    [30, ['ali asked 0', 'jo asked 0'], 'ali:asked jo:asked | ask  | open | next gig'],
    [3, ['ali yes 0 3', 'jo yes 0 2', 'kit asked 0'], 'ali:covered jo:yes kit:covered | ask  | filled | next never'],
    [3, ['ali yes 0 2', 'jo yes 0 2'], 'ali:yes jo:covered | ask  | filled | next never'],
    [3, ['ali no 0 1', 'jo never 0 2'], 'ali:no jo:never | ask  | exhausted | next never'],
  ])('a request to all deps at once, %i hours after its start, with the deps %j is "%s"', (hours, asks, expected) => {
    expect(summarize(hours, request(asks, { mode: 'all' }))).toBe(expected)
  })

  test('`at` of an ask is the instant at which it got its status', () => {
    const at = (hours: number, asks: string[], more: Partial<DepRequestRecord> = {}) =>
      stateAt(hours, request(asks, more)).asks.map(({ at }) => at && (at - start) / hour)
    expect(at(5, ['ali asked 0', 'jo asked 4', 'kit'])).toEqual([4, 4, null])
    expect(at(6, ['ali no 0 1', 'jo yes 1 3', 'kit'])).toEqual([1, 3, null])
    expect(at(6, ['ali asked 0', 'jo yes 4 5'])).toEqual([5, 5])
    expect(at(6, ['ali asked 5', 'jo refuses'], { withdrawnAt: start + 5.5 * hour })).toEqual([5.5, null])
  })

  test('a withdrawn request asks no further dep, and a released dep no longer plays', () => {
    const withdrawnAt = start + hour
    expect(summarize(2, request(['ali asked 0', 'jo'], { withdrawnAt }))).toBe(
      'ali:expired jo:waiting | ask  | withdrawn | next never',
    )
    const released = stateAt(2, request(['ali yes 0 0.5', 'jo asked 0'], { withdrawnAt, mode: 'all' }))
    expect([released.status, released.filledBy]).toEqual(['withdrawn', null])
    expect(released.asks.map(({ status }) => status)).toEqual(['yes', 'covered'])
  })

  test('quiet hours do not hold back a request for a gig within 24 hours, and the request ends at the start of the gig', () => {
    const soon = { gigStartsAt: start + 30 * hour, closesAt: start + 30 * hour }
    expect(summarize(13, request(['ali'], soon))).toBe('ali:waiting | ask ali | open | next gig')
    expect(summarize(30, request(['ali asked 29', 'jo'], soon))).toBe(
      'ali:expired jo:waiting | ask  | exhausted | next never',
    )
    expect(depRequestStateAt(request(['ali']), start + 13 * hour, null).askNow).toEqual(['ali'])
  })

  test('a cancelled gig suspends the request without removing the dep who said yes', () => {
    const cancelled = { isGigCancelled: true }
    expect(summarize(5, request(['ali asked 0', 'jo'], cancelled))).toBe(
      'ali:expired jo:waiting | ask  | withdrawn | next never',
    )
    expect(summarize(5, request(['ali yes 0 1', 'jo'], cancelled))).toBe(
      'ali:yes jo:waiting | ask  | filled | next never',
    )
  })

  test('while another request of the gig has a dep for the member, no dep is asked, and those who were asked are covered', () => {
    const elsewhere = { isCoveredElsewhere: true }
    expect(summarize(1, request(['ali no 0 0.5', 'jo asked 0', 'kit'], elsewhere))).toBe(
      'ali:no jo:covered kit:waiting | ask  | withdrawn | next never',
    )
    expect(summarize(1, request(['ali yes 0 0.5'], elsewhere))).toBe('ali:yes | ask  | filled | next never')
  })

  test('deps are asked for a gig without a start time until its day is over', () => {
    const allDay = { gigStartsAt: start - hour, closesAt: start + 23 * hour }
    expect(summarize(13, request(['ali asked 8', 'jo'], allDay))).toBe(
      'ali:expired jo:waiting | ask jo | open | next gig',
    )
    expect(summarize(23, request(['ali asked 22', 'jo'], allDay))).toBe(
      'ali:expired jo:waiting | ask  | exhausted | next never',
    )
  })

  test('after a dep changes Yes to No, the next dep is asked', () => {
    expect(decideDepAnswerOutcome(request(['ali yes 0 2', 'jo']), 'ali', 'no', start + 5 * hour)).toBe('accepted')
    expect(summarize(5, request(['ali no 0 5', 'jo']))).toBe('ali:no jo:waiting | ask jo | open | next gig')
  })
})

test('decideDepAnswerOutcome accepts only the first Yes of the asked deps, and none once the request is closed, withdrawn or its gig cancelled', () => {
  const record = request(['ali asked 0', 'jo yes 0 1', 'kit'], { mode: 'all' })
  const outcome = (depId: string, answer: DepAnswer, more: Partial<DepRequestRecord> = {}, now = start + 2 * hour) =>
    decideDepAnswerOutcome({ ...record, ...more }, depId, answer, now)
  expect(outcome('ali', 'yes')).toBe('covered')
  expect(outcome('ali', 'no')).toBe('accepted')
  expect(outcome('ali', 'never', { withdrawnAt: start })).toBe('accepted')
  expect(outcome('jo', 'yes')).toBe('accepted')
  expect(outcome('jo', 'no')).toBe('accepted')
  expect(outcome('kit', 'yes')).toBe('ended')
  expect(outcome('sam', 'no')).toBe('ended')
  expect(outcome('jo', 'yes', { withdrawnAt: start })).toBe('ended')
  expect(outcome('jo', 'yes', {}, gigStartsAt)).toBe('ended')
  expect(outcome('jo', 'yes', { closesAt: gigStartsAt + hour }, gigStartsAt)).toBe('accepted')
  expect(outcome('jo', 'yes', { isGigCancelled: true })).toBe('ended')
  expect(outcome('jo', 'yes', { isCoveredElsewhere: true })).toBe('accepted')
  const unfilled = { asks: record.asks.filter(({ depId }) => depId !== 'jo') }
  expect(outcome('ali', 'yes', unfilled)).toBe('accepted')
  expect(outcome('ali', 'yes', { ...unfilled, isCoveredElsewhere: true })).toBe('covered')
  expect(outcome('ali', 'no', { ...unfilled, isCoveredElsewhere: true })).toBe('accepted')
})

describe('a simulated request', () => {
  const anyStep = fc.record({
    /** Minutes to wait, or null to wait until the clock changes the state. */
    wait: fc.option(fc.integer({ min: 0, max: 900 }), { freq: 2 }),
    answers: fc.array(fc.record({ dep: fc.nat(4), answer: fc.constantFrom<DepAnswer>('yes', 'no', 'no', 'never') }), {
      maxLength: 2,
    }),
    withdraws: fc.integer({ min: 0, max: 20 }).map((dice) => dice === 0),
  })
  const anyRequest = fc.record({
    mode: fc.constantFrom('one-by-one' as const, 'all' as const),
    waitMinutes: fc.integer({ min: 1, max: 600 }),
    gigInHours: fc.integer({ min: 1, max: 80 }),
    /** Hours from the start of the gig to its latest start: 24 for a gig without a start time. */
    openHours: fc.constantFrom(0, 24),
    refuses: fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
    steps: fc.array(anyStep, { maxLength: 20 }),
    isQuiet: fc.boolean(),
  })

  /** Runs a request like the server does, and calls `check` with each state. */
  function simulate(
    plan: typeof anyRequest extends fc.Arbitrary<infer T> ? T : never,
    check: (record: DepRequestRecord, now: number, quietHours: typeof night | null) => void,
  ): { record: DepRequestRecord; asked: string[] } {
    const quietHours = plan.isQuiet ? night : null
    const asks = plan.refuses.map((doNotAsk, index): DepAskRecord => ({
      depId: `d${index}`,
      askedAt: null,
      answer: null,
      answeredAt: null,
      failedAt: null,
      doNotAsk,
    }))
    const { mode, waitMinutes } = plan
    const record = {
      mode,
      waitMinutes,
      gigStartsAt: start + plan.gigInHours * hour,
      closesAt: start + (plan.gigInHours + plan.openHours) * hour,
      isGigCancelled: false,
      isCoveredElsewhere: false,
      withdrawnAt: null as number | null,
      asks,
    }
    const asked: string[] = []
    let now = start
    for (const { wait, answers, withdraws } of plan.steps) {
      check(record, now, quietHours)
      const { askNow } = depRequestStateAt(record, now, quietHours)
      for (const depId of askNow) {
        asked.push(depId)
        const ask = asks.find((ask) => ask.depId === depId)!
        expect(ask).toMatchObject({ askedAt: null, doNotAsk: false })
        expect(computeDeliveryInstant(now, { quietHours, eventStartsAt: record.gigStartsAt })).toBe(now)
        expect(now).toBeLessThan(record.closesAt)
        ask.askedAt = now
      }
      for (const { dep, answer } of answers) {
        const ask = asks[dep % asks.length]!
        if (decideDepAnswerOutcome(record, ask.depId, answer, now) !== 'accepted') continue
        // A repeated answer changes nothing.
        if (ask.answer !== answer) Object.assign(ask, { answer, answeredAt: now })
      }
      if (withdraws) record.withdrawnAt ??= now
      const { nextAt } = depRequestStateAt(record, now, quietHours)
      now = wait === null ? (nextAt ?? now + hour) : now + wait * minute
    }
    check(record, now, quietHours)
    return { record, asked }
  }

  test('at most one dep plays, and no dep is asked twice, out of order or after the end of the request', () => {
    fc.assert(
      fc.property(anyRequest, (plan) => {
        const { asked } = simulate(plan, (record, now, quietHours) => {
          const { status, filledBy, asks, askNow } = depRequestStateAt(record, now, quietHours)
          const yes = asks.filter((ask) => ask.status === 'yes').map(({ depId }) => depId)
          expect(yes.length).toBeLessThanOrEqual(1)
          expect(filledBy).toBe(status === 'filled' ? yes[0] : null)
          if (status !== 'open') expect(askNow).toEqual([])
          if (record.mode === 'one-by-one') {
            expect(asks.filter((ask) => ask.status === 'asked').length + askNow.length).toBeLessThanOrEqual(1)
          }
        })
        expect(asked).toEqual([...new Set(asked)].sort())
      }),
      { numRuns: 1000 },
    )
  })

  test('the state of a request is the same until nextAt, and differs at nextAt', () => {
    fc.assert(
      fc.property(anyRequest, (plan) => {
        simulate(plan, (record, now, quietHours) => {
          const { nextAt, ...state } = depRequestStateAt(record, now, quietHours)
          // Storing askedAt for these deps changes the state.
          if (state.askNow.length > 0) return
          if (nextAt !== null) expect(nextAt).toBeGreaterThan(now)
          const end = Math.min(nextAt ?? Number.POSITIVE_INFINITY, now + 30 * hour)
          for (let later = now; later < end; later += 17 * minute) {
            expect(depRequestStateAt(record, later, quietHours)).toEqual({ ...state, nextAt })
          }
          if (nextAt !== null) {
            expect(depRequestStateAt(record, nextAt - 1, quietHours)).toEqual({ ...state, nextAt })
            expect(depRequestStateAt(record, nextAt, quietHours)).not.toEqual({ ...state, nextAt })
          }
        })
      }),
      { numRuns: 100 },
    )
  })

  test('without answers, every dep who may be asked is asked in order, and the request is exhausted when it closes', () => {
    fc.assert(
      fc.property(anyRequest, (plan) => {
        const steps = Array.from({ length: 30 }, () => ({ wait: null, answers: [], withdraws: false }))
        const { record, asked } = simulate({ ...plan, gigInHours: 400, steps }, () => {})
        expect(asked).toEqual(record.asks.filter(({ doNotAsk }) => !doNotAsk).map(({ depId }) => depId))
        expect(depRequestStateAt(record, record.closesAt, night).status).toBe('exhausted')
      }),
      { numRuns: 100 },
    )
  })
})
