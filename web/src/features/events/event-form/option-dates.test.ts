import { expect, it } from 'vitest'
import { initialOptionDates, optionDateErrors, optionRowFromErrorPath } from './option-dates-field.tsx'

it('the first dates of a new enquiry are the date of the form and an empty date', () => {
  expect(initialOptionDates('2027-03-12')).toEqual(['2027-03-12', ''])
})

it('optionDateErrors has an error for an empty, impossible, past or repeated date, and none for the first of two equal dates', () => {
  expect(optionDateErrors(['2027-03-12', '', '32/01', '2027-03-09', '2027-03-12'], '2027-03-10')).toEqual([
    undefined,
    'Please fill in all required fields',
    'Choose a real date',
    'Choose dates from today on',
    'Choose each date once',
  ])
})

it('optionRowFromErrorPath reads the row from the path of an error, and is null for other paths', () => {
  expect(optionRowFromErrorPath('dates.2')).toBe(2)
  expect(optionRowFromErrorPath('dates')).toBeNull()
  expect(optionRowFromErrorPath('event.location')).toBeNull()
})
