import { expect, it } from 'vitest'
import { describeBalance, formatAge, formatMoney, penceToText } from './format-money.ts'

it('a negative amount of money has a minus before the pound sign', () => {
  expect([8450, -2000, 0].map(formatMoney)).toEqual(['£84.50', '−£20', '£0'])
})

it('the text of a balance says whether the person is owed money or owes it', () => {
  expect([8450, -2000, 0].map(describeBalance)).toEqual(['Is owed £84.50', 'Owes the band £20', 'All square'])
})

it('the age of an unpaid fee is in days, and in months from two months on', () => {
  const dates = ['2027-03-11', '2027-01-12', '2027-01-11', '2026-12-01']
  expect(dates.map((date) => formatAge(date, '2027-03-12'))).toEqual(['1 day', '59 days', '2 months', '3 months'])
})

it('the text of an amount field has pence only if the amount is not in whole pounds', () => {
  expect([null, 0, 8400, 8450].map(penceToText)).toEqual(['', '0', '84', '84.50'])
})
