import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '@gaffer/domain/shared/dates'
import {
  datesOnWeekdays,
  computeDateAvailability,
  FreeDatesQuery,
  groupOfFreeDate,
  type DateAvailability,
  type OccupiedSpan,
  type PartOfDay,
} from './free-dates.ts'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { freeDateMessages } from './free-date-messages.ts'
import { spansOverlap, type Span } from '@gaffer/domain/shared/span'
import { parseSpan } from '@gaffer/domain/shared/span-fixture'

const members = ['ali', 'jo', 'kit'].map((membershipId) => ({ membershipId, displayName: membershipId.toUpperCase() }))

const spanOn = (text: string) => parseSpan('2026-12', text)
const away = (membershipId: string, text: string): OccupiedSpan => ({
  ...spanOn(text),
  membershipId,
  reason: 'away',
  status: null,
})
const busy = (membershipId: string, text: string): OccupiedSpan => ({
  ...spanOn(text),
  membershipId,
  reason: 'busy',
  status: null,
})
const booked = (text: string, status: OccupiedSpan['status'] = 'confirmed'): OccupiedSpan => ({
  ...spanOn(text),
  membershipId: null,
  reason: 'event',
  status,
})

/** The members who are missing on a day of December 2026, such as "ali:away jo:busy". */
function missingAt(day: string, partOfDay: PartOfDay, ...occupied: OccupiedSpan[]): string {
  const [found] = computeDateAvailability({ days: [`2026-12-${day}`], partOfDay, members, occupied, stated: [] })
  return found?.missing.map(({ membershipId, reason }) => `${membershipId}:${reason}`).join(' ') ?? ''
}

describe('computeDateAvailability', () => {
  test('computeDateAvailability lists the free and the missing members of each day in the order of `members`', () => {
    const occupied = [busy('kit', '05 19:00-23:00'), away('ali', '04..06')]
    const days = ['2026-12-05', '2026-12-06']
    expect(computeDateAvailability({ days, partOfDay: 'evening', members, occupied, stated: [] })).toMatchObject([
      {
        date: '2026-12-05',
        free: ['jo'],
        missing: [
          { membershipId: 'ali', displayName: 'ALI', reason: 'away' },
          { membershipId: 'kit', displayName: 'KIT', reason: 'busy' },
        ],
      },
      {
        date: '2026-12-06',
        free: ['jo', 'kit'],
        missing: [{ membershipId: 'ali', displayName: 'ALI', reason: 'away' }],
      },
    ])
  })

  test.each<[string, string]>([
    ['05 09:00-18:00', 'day any'],
    ['05 12:00-18:01', 'evening day any'],
    ['05 18:00-19:00', 'evening any'],
    ['05 19:00-', 'evening any'],
    ['05', 'evening day any'],
    ['05 06:00-07:00', 'any'],
    ['05 00:00-06:00', ''],
    ['04 21:00-00:00', ''],
    ['04 21:00-02:00', ''],
    ['04 21:00-10:00', 'day any'],
    ['05 23:59-00:30', 'evening any'],
    ['04..06 18:00-12:00', 'evening day any'],
  ])('a span %s occupies the parts "%s" of the 5th', (text, parts) => {
    const found = (['evening', 'day', 'any'] as const).filter((part) => missingAt('05', part, busy('jo', text)) !== '')
    expect(found.join(' ')).toBe(parts)
  })

  test('an event of the band makes every member missing unless it is cancelled', () => {
    expect(missingAt('05', 'evening', booked('05 19:00-22:00'))).toBe('ali:event jo:event kit:event')
    expect(missingAt('05', 'evening', booked('05 19:00-22:00', 'tentative'))).toBe('ali:event jo:event kit:event')
    expect(missingAt('05', 'evening', booked('05 19:00-22:00', 'cancelled'))).toBe('')
    expect(missingAt('05', 'evening', { ...busy('jo', '05'), status: 'cancelled' })).toBe('')
  })

  test('a member who is missing for several reasons has the reason away before busy and busy before event, in any order of the spans', () => {
    const occupied = [booked('05'), busy('ali', '05'), away('ali', '05'), busy('jo', '05')]
    expect(missingAt('05', 'any', ...occupied)).toBe('ali:away jo:busy kit:event')
    expect(missingAt('05', 'any', ...occupied.toReversed())).toBe('ali:away jo:busy kit:event')
  })

  test('computeDateAvailability ignores the spans of members who are not in `members`, and is empty without days', () => {
    expect(missingAt('05', 'any', away('sam', '05'))).toBe('')
    expect(
      computeDateAvailability({ days: [], partOfDay: 'any', members, occupied: [away('ali', '05')], stated: [] }),
    ).toEqual([])
  })

  test('`unsaid` lists the free members who have said nothing about the month', () => {
    const occupied = [away('kit', '30')]
    const stated = [
      { membershipId: 'ali', month: '2026-12' },
      { membershipId: 'jo', month: '2027-01' },
    ]
    const days = ['2026-12-30', '2026-12-31', '2027-01-01']
    const found = computeDateAvailability({ days, partOfDay: 'any', members, occupied, stated })
    expect(found.map(({ free, unsaid }) => [free, unsaid])).toEqual([
      [['ali', 'jo'], ['jo']],
      [
        ['ali', 'jo', 'kit'],
        ['jo', 'kit'],
      ],
      [
        ['ali', 'jo', 'kit'],
        ['ali', 'kit'],
      ],
    ])
  })

  test('`bandEvents` lists the events of the band that overlap the asked part of the day, on each of their days and without cancelled ones', () => {
    const event = (id: string, status: 'confirmed' | 'tentative') => ({ id, type: 'gig' as const, title: null, status })
    const [wedding, ball] = [event('wedding', 'tentative'), event('ball', 'confirmed')]
    const occupied = [
      { ...booked('05..06', 'tentative'), event: wedding },
      { ...booked('06 19:00-22:00'), event: ball },
      { ...booked('06 12:00-14:00'), event: event('lunch', 'confirmed') },
      { ...booked('07', 'cancelled'), event: event('off', 'confirmed') },
    ]
    const days = ['2026-12-05', '2026-12-06', '2026-12-07']
    const found = computeDateAvailability({ days, partOfDay: 'evening', members, occupied, stated: [] })
    expect(found.map(({ bandEvents }) => bandEvents)).toEqual([[wedding], [wedding, ball], []])
  })

  const anyTime = fc.constantFrom('00:00', '00:30', '06:00', '08:59', '09:00', '17:30', '18:00', '19:30', '23:59')
  const anyOccupied = fc
    .record({
      ahead: fc.integer({ min: -3, max: 12 }),
      length: fc.option(fc.integer({ min: 0, max: 3 })),
      startTime: fc.option(anyTime, { freq: 4 }),
      endTime: fc.option(anyTime, { freq: 4 }),
      isAllDay: fc.boolean(),
      membershipId: fc.constantFrom(null, 'ali', 'jo', 'kit', 'sam'),
      reason: fc.constantFrom('away' as const, 'busy' as const, 'event' as const),
      status: fc.constantFrom(null, 'confirmed' as const, 'tentative' as const, 'cancelled' as const),
    })
    .map(({ ahead, length, ...span }): OccupiedSpan => {
      const date = addDays('2026-12-28', ahead)
      return { ...span, date, endDate: length === null ? null : addDays(date, length) }
    })
  const hours = { evening: ['18:00', '00:00'], day: ['09:00', '18:00'], any: ['06:00', '00:00'] } as const

  test('a member is missing exactly when an uncancelled span of theirs or of the band overlaps the asked part of the day', () => {
    const anyWeekdays = fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 })
    fc.assert(
      fc.property(
        fc.array(anyOccupied, { maxLength: 12 }),
        fc.constantFrom<PartOfDay>('evening', 'day', 'any'),
        anyWeekdays,
        (occupied, partOfDay, weekdays) => {
          const days = datesOnWeekdays({ startDate: '2026-12-28', endDate: '2027-01-06', weekdays })
          // The oracle: compares each span with each day and member.
          const [startTime, endTime] = hours[partOfDay]
          const expected = days.map((date) => {
            const part: Span = { date, endDate: null, startTime, endTime, isAllDay: false }
            const reasonOf = (id: string) => {
              const hits = occupied.filter(
                (span) =>
                  span.status !== 'cancelled' && [null, id].includes(span.membershipId) && spansOverlap(span, part),
              )
              return (['away', 'busy', 'event'] as const).find((reason) => hits.some((hit) => hit.reason === reason))
            }
            return {
              date,
              free: members.flatMap(({ membershipId: id }) => (reasonOf(id) ? [] : [id])),
              missing: members.flatMap((member) => {
                const reason = reasonOf(member.membershipId)
                return reason ? [{ ...member, reason }] : []
              }),
            }
          })
          const found = computeDateAvailability({ days, partOfDay, members, occupied, stated: [] })
          expect(found.map(({ date, free, missing }) => ({ date, free, missing }))).toEqual(expected)
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('groupOfFreeDate', () => {
  const away = (membershipId: string) => ({ membershipId, displayName: membershipId, reason: 'away' as const })
  const gig = { id: 'e1', type: 'gig' as const, title: null, status: 'tentative' as const }
  test.each<[string, Partial<DateAvailability>]>([
    ['free', { unsaid: [] }],
    ['free', {}],
    ['unsaid', { unsaid: ['jo'] }],
    ['oneMissing', { missing: [away('ali')] }],
    ['oneMissing', { missing: [away('ali')], unsaid: ['jo'] }],
    ['moreMissing', { missing: [away('ali'), away('jo')] }],
    ['booked', { missing: [{ ...away('ali'), reason: 'event' }] }],
    ['booked', { missing: [away('ali')], bandEvents: [gig] }],
  ])('groupOfFreeDate is %s for a date with %o', (group, date) =>
    expect(groupOfFreeDate({ date: '2026-12-05', free: ['jo'], missing: [], ...date })).toBe(group),
  )
})

test('datesOnWeekdays returns the chosen weekdays from the first to the last day', () => {
  const range = { startDate: '2026-12-03', endDate: '2026-12-13' }
  expect(datesOnWeekdays({ ...range, weekdays: [4, 7] })).toEqual([
    '2026-12-03',
    '2026-12-06',
    '2026-12-10',
    '2026-12-13',
  ])
  expect(datesOnWeekdays({ ...range, weekdays: [1, 2, 3, 4, 5, 6, 7] })).toHaveLength(11)
})

describe('FreeDatesQuery', () => {
  const range = { startDate: '2026-12-01', endDate: '2027-05-31' }
  const id = (digit: number) => `0190b4d8-0000-7000-8000-00000000000${digit}`
  const refusal = (query: object) => FreeDatesQuery.safeParse({ ...range, ...query }).error?.issues[0]?.message

  test('FreeDatesQuery defaults to all weekdays, the whole day and all members', () => {
    expect(FreeDatesQuery.parse(range)).toEqual({ ...range, weekdays: [1, 2, 3, 4, 5, 6, 7], partOfDay: 'any' })
  })

  test('FreeDatesQuery parses weekdays and members from comma-separated lists and drops duplicates', () => {
    const query = { ...range, weekdays: '5,1,5', partOfDay: 'evening', members: `${id(1)},${id(2)},${id(1)}` }
    expect(FreeDatesQuery.parse(query)).toEqual({
      ...range,
      weekdays: [1, 5],
      partOfDay: 'evening',
      members: [id(1), id(2)],
    })
  })

  test.each(['', '0', '8', '1,', '1;2', '1,2,3,4,5,6,7,1', 'Mon'])(
    'FreeDatesQuery refuses the weekdays "%s"',
    (weekdays) => {
      expect(refusal({ weekdays })).toBe(freeDateMessages.weekdaysInvalid)
    },
  )

  test('FreeDatesQuery refuses invalid ids, unknown parts of the day, and ranges that are backwards or over 400 days', () => {
    expect(refusal({ members: 'ali' })).toBe(freeDateMessages.membersInvalid)
    expect(refusal({ members: '' })).toBe(freeDateMessages.membersInvalid)
    expect(refusal({ partOfDay: 'night' })).toBeDefined()
    expect(refusal({ endDate: addDays(range.startDate, 400) })).toBeUndefined()
    expect(refusal({ endDate: addDays(range.startDate, 401) })).toBe(eventMessages.rangeTooLong)
    expect(refusal({ endDate: '2026-11-30' })).toBe(eventMessages.rangeBackwards)
  })
})
