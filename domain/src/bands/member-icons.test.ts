import { expect, test } from 'vitest'
import {
  findColorName,
  bandCreatorIconChoices,
  defaultMemberColor,
  newMemberIconChoices,
  pickNewMembershipColor,
} from './member-icons.ts'

test('pickNewMembershipColor is the default grey for the first band of a user, and an unused colour for each of the next 11', () => {
  const used: string[] = []
  for (let band = 0; band < 12; band += 1) used.push(pickNewMembershipColor(used))
  expect(used[0]).toBe(defaultMemberColor)
  expect(new Set(used).size).toBe(12)
})

test('pickNewMembershipColor does not pick a used colour that is written in capital letters', () => {
  expect(pickNewMembershipColor([defaultMemberColor, '#2563EB'])).toBe('#dc2626')
})

test('pickNewMembershipColor is the default grey once every colour is used', () => {
  const used: string[] = []
  for (let band = 0; band < 12; band += 1) used.push(pickNewMembershipColor(used))
  expect(pickNewMembershipColor(used)).toBe(defaultMemberColor)
})

test('findColorName has a name for every colour of the icon choices, and none for another colour', () => {
  for (const { color } of [...bandCreatorIconChoices, ...newMemberIconChoices])
    expect(findColorName(color)).toMatch(/^[a-z -]+$/)
  expect(findColorName('#123456')).toBeUndefined()
})
