import type { EventHistoryEntry } from '@gaffer/domain/events/event-history'
import { expect, it } from 'vitest'
import { anEvent } from '#testing/event-fixture.ts'
import { formatFieldChanges, formatEventChangeTitle, fieldChangesToTakeBack } from './format-history.ts'

const linesOf = (...fields: EventHistoryEntry['fields']) => formatFieldChanges({ fields })

it.each([
  [{ field: 'startTime', from: '19:00', to: '20:00' }, 'Start time: 7 PM → 8 PM'],
  [{ field: 'endTime', from: null, to: '22:30' }, 'End time: none → 10:30 PM'],
  [{ field: 'status', from: 'tentative', to: 'confirmed' }, 'Status: pencilled → confirmed'],
  [{ field: 'type', from: 'gig', to: 'public_gig' }, 'Type: Gig → Public Gig'],
  [{ field: 'date', from: '2027-03-11', to: '2027-03-12' }, 'Date: 11/03/2027 → 12/03/2027'],
  [{ field: 'endDate', from: '2027-03-12', to: null }, 'End date: 12/03/2027 → none'],
  [{ field: 'venue', from: 'The Lexington', to: null }, 'Venue: The Lexington → none'],
  [{ field: 'asksAnswers', from: false, to: true }, 'Ask everybody: no → yes'],
])('in the history of an event, the change %o reads "%s"', (field, line) => expect(linesOf(field)).toEqual([line]))

it('a change in the history lists the status before other fields, and leaves out an unknown field', () => {
  expect(
    linesOf(
      { field: 'notes', from: null, to: 'Bring the big van' },
      { field: 'unknown', from: null, to: 'x' },
      { field: 'status', from: 'confirmed', to: 'cancelled' },
    ),
  ).toEqual(['Status: confirmed → cancelled', 'Notes: none → Bring the big van'])
})

it('long notes in the history of an event are cut after 120 characters', () => {
  const [line] = linesOf({ field: 'notes', from: null, to: 'x'.repeat(2000) })
  expect(line).toBe(`Notes: none → ${'x'.repeat(120)}…`)
})

it('long notes of emoji in the history of an event are cut after 120 characters, and not within an emoji', () => {
  const [line] = linesOf({ field: 'notes', from: null, to: `x${'🎸'.repeat(200)}` })
  expect(line).toBe(`Notes: none → x${'🎸'.repeat(119)}…`)
})

it('the title of version 1 in the history says that the event was added, and the title of a later version says that the event was changed', () => {
  expect(formatEventChangeTitle({ displayName: 'Ros', version: 1 })).toBe('Ros added the event')
  expect(formatEventChangeTitle({ displayName: 'Former member', version: 4 })).toBe('Former member changed the event')
})

it('a change of the set list names both set lists, and calls an unknown set list "a deleted one"', () => {
  const names = new Map([['l1', 'Friday']])
  const from = (id: string | null, to: string | null) =>
    formatFieldChanges({ fields: [{ field: 'setlistId', from: id, to }] }, names)[0]
  expect(from(null, 'l1')).toBe('Set list: none → Friday')
  expect(from('l1', 'l2')).toBe('Set list: Friday → a deleted one')
})

it('fieldChangesToTakeBack has the current value and the value before the change of each field where they differ', () => {
  const event = anEvent({ startTime: '21:00', venue: 'The Lexington', title: 'Gig' })
  const fields = [
    { field: 'startTime', from: '19:00', to: '20:00' },
    { field: 'venue', from: 'The Lexington', to: 'The Fenton' },
    { field: 'title', from: null, to: 'Gig' },
    { field: 'unknown', from: 'a', to: 'b' },
  ]
  expect(fieldChangesToTakeBack(event, { fields })).toEqual([
    { field: 'startTime', from: '21:00', to: '19:00' },
    { field: 'title', from: 'Gig', to: null },
  ])
})
