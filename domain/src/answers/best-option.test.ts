import { describe, expect, test } from 'vitest'
import type { BandEvent } from '@gaffer/domain/events/event'
import type { MemberAnswer } from './answer.ts'
import { countOptionAnswers, findBestOptionIds, sortBestOptionFirst, type AnsweredOption } from './best-option.ts'
import { listUnansweredMembers } from './unanswered.ts'

const now = new Date('2027-03-01T12:00:00Z')

/** `y`, `m` and `n` are answers, `-` is none; upper case is an answer from before a change. */
function option(date: string, given: string, fields: Partial<BandEvent> = {}): AnsweredOption {
  const words = { y: 'yes', m: 'maybe', n: 'no', '-': null } as const
  const event = {
    id: date,
    date,
    endDate: null,
    startTime: '20:00',
    endTime: null,
    isAllDay: false,
    status: 'tentative',
  }
  const answers = [...given].map((letter) => ({
    answer: words[letter.toLowerCase() as keyof typeof words],
    isStale: letter !== letter.toLowerCase(),
    isAway: false,
    displayName: letter,
  }))
  return { event: { ...event, ...fields } as BandEvent, answers: answers as MemberAnswer[] }
}
const sortIds = (...options: AnsweredOption[]) => sortBestOptionFirst(options, now).map(({ event }) => event.id)
const bestIds = (...options: AnsweredOption[]) => [...findBestOptionIds(options, now)]

describe('sortBestOptionFirst', () => {
  test('sortBestOptionFirst puts the option with the most Yes first, even before one with more Maybe', () => {
    expect(sortIds(option('2027-03-12', 'ymmm'), option('2027-03-19', 'yyn-'))).toEqual(['2027-03-19', '2027-03-12'])
  })

  test('sortBestOptionFirst puts more Maybe first among options with equally many Yes', () => {
    expect(sortIds(option('2027-03-12', 'yn--'), option('2027-03-19', 'ymnn'))).toEqual(['2027-03-19', '2027-03-12'])
  })

  test('sortBestOptionFirst puts fewer No first among options with equally many Yes and Maybe', () => {
    expect(sortIds(option('2027-03-12', 'ymn-'), option('2027-03-19', 'ym--'))).toEqual(['2027-03-19', '2027-03-12'])
  })

  test('sortBestOptionFirst puts the earlier date first among options with the same answers', () => {
    expect(sortIds(option('2027-03-19', 'yy'), option('2027-03-12', 'yy'))).toEqual(['2027-03-12', '2027-03-19'])
  })

  test('sortBestOptionFirst does not count answers from before a change of the date', () => {
    expect(sortIds(option('2027-03-12', 'YY'), option('2027-03-19', 'y-'))).toEqual(['2027-03-19', '2027-03-12'])
  })

  test('sortBestOptionFirst puts a confirmed option before all others, and cancelled and past options last', () => {
    const past = option('2027-02-20', 'yyyy')
    const cancelled = option('2027-03-05', 'yyyy', { status: 'cancelled' })
    const open = option('2027-03-12', 'y---')
    const confirmed = option('2027-03-19', '----', { status: 'confirmed' })
    expect(sortIds(past, cancelled, open, confirmed)).toEqual(['2027-03-19', '2027-03-12', '2027-02-20', '2027-03-05'])
  })
})

describe('findBestOptionIds', () => {
  test('findBestOptionIds returns the option with the best answers', () => {
    expect(bestIds(option('2027-03-12', 'yn'), option('2027-03-19', 'yy'))).toEqual(['2027-03-19'])
  })

  test('findBestOptionIds returns both of two options with the same answers when a third one is worse', () => {
    expect(bestIds(option('2027-03-12', 'yy'), option('2027-03-19', 'yy'), option('2027-03-26', 'yn'))).toEqual([
      '2027-03-12',
      '2027-03-19',
    ])
  })

  test('findBestOptionIds returns none while all options have the same answers', () => {
    expect(bestIds(option('2027-03-12', 'yy'), option('2027-03-19', 'yy'))).toEqual([])
  })

  test('findBestOptionIds returns none without a Yes or Maybe', () => {
    expect(bestIds(option('2027-03-12', 'n-'), option('2027-03-19', 'nn'))).toEqual([])
  })

  test('findBestOptionIds returns the only open option if it has a Yes, and no cancelled option', () => {
    const cancelled = option('2027-03-12', 'yy', { status: 'cancelled' })
    expect(bestIds(cancelled, option('2027-03-19', 'y-'))).toEqual(['2027-03-19'])
  })
})

test('countOptionAnswers counts the answers that are not stale', () => {
  expect(countOptionAnswers(option('2027-03-12', 'yymnN-').answers)).toEqual({ yes: 2, maybe: 1, no: 1 })
})

test('listUnansweredMembers lists members without an answer or with a stale one, and no members who are away', () => {
  const { answers } = option('2027-03-12', 'ynY-')
  const away = { ...(answers[3] as MemberAnswer), isAway: true, displayName: 'away' }
  expect(listUnansweredMembers([...answers, away]).map(({ displayName }) => displayName)).toEqual(['Y', '-'])
})
