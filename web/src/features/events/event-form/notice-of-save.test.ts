import { londonInstant } from '@gaffer/domain/shared/dates'
import { expect, it } from 'vitest'
import { anEvent } from '#testing/event-fixture.ts'
import { formValuesFromEvent, newEventFormValues } from './event-form-values.ts'
import { findNoticeOfSave } from './notice-of-save.ts'

const added = newEventFormValues('practice', '2027-03-12')
const practice = anEvent({ date: '2027-03-12', startTime: '19:00' })
const gig = anEvent({
  type: 'gig',
  date: '2027-03-12',
  asksAnswers: true,
  deps: [{ name: 'Tom', instrument: 'drums' }],
})
type Input = Parameters<typeof findNoticeOfSave>[0]
const noticeOfSave = (event: Input['event'], fields: Input['fields'], dirty: Input['dirty']) =>
  findNoticeOfSave({ event, fields, dirty, nowMs: londonInstant('2027-03-01', '15:00') })
const groupOfNotice = (...given: Parameters<typeof noticeOfSave>) => noticeOfSave(...given)?.group ?? null

it('the notice of a new event is in the group "asked" if the event asks everybody, and otherwise in the group "changes"', () => {
  expect(groupOfNotice(null, { ...added, asksAnswers: true }, {})).toBe('asked')
  expect(groupOfNotice(null, { ...added, asksAnswers: false }, {})).toBe('changes')
})

it('days away and a new event that is over make no notice', () => {
  expect(groupOfNotice(null, { ...added, type: 'unavailable' }, {})).toBeNull()
  expect(groupOfNotice(null, { ...added, date: '2027-02-28' }, {})).toBeNull()
  const today = { ...added, date: '2027-03-01', startTime: '10:00' }
  expect(groupOfNotice(null, { ...today, endTime: '12:00' }, {})).toBeNull()
  expect(groupOfNotice(null, { ...today, endTime: '16:00' }, {})).toBe('changes')
})

it('an edit makes a notice only if it changes a field that notices contain', () => {
  const fields = formValuesFromEvent(practice)
  expect(groupOfNotice(practice, fields, {})).toBeNull()
  expect(groupOfNotice(practice, fields, { isPublic: true })).toBeNull()
  expect(groupOfNotice(practice, fields, { notes: true })).toBe('changes')
})

it('the notice of a moved gig is in the group "asked", and the notice of a cancelled gig is in the group "changes"', () => {
  const fields = formValuesFromEvent(gig)
  expect(groupOfNotice(gig, fields, { date: true })).toBe('asked')
  expect(groupOfNotice(gig, { ...fields, status: 'cancelled' }, { status: true })).toBe('changes')
})

it('the notice of a save lists the deps of a gig that is moved, cancelled or put back, and no deps if only the notes change', () => {
  const fields = formValuesFromEvent(gig)
  expect(noticeOfSave(gig, fields, { venue: true })).toMatchObject({ deps: ['Tom'], askedDepsOf: gig.id })
  expect(noticeOfSave(gig, { ...fields, status: 'cancelled' }, { status: true })).toMatchObject({
    deps: ['Tom'],
    askedDepsOf: gig.id,
  })
  expect(noticeOfSave({ ...gig, status: 'cancelled' }, fields, { status: true })?.deps).toEqual(['Tom'])
  expect(noticeOfSave(gig, fields, { notes: true })).toEqual({ group: 'changes', deps: [], askedDepsOf: null })
})

it('an edit of a cancelled event, or of an event that is over, also earlier today, makes no notice', () => {
  const past = { ...practice, date: '2027-02-01' }
  const cancelled = { ...practice, status: 'cancelled' as const }
  const earlierToday = { ...practice, date: '2027-03-01', startTime: '10:00', endTime: '12:00' }
  for (const event of [past, earlierToday, cancelled]) {
    expect(groupOfNotice(event, formValuesFromEvent(event), { notes: true })).toBeNull()
  }
})
