import { addDays, daysBetween } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aDaysAwayEvent, anEvent } from '#testing/event-fixture.ts'
import { agendaOfMonth, layOutMonth, lastShownDay, type MonthWeek, type CellCapacity } from './month-layout.ts'

const roomForTitles: CellCapacity = { lanes: 3, icons: 0 }
const roomForIcons: CellCapacity = { lanes: 2, icons: 3 }
const march = '2027-03-01'

function dayOf(weeks: MonthWeek[], date: string) {
  const day = weeks.flatMap((week) => week.days).find((candidate) => candidate.date === date)
  if (!day) throw new Error(`No ${date} in the grid`)
  return day
}

function barsOf(weeks: MonthWeek[], event: CalendarEntry) {
  return weeks.flatMap((week) => week.placed).filter((placed) => placed.event === event)
}

describe('weeks', () => {
  it('weeks of a month start on Monday and include days of the months around it', () => {
    const weeks = layOutMonth('2027-03-17', [], roomForTitles)
    expect(weeks.map((week) => week.days[0]?.date)).toEqual([
      '2027-03-01',
      '2027-03-08',
      '2027-03-15',
      '2027-03-22',
      '2027-03-29',
    ])
    expect(dayOf(weeks, '2027-04-04').isInMonth).toBe(false)
    expect(dayOf(weeks, '2027-03-31').isInMonth).toBe(true)
  })
})

describe('lastShownDay', () => {
  it('lastShownDay is the first day of an event that ends the next morning, with or without an end date', () => {
    expect(lastShownDay(anEvent({ date: '2027-03-12', startTime: '21:00', endTime: '01:00' }))).toBe('2027-03-12')
    const overnight = { date: '2027-03-12', endDate: '2027-03-13', startTime: '21:00', endTime: '01:00' }
    expect(lastShownDay(anEvent(overnight))).toBe('2027-03-12')
  })

  it('lastShownDay is the end date of an event that ends the next evening', () => {
    const weekend = { date: '2027-03-12', endDate: '2027-03-13', startTime: '12:00', endTime: '23:00' }
    expect(lastShownDay(anEvent(weekend))).toBe('2027-03-13')
  })
})

describe('bars', () => {
  it('the bar of an event breaks at the end of a week; only the first piece has hasStart, and only the last piece has hasEnd', () => {
    const festival = anEvent({ type: 'festival', date: '2027-03-13', endDate: '2027-03-16' })
    expect(barsOf(layOutMonth(march, [festival], roomForTitles), festival)).toEqual([
      { event: festival, lane: 0, column: 5, span: 2, hasStart: true, hasEnd: false },
      { event: festival, lane: 0, column: 0, span: 2, hasStart: false, hasEnd: true },
    ])
  })

  it('the bar of an event that lasts longer than the month grid is cut at its edges', () => {
    const tour = anEvent({ type: 'festival', date: '2027-01-01', endDate: '2027-12-31' })
    const bars = barsOf(layOutMonth(march, [tour], roomForIcons), tour)
    expect(bars.map(({ column, span }) => `${column}+${span}`)).toEqual(Array(5).fill('0+7'))
  })

  it('a gig takes the first lane before days away, and days away that get no lane are counted as hidden', () => {
    const away = ['Ann', 'Bo', 'Cy', 'Di'].map((name) => aDaysAwayEvent(name, '2027-03-08', '2027-03-14'))
    const gig = anEvent({ type: 'gig', date: '2027-03-10', startTime: '20:00' })
    const weeks = layOutMonth(march, [...away, gig], roomForTitles)
    expect(barsOf(weeks, gig)).toMatchObject([{ lane: 0, column: 2, span: 1 }])
    expect(dayOf(weeks, '2027-03-10').hidden).toBe(2)
    expect(dayOf(weeks, '2027-03-10').events[0]).toBe(gig)
  })

  it('the bar of days away skips a full day and continues after it', () => {
    const away = aDaysAwayEvent('Ann', '2027-03-08', '2027-03-14')
    const full = ['09:00', '12:00', '20:00'].map((startTime) => anEvent({ date: '2027-03-10', startTime }))
    const weeks = layOutMonth(march, [away, ...full], roomForTitles)
    expect(barsOf(weeks, away)).toEqual([
      { event: away, lane: 0, column: 0, span: 2, hasStart: true, hasEnd: false },
      { event: away, lane: 0, column: 3, span: 4, hasStart: false, hasEnd: true },
    ])
    expect(weeks[1]?.days.map(({ hidden }) => hidden)).toEqual([0, 0, 1, 0, 0, 0, 0])
  })

  it('a single day away is a bar; a single-day event is an icon if the capacity has icons', () => {
    const [away, gig] = [aDaysAwayEvent('Ann', '2027-03-10'), anEvent({ date: '2027-03-10' })]
    const weeks = layOutMonth(march, [away, gig], roomForIcons)
    expect(barsOf(weeks, away)).toHaveLength(1)
    expect(barsOf(weeks, gig)).toHaveLength(0)
    expect(dayOf(weeks, '2027-03-10')).toMatchObject({ icons: [gig], hidden: 0 })
  })
})

describe('a full day', () => {
  const singles = (count: number) => Array.from({ length: count }, () => anEvent({ date: '2027-03-10' }))

  it('a day with room for three icons shows up to three events as icons, or two icons and the number of hidden entries', () => {
    const shown = (events: CalendarEntry[]) => {
      const day = dayOf(layOutMonth(march, events, roomForIcons), '2027-03-10')
      return [day.icons.length, day.hidden]
    }
    expect(shown(singles(3))).toEqual([3, 0])
    expect(shown(singles(4))).toEqual([2, 2])
    const threeAway = ['Ann', 'Bo', 'Cy'].map((name) => aDaysAwayEvent(name, '2027-03-10'))
    expect(shown([...singles(3), ...threeAway])).toEqual([2, 2])
    expect(shown(threeAway)).toEqual([0, 1])
  })
})

it('for random events, every entry of a day is a bar, an icon or counted as hidden, and no two bars overlap', () => {
  const entry = fc
    .record({
      away: fc.boolean(),
      start: fc.integer({ min: -20, max: 50 }),
      days: fc.integer({ min: 0, max: 20 }),
      startTime: fc.constantFrom(null, '09:00', '20:00'),
    })
    .map(({ away, start, days, startTime }) => {
      const date = addDays(march, start)
      const endDate = days > 0 ? addDays(date, days) : null
      return away ? aDaysAwayEvent('Ann', date, endDate) : anEvent({ date, endDate, startTime })
    })
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 40 }), fc.constantFrom(roomForTitles, roomForIcons), (events, room) => {
      for (const { days, placed } of layOutMonth(march, events, room)) {
        const taken = placed.flatMap(({ lane, column, span }) =>
          Array.from({ length: span }, (_, at) => `${lane}/${column + at}`),
        )
        expect(new Set(taken).size).toBe(taken.length)
        expect(placed.every(({ lane }) => lane < room.lanes)).toBe(true)
        days.forEach((day, column) => {
          const bars = placed.filter((bar) => bar.column <= column && column < bar.column + bar.span)
          expect(bars.length + day.icons.length + day.hidden).toBe(day.events.length)
          const expected = events.filter(
            (event) => daysBetween(event.date, day.date) >= 0 && daysBetween(day.date, lastShownDay(event)) >= 0,
          )
          expect(new Set(day.events)).toEqual(new Set(expected))
        })
      }
    }),
  )
})

describe('the agenda', () => {
  it('the agenda lists days by date, and on each day events by time before days away', () => {
    const late = anEvent({ date: '2027-03-10', startTime: '20:00' })
    const early = anEvent({ date: '2027-03-10', startTime: '09:00' })
    const away = aDaysAwayEvent('Ann', '2027-03-10')
    const first = anEvent({ date: '2027-03-02' })
    expect(agendaOfMonth(march, [away, late, early, first])).toEqual([
      { date: '2027-03-02', events: [first] },
      { date: '2027-03-10', events: [early, late, away] },
    ])
  })

  it('the agenda lists an event that began in an earlier month on the first of the month, and leaves out events of other months', () => {
    const running = anEvent({ type: 'festival', date: '2027-02-27', endDate: '2027-03-01' })
    const over = anEvent({ date: '2027-02-28', startTime: '22:00', endTime: '02:00' })
    expect(agendaOfMonth(march, [running, over, anEvent({ date: '2027-04-01' })])).toEqual([
      { date: '2027-03-01', events: [running] },
    ])
  })
})
