import { expect, test } from 'vitest'
import {
  colorName,
  bandCreatorIconChoices,
  defaultMemberColor,
  newMemberIconChoices,
  pickUnusedMemberColor,
} from './member-icons.ts'

test('pickUnusedMemberColor is the default grey for the first band of a user, and an unused colour for each of the next 11', () => {
  const used: string[] = []
  for (let band = 0; band < 12; band += 1) used.push(pickUnusedMemberColor(used))
  expect(used[0]).toBe(defaultMemberColor)
  expect(new Set(used).size).toBe(12)
})

test('pickUnusedMemberColor also recognises a used colour in capital letters', () => {
  expect(pickUnusedMemberColor([defaultMemberColor, '#2563EB'])).toBe('#dc2626')
})

test('pickUnusedMemberColor is the default grey once every colour is used', () => {
  const used: string[] = []
  for (let band = 0; band < 12; band += 1) used.push(pickUnusedMemberColor(used))
  expect(pickUnusedMemberColor(used)).toBe(defaultMemberColor)
})

test('every colour of the icon choices has a name', () => {
  for (const { color } of [...bandCreatorIconChoices, ...newMemberIconChoices])
    expect(colorName(color)).toMatch(/^[a-z -]+$/)
  expect(colorName('#123456')).toBeUndefined()
})
