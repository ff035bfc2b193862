import type { BandEvent } from '@gaffer/domain/events/event'
import { expect, it } from 'vitest'
import { formValuesFromEvent, newEventFormValues, type EventFormValues } from './event-form-values.ts'
import { diffEventFields, describeEventEditConflict } from './event-differences.ts'
import { mergeEdits } from '#lib/edit-conflict.ts'
import { aDaysAwayEvent, anEvent } from '#testing/event-fixture.ts'

const before = { ...newEventFormValues('gig', '2027-03-12'), location: 'Barn', startTime: '20:00' }
const mine = { ...before, date: '2027-03-14', title: 'Wedding' }
const theirs = { ...before, date: '2027-03-13', startTime: null, notes: 'Bring lights' }

const theirsIs = (text: string) => ({ side: 'Theirs', text })

it('each differing field has the saved value and the member’s edit, or the earlier value if the member did not edit it', () => {
  expect(diffEventFields(before, mine, theirs)).toEqual([
    { label: 'Date', sides: [theirsIs('13/03/2027'), { side: 'Yours', text: '14/03/2027' }] },
    { label: 'Start time', sides: [theirsIs('None'), { side: 'Before', text: '8:00 PM' }] },
    { label: 'Title', sides: [theirsIs('None'), { side: 'Yours', text: 'Wedding' }] },
    { label: 'Notes', sides: [theirsIs('Bring lights'), { side: 'Before', text: 'None' }] },
  ])
})

it('fields that both edits changed alike, or that differ only in blanks, are not differences', () => {
  expect(diffEventFields(before, mine, mine)).toEqual([])
  expect(diffEventFields(before, mine, { ...mine, notes: '  ' })).toEqual([])
})

it('mergeEdits keeps the member’s changes and takes all other fields from the stored version', () => {
  expect(mergeEdits<EventFormValues>(before, mine, theirs)).toEqual({
    ...before,
    date: '2027-03-14',
    title: 'Wedding',
    startTime: null,
    notes: 'Bring lights',
  })
})

it('the description of a conflict names the member who saved first, if known, and says whether the edits differ', () => {
  const seen = formValuesFromEvent(anEvent())
  const descriptionOf = (fields: Partial<BandEvent>, changedBy: string | null) =>
    describeEventEditConflict(seen, seen, { event: anEvent({ notes: 'Bring lights', ...fields }), changedBy })
      .description
  const differing = 'These differ. Everything else stays as they left it.'
  expect(descriptionOf({}, 'Kit')).toBe(`Kit saved this event while you had it open. ${differing}`)
  expect(descriptionOf({}, null)).toBe(`Somebody saved this event while you had it open. ${differing}`)
  expect(descriptionOf({ notes: null }, 'Kit')).toBe(
    'Kit saved this event while you had it open, and made the same changes as you.',
  )
  const away = describeEventEditConflict(seen, seen, { event: aDaysAwayEvent('Kit', '2027-03-05'), changedBy: null })
  expect(away.description).toBe(`You saved these days away elsewhere while they were open here. ${differing}`)
})

it('the description of a deletion names the member who deleted the event', () => {
  const seen = formValuesFromEvent(anEvent())
  expect(describeEventEditConflict(seen, seen, { event: null, changedBy: 'Kit' })).toEqual({
    title: 'Somebody deleted this in the meantime',
    description: 'Kit deleted this event while you had it open. Keeping yours adds it again.',
    differences: [],
  })
  const away = describeEventEditConflict(seen, { ...seen, type: 'unavailable' }, { event: null, changedBy: null })
  expect(away.description).toBe(
    'You deleted these days away elsewhere while they were open here. Keeping yours adds it again.',
  )
})
