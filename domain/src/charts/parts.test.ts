import { expect, test } from 'vitest'
import { selectChartsForInstrument, isForPart, sortChartsForPart } from './parts.ts'

test.each([
  ['Bass', 'Bass guitar', true],
  ['Lead guitar and vocals', 'GUITAR', true],
  ['Bass', 'Bassoon', false],
  ['Horns', 'Trumpet', false],
  ['Lead guitar', 'Guitar lead', false],
  ['', 'Drums', false],
  ['–', 'Drums', false],
])('isForPart of a chart for %s and a member who plays %s is %s', (chart, member, expected) => {
  expect(isForPart(chart, member)).toBe(expected)
  expect(isForPart(member, chart)).toBe(expected)
})

const chart = (name: string, part: string | null) => ({ id: name, name, part })
const charts = [chart('C', 'Drums'), chart('B', null), chart('A10', 'Bass'), chart('A2', 'Bass')]
const names = (list: { name: string }[]) => list.map(({ name }) => name)

test('sortChartsForPart puts charts of the member’s part first, then those of no part, then the others, each by name with numbers in order', () => {
  expect(names(sortChartsForPart(charts, 'Bass guitar'))).toEqual(['A2', 'A10', 'B', 'C'])
})

test('selectChartsForInstrument returns the charts for the instrument and for no part, and all charts when none is for the instrument', () => {
  expect(names(selectChartsForInstrument(charts, 'bass'))).toEqual(['A2', 'A10', 'B'])
  expect(names(selectChartsForInstrument(charts, 'Harp'))).toEqual(['B', 'A2', 'A10', 'C'])
})
