import { expect, it } from 'vitest'
import { describeBalance, formatAge, formatMoney, poundsText } from './format-money.ts'

it('an amount below zero has a minus before its pounds', () => {
  expect([8450, -2000, 0].map(formatMoney)).toEqual(['£84.50', '−£20', '£0'])
})

it('a balance says who owes whom', () => {
  expect([8450, -2000, 0].map(describeBalance)).toEqual(['Is owed £84.50', 'Owes the band £20', 'All square'])
})

it('an age is in days, from two months on in months', () => {
  expect(['2027-03-11', '2027-02-01', '2026-12-01'].map((date) => formatAge(date, '2027-03-12'))).toEqual([
    '1 day',
    '39 days',
    '3 months',
  ])
})

it('the text of an amount field has pennies only where there are some', () => {
  expect([null, 0, 8400, 8450].map(poundsText)).toEqual(['', '0', '84', '84.50'])
})
