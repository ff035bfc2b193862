import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '@gaffer/domain/shared/dates'
import { groupConsecutiveDays, datesOfRange, planDaysAway, type DaysAwayEntry } from './days-away-plan.ts'
import type { DayRange } from './days-away.ts'

const day = (number: number) => addDays('2026-12-01', number - 1)
const days = (first: number, last = first): DayRange => ({
  date: day(first),
  endDate: last === first ? null : day(last),
})
let entryCount = 0
const entry = (first: number, last = first, texts: Partial<DaysAwayEntry> = {}): DaysAwayEntry => ({
  id: `entry-${(entryCount += 1)}`,
  version: 1,
  bandId: null,
  title: null,
  notes: null,
  ...days(first, last),
  ...texts,
})
const setOf = (...ranges: DayRange[]) => new Set(ranges.flatMap(datesOfRange))
const emptyPlan = { creates: [], changes: [], deletes: [] }
const aCreation = (first: number, last = first, copyOf: DaysAwayEntry | null = null) => ({
  ...days(first, last),
  copyOf,
})

/** The set of the days away after the plan was carried out. */
function applyPlan(entries: readonly DaysAwayEntry[], { creates, changes, deletes }: ReturnType<typeof planDaysAway>) {
  const kept = entries.filter((one) => !deletes.includes(one))
  const current = kept.map((one) => changes.find((change) => change.entry === one)?.days ?? one)
  return setOf(...current, ...creates)
}

describe('selected days', () => {
  it('planDaysAway creates one entry for each stretch of consecutive selected days', () => {
    expect(planDaysAway([], setOf(days(1, 3), days(5)))).toEqual({
      ...emptyPlan,
      creates: [aCreation(1, 3), aCreation(5)],
    })
  })

  it('selected days next to an entry extend it, at either end', () => {
    const holiday = entry(5, 7, { title: 'Holiday' })
    const changes = [{ entry: holiday, days: days(3, 9) }]
    expect(planDaysAway([holiday], setOf(days(3, 9)))).toEqual({ ...emptyPlan, changes })
  })

  it('selected days between two entries of days away merge the entries if title and notes are equal, and otherwise extend the earlier entry', () => {
    const [a, b] = [entry(1, 2), entry(5, 6)]
    const joined = { ...emptyPlan, changes: [{ entry: a, days: days(1, 6) }], deletes: [b] }
    expect(planDaysAway([a, b], setOf(days(1, 6)))).toEqual(joined)
    const tour = entry(5, 6, { title: 'Tour' })
    const extended = { ...emptyPlan, changes: [{ entry: a, days: days(1, 4) }] }
    expect(planDaysAway([a, tour], setOf(days(1, 6)))).toEqual(extended)
  })

  it('planDaysAway creates an entry for a day after an entry that already has the maximum length', () => {
    const year = entry(1, 367)
    expect(planDaysAway([year], setOf(days(1, 368)))).toEqual({ ...emptyPlan, creates: [aCreation(368)] })
  })
})

describe('deselected days', () => {
  it('an entry whose days are all deselected is deleted, one deselected at its start is shortened, and one deselected in its middle gets a copy for the days after', () => {
    const [one, two, three] = [entry(1), entry(3, 6), entry(8, 12, { title: 'Holiday' })]
    expect(planDaysAway([one, two, three], setOf(days(4, 6), days(8, 9), days(11, 12)))).toEqual({
      creates: [aCreation(11, 12, three)],
      changes: [
        { entry: two, days: days(4, 6) },
        { entry: three, days: days(8, 9) },
      ],
      deletes: [one],
    })
  })

  it('planDaysAway creates no second copy if an earlier save stored the split-off copy and then failed', () => {
    const [whole, copy] = [entry(1, 9), entry(6, 9)]
    const changes = [{ entry: whole, days: days(1, 4) }]
    expect(planDaysAway([whole, copy], setOf(days(1, 4), days(6, 9)))).toEqual({ ...emptyPlan, changes })
  })
})

it('planDaysAway of unchanged days is empty', () => {
  const entries = [entry(1, 4), entry(3, 6, { title: 'Tour' }), entry(7)]
  expect(planDaysAway(entries, setOf(days(1, 7)))).toEqual(emptyPlan)
})

it('groupConsecutiveDays does not depend on the order of the days', () => {
  expect(groupConsecutiveDays([day(3), day(1), day(2), day(9)])).toEqual([days(1, 3), days(9)])
})

it('applying the plan gives exactly the selected days, for any entries', () => {
  const someEntry = fc
    .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 12 }), fc.constantFrom(null, 'Tour'))
    .map(([first, length, title]) => entry(first, first + length, { title }))
  const anySelection = fc.uniqueArray(fc.integer({ min: 1, max: 55 }))
  fc.assert(
    fc.property(fc.array(someEntry, { maxLength: 6 }), anySelection, (entries, numbers) => {
      const selected = new Set(numbers.map(day))
      const plan = planDaysAway(entries, selected)
      expect([...applyPlan(entries, plan)].sort()).toEqual([...selected].sort())
    }),
  )
})
