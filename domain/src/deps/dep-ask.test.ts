import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  depLinkStateAt,
  findDueDepTextKind,
  isDepAnswerStale,
  type DepAskWithLastText,
  type DepRequestWithLastTexts,
} from './dep-ask.ts'
import { depAnswers } from './dep-link.ts'
import { depTextKinds } from './dep-text.ts'

const now = 1_000_000
const asked: DepAskWithLastText = {
  depId: 'tom',
  askedAt: 1,
  failedAt: null,
  answer: null,
  answeredAt: null,
  doNotAsk: false,
  textedKind: 'asked',
  textedSchedule: 'fri',
  answeredSchedule: null,
}
const yes: DepAskWithLastText = { ...asked, answer: 'yes', answeredAt: 2, answeredSchedule: 'fri' }
const other: DepAskWithLastText = { ...yes, depId: 'ann' }

function requestWith(asks: DepAskWithLastText[], more: Partial<DepRequestWithLastTexts> = {}): DepRequestWithLastTexts {
  return {
    mode: 'all',
    waitMinutes: 240,
    gigStartsAt: now + 1,
    closesAt: now + 1,
    isGigCancelled: false,
    isCoveredElsewhere: false,
    withdrawnAt: null,
    schedule: 'fri',
    asks,
    ...more,
  }
}

const cancelled = { isGigCancelled: true }
const withdrawn = { withdrawnAt: 5 }
const moved = { schedule: 'sat' }
const started = { gigStartsAt: now, closesAt: now }
const elsewhere = { isCoveredElsewhere: true }

test.each<[string, DepAskWithLastText, Partial<DepRequestWithLastTexts>, DepAskWithLastText[], string | null, string]>([
  ['asked, not texted yet', { ...asked, textedKind: null }, {}, [], 'asked', 'asked'],
  ['asked', asked, {}, [], null, 'asked'],
  ['asked for a gig that moved', asked, moved, [], 'moved', 'asked'],
  ['asked, and another dep plays', asked, moved, [other], null, 'covered'],
  ['asked for a cancelled gig', asked, cancelled, [], 'cancelled', 'cancelled'],
  ['asked by a request that was withdrawn', asked, withdrawn, [], 'withdrawn', 'withdrawn'],
  ['asked, and the gig has started', asked, started, [], null, 'over'],
  ['asked at a number that takes no texts', { ...asked, failedAt: 3 }, withdrawn, [], null, 'withdrawn'],
  ['playing', yes, {}, [], null, 'yes'],
  ['playing a gig that moved', yes, moved, [], 'moved', 'asked'],
  ['playing a gig that moved, after the text about it', { ...yes, textedSchedule: 'sat' }, moved, [], null, 'asked'],
  ['playing a gig that has started', yes, { ...started, ...moved }, [], null, 'yes'],
  ['playing a cancelled gig', yes, cancelled, [], 'cancelled', 'cancelled'],
  ['playing a gig that is on again', { ...yes, textedKind: 'cancelled' }, {}, [], 'restored', 'yes'],
  [
    'playing a gig that is on again on another day',
    { ...yes, textedKind: 'cancelled' },
    moved,
    [],
    'restored',
    'asked',
  ],
  ['asked for a gig that is on again', { ...asked, textedKind: 'cancelled' }, {}, [], 'restored', 'asked'],
  ['asked, and another request has a dep for the member', asked, { ...elsewhere, ...moved }, [], null, 'covered'],
  ['playing, and another request has a dep for the member', yes, { ...elsewhere, ...moved }, [], 'moved', 'asked'],
  ['released', yes, withdrawn, [], 'released', 'released'],
  [
    'released from a cancelled gig',
    { ...yes, textedKind: 'cancelled' },
    { ...withdrawn, ...cancelled },
    [],
    null,
    'released',
  ],
  ['not playing after a No', { ...asked, answer: 'no' }, { ...moved, ...withdrawn }, [], null, 'no'],
  ['not to be asked again', { ...asked, answer: 'never' }, cancelled, [], null, 'never'],
])('for a dep who is %s, findDueDepTextKind is $4 and depLinkStateAt is $5', (_, ask, more, others, text, state) => {
  const request = requestWith([...others, ask], more)
  expect([findDueDepTextKind(request, ask, now), depLinkStateAt(request, ask, now)]).toEqual([text, state])
})

test('isDepAnswerStale is true for a Yes to an earlier schedule, and false without a Yes or if another dep plays', () => {
  expect(isDepAnswerStale(requestWith([yes]), yes)).toBe(false)
  expect(isDepAnswerStale(requestWith([yes], moved), yes)).toBe(true)
  expect(isDepAnswerStale(requestWith([asked], moved), asked)).toBe(false)
  const late = { ...yes, depId: 'late', answeredAt: 3 }
  expect(isDepAnswerStale(requestWith([yes, late], moved), late)).toBe(false)
})

test('findDueDepTextKind is null after its text was sent, and for deps who declined, do not want to be asked or were too late', () => {
  const instant = fc.option(fc.integer({ min: 0, max: 9 }))
  const schedule = fc.constantFrom('fri', 'sat')
  const anyAsk = fc.record({
    depId: fc.constantFrom('a', 'b', 'c'),
    askedAt: instant,
    failedAt: fc.option(fc.constant(1), { freq: 1 }),
    answer: fc.option(fc.constantFrom(...depAnswers)),
    answeredAt: fc.integer({ min: 0, max: 9 }),
    doNotAsk: fc.boolean(),
    textedKind: fc.option(fc.constantFrom(...depTextKinds)),
    textedSchedule: schedule,
    answeredSchedule: schedule,
  })
  const anyRequest = fc.record({
    asks: fc.array(anyAsk, { minLength: 1, maxLength: 3 }),
    more: fc.record({
      isGigCancelled: fc.boolean(),
      isCoveredElsewhere: fc.boolean(),
      withdrawnAt: instant,
      schedule,
    }),
  })
  fc.assert(
    fc.property(anyRequest, ({ asks, more }) => {
      const request = requestWith(asks, more)
      for (const ask of asks) {
        const kind = findDueDepTextKind(request, ask, now)
        if (kind === null) continue
        expect(['no', 'never']).not.toContain(ask.answer)
        expect(ask.doNotAsk).toBe(false)
        expect(['no', 'never', 'covered', 'over']).not.toContain(depLinkStateAt(request, ask, now))
        const texted = { ...ask, textedKind: kind, textedSchedule: request.schedule }
        const after = { ...request, asks: asks.map((one) => (one === ask ? texted : one)) }
        expect(findDueDepTextKind(after, texted, now)).toBeNull()
      }
    }),
    { numRuns: 1000 },
  )
})
