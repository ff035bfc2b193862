import { expect, it } from 'vitest'
import { formatDaysAwaySaved, formatDaysAwaySaveLabel } from './days-away-sheet.tsx'

it('the save button of the days-away sheet counts the added and the removed days', () => {
  expect(formatDaysAwaySaveLabel(9, 0)).toBe('Save 9 days away')
  expect(formatDaysAwaySaveLabel(1, 0)).toBe('Save 1 day away')
  expect(formatDaysAwaySaveLabel(0, 2)).toBe('Remove 2 days away')
  expect(formatDaysAwaySaveLabel(3, 1)).toBe('Save 3 days away, remove 1')
  expect(formatDaysAwaySaveLabel(0, 0)).toBe('Save days away')
})

it('the toast after days away are saved says how many days were saved and removed', () => {
  expect(formatDaysAwaySaved(9, 0)).toBe('9 days away saved')
  expect(formatDaysAwaySaved(0, 1)).toBe('1 day away removed')
  expect(formatDaysAwaySaved(3, 1)).toBe('3 days away saved, 1 removed')
})
