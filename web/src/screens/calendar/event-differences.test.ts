// What a member is told about an edit that crossed theirs.

import { expect, it } from 'vitest'
import { newDraft } from './event-draft.ts'
import { differencesOf } from './event-differences.ts'

const mine = { ...newDraft('gig', '2027-03-12'), location: 'Barn', startTime: '20:00' }

it('names each field that differs, as both sides have it', () => {
  const theirs = { ...mine, date: '2027-03-13', startTime: null, notes: 'Bring lights', isPublic: true }
  expect(differencesOf(mine, theirs)).toEqual([
    { label: 'Date', mine: '12/03/2027', theirs: '13/03/2027' },
    { label: 'Start time', mine: '8:00 PM', theirs: 'None' },
    { label: 'Visibility', mine: 'Private', theirs: 'Public' },
    { label: 'Notes', mine: 'None', theirs: 'Bring lights' },
  ])
})

it('is silent where only blanks differ', () => expect(differencesOf(mine, { ...mine, notes: '  ' })).toEqual([]))
