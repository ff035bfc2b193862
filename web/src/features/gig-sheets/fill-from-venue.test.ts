import type { Venue } from '@gaffer/domain/gig-sheets/venue'
import { emptyGigSheet } from '@gaffer/domain/gig-sheets/gig-sheet'
import { expect, test } from 'vitest'
import { changesFromVenue, formValuesFromGigSheet } from './gig-sheet-form-values.ts'

const empty = formValuesFromGigSheet(emptyGigSheet)
const fenton: Venue = {
  place: 'The Fenton',
  address: '1 Queen Street',
  contactName: 'Sal',
  contactPhone: null,
  contactEmail: null,
  gettingThere: 'Rear door',
  gear: null,
  lastDate: '2026-09-04',
  timesPlayed: 2,
  lastFeePence: 25_000,
}

test('a chosen venue fills the empty fields of a gig sheet and leaves typed fields', () => {
  const typed = { ...empty, contactName: 'Mo' }
  expect({ ...typed, ...changesFromVenue(typed, null, fenton) }).toEqual({
    ...typed,
    address: '1 Queen Street',
    gettingThere: 'Rear door',
  })
})

test('another chosen venue replaces the fields that the first venue filled, except fields that were changed since', () => {
  const filled = { ...empty, ...changesFromVenue(empty, null, fenton), contactName: 'Mo' }
  const social = { ...fenton, address: '2 Park Row', contactName: 'Di', gettingThere: null }
  expect({ ...filled, ...changesFromVenue(filled, fenton, social) }).toMatchObject({
    address: '2 Park Row',
    contactName: 'Mo',
    gettingThere: '',
  })
})
