import { expect, it } from 'vitest'
import { anEvent } from '#testing/event-fixture.ts'
import { formValuesFromEvent, newEventFormValues } from './event-form-values.ts'
import { findToldOfSave } from './told-of-save.ts'

const added = newEventFormValues('practice', '2027-03-12')
const practice = anEvent({ date: '2027-03-12', startTime: '19:00' })
const gig = anEvent({
  type: 'gig',
  date: '2027-03-12',
  asksAnswers: true,
  deps: [{ name: 'Tom', instrument: 'drums' }],
})
type Input = Parameters<typeof findToldOfSave>[0]
const toldOfSave = (event: Input['event'], fields: Input['fields'], dirty: Input['dirty']) =>
  findToldOfSave({ event, fields, dirty, today: '2027-03-01' })
const groupToldOfSave = (...given: Parameters<typeof toldOfSave>) => toldOfSave(...given)?.group ?? null

it('a new event that asks everybody is a question, and another one is a change', () => {
  expect(groupToldOfSave(null, { ...added, asksAnswers: true }, {})).toBe('asked')
  expect(groupToldOfSave(null, { ...added, asksAnswers: false }, {})).toBe('changes')
})

it('nobody is told of days away, nor of a new event in the past', () => {
  expect(groupToldOfSave(null, { ...added, type: 'unavailable' }, {})).toBeNull()
  expect(groupToldOfSave(null, { ...added, date: '2027-02-28' }, {})).toBeNull()
})

it('an edit is told once a field is changed that notices name', () => {
  const fields = formValuesFromEvent(practice)
  expect(groupToldOfSave(practice, fields, {})).toBeNull()
  expect(groupToldOfSave(practice, fields, { isPublic: true })).toBeNull()
  expect(groupToldOfSave(practice, fields, { notes: true })).toBe('changes')
})

it('members are asked again about a gig that moves, and told of one that is cancelled', () => {
  const fields = formValuesFromEvent(gig)
  expect(groupToldOfSave(gig, fields, { date: true })).toBe('asked')
  expect(groupToldOfSave(gig, { ...fields, status: 'cancelled' }, { status: true })).toBe('changes')
})

it('deps are told of a gig that moves or is cancelled, and not of new notes', () => {
  const fields = formValuesFromEvent(gig)
  expect(toldOfSave(gig, fields, { venue: true })?.deps).toEqual(['Tom'])
  expect(toldOfSave(gig, { ...fields, status: 'cancelled' }, { status: true })?.deps).toEqual(['Tom'])
  expect(toldOfSave(gig, fields, { notes: true })).toEqual({ group: 'changes', deps: [] })
})

it('nobody is told of an edit of a past or a cancelled event', () => {
  const past = { ...practice, date: '2027-02-01' }
  const cancelled = { ...practice, status: 'cancelled' as const }
  for (const event of [past, cancelled]) {
    expect(groupToldOfSave(event, formValuesFromEvent(event), { notes: true })).toBeNull()
  }
})
