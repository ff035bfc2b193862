import { expect, test } from 'vitest'
import { colorName, createBandChoices, defaultColor, memberChoices, unusedColor } from './band-icons.ts'

test('the first band of a user gets the default grey, and each further band a colour that none before has', () => {
  const used: string[] = []
  for (let band = 0; band < 12; band += 1) used.push(unusedColor(used))
  expect(used[0]).toBe(defaultColor)
  expect(new Set(used).size).toBe(12)
})

test('a colour in capital letters counts as used', () => {
  expect(unusedColor([defaultColor, '#2563EB'])).toBe('#dc2626')
})

test('once every colour is used, a further band gets the default grey', () => {
  const used: string[] = []
  for (let band = 0; band < 12; band += 1) used.push(unusedColor(used))
  expect(unusedColor(used)).toBe(defaultColor)
})

test('every colour that the pages offer has a name', () => {
  for (const { color } of [...createBandChoices, ...memberChoices]) expect(colorName(color)).toMatch(/^[a-z -]+$/)
  expect(colorName('#123456')).toBeUndefined()
})
