// What a member is told about an edit that crossed theirs, and what keeping their own makes of both.

import { expect, it } from 'vitest'
import { newDraft } from './event-draft.ts'
import { differencesOf, mergeDrafts } from './event-differences.ts'

const before = { ...newDraft('gig', '2027-03-12'), location: 'Barn', startTime: '20:00' }
const mine = { ...before, date: '2027-03-14', title: 'Wedding' }
const theirs = { ...before, date: '2027-03-13', startTime: null, notes: 'Bring lights' }

it('names each field that differs, and leaves mine out where I changed nothing', () => {
  expect(differencesOf(before, mine, theirs)).toEqual([
    { label: 'Date', before: '12/03/2027', theirs: '13/03/2027', mine: '14/03/2027' },
    { label: 'Start time', before: '8:00 PM', theirs: 'None', mine: null },
    { label: 'Title', before: 'None', theirs: 'None', mine: 'Wedding' },
    { label: 'Notes', before: 'None', theirs: 'Bring lights', mine: null },
  ])
})

it('is silent where both made the same change, or only blanks differ', () => {
  expect(differencesOf(before, mine, mine)).toEqual([])
  expect(differencesOf(before, mine, { ...mine, notes: '  ' })).toEqual([])
})

it('keeps my changes and, everywhere else, theirs', () => {
  expect(mergeDrafts(before, mine, theirs)).toEqual({
    ...before,
    date: '2027-03-14',
    title: 'Wedding',
    startTime: null,
    notes: 'Bring lights',
  })
})
