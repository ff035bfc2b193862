import { EventInput } from '@gaffer/domain/events/event'
import { describe, expect, it } from 'vitest'
import { aDaysAwayEvent, anEvent } from '#testing/event-fixture.ts'
import {
  changesForDate,
  changesForType,
  changesForVisibility,
  eventRequestBody,
  changedEventFields,
  defaultEventType,
  formValuesFromEvent,
  newEventFormValues,
  shownReplyBy,
  offeredEventTypes,
  type EventFormValues,
} from './event-form-values.ts'

const me = '0190a000-0000-7000-8000-000000000001'
const practice = {
  ...newEventFormValues('practice', '2027-03-12'),
  location: 'Unit 4',
  startTime: '19:00',
  endTime: '22:00',
}

describe('offered types', () => {
  it('offeredEventTypes has the types that the band allows, and always days away', () => {
    expect(offeredEventTypes(['practice', 'public_gig'])).toEqual(['practice', 'public_gig', 'unavailable'])
    expect(offeredEventTypes([])).toEqual(['unavailable'])
  })

  it('offeredEventTypes has the type of the stored event, and never mixes band events with days away', () => {
    expect(offeredEventTypes(['practice'], 'recording')).toEqual(['practice', 'recording'])
    expect(offeredEventTypes(['practice'], 'unavailable')).toEqual(['unavailable'])
  })

  it('defaultEventType is practice if the band allows it, else the first offered type', () => {
    expect(defaultEventType(offeredEventTypes(['gig', 'practice']))).toBe('practice')
    expect(defaultEventType(offeredEventTypes(['gig']))).toBe('gig')
    expect(defaultEventType(offeredEventTypes([]))).toBe('unavailable')
  })
})

describe('a change of the type', () => {
  it('a change of type sets the visibility of the new type and clears the place field that the new type does not use', () => {
    expect(changesForType('festival', practice)).toEqual({ isPublic: true, location: '' })
    const gig = { ...newEventFormValues('public_gig', '2027-03-12'), venue: 'The Brudenell' }
    expect(changesForType('practice', gig)).toEqual({ isPublic: false, venue: '' })
    expect(changesForType('rehearsal', practice)).toEqual({})
  })

  it('a change of type to days away clears times and places', () => {
    expect(changesForType('unavailable', practice)).toMatchObject({
      startTime: null,
      endTime: null,
      location: '',
      venue: '',
    })
  })
})

it('a change of visibility clears the venue of a private event and the location of a public event', () => {
  const gig = { ...newEventFormValues('public_gig', '2027-03-12'), venue: 'The Brudenell' }
  expect(changesForVisibility(false, gig)).toEqual({ isPublic: false, venue: '' })
  expect(changesForVisibility(true, { ...gig, isPublic: false })).toEqual({ isPublic: true, location: '' })
  expect(changesForVisibility(true, gig)).toEqual({})
})

describe('the request body', () => {
  const bodyOf = (fields: object) => eventRequestBody(EventInput.parse({ ...practice, ...fields }), me)

  it('eventRequestBody is all day exactly when the draft has no times', () => {
    expect(bodyOf({})).toMatchObject({ isAllDay: false, startTime: '19:00', endTime: '22:00', membershipId: null })
    expect(bodyOf({ endTime: null })).toMatchObject({ isAllDay: false })
    expect(bodyOf({ startTime: null, endTime: null })).toMatchObject({ isAllDay: true })
  })

  it('eventRequestBody of days away is all day, without a location, and has the membership of the member', () => {
    expect(bodyOf({ type: 'unavailable', location: '' })).toMatchObject({
      isAllDay: true,
      startTime: null,
      location: null,
      membershipId: me,
    })
  })

  it('eventRequestBody of an unchanged draft equals the stored event', () => {
    const stored = anEvent({ type: 'gig', title: 'Wedding', location: 'Barn', startTime: '20:00', notes: 'Two sets' })
    const body = eventRequestBody(EventInput.parse(formValuesFromEvent(stored)), me)
    expect(stored).toMatchObject({ ...body, membershipId: null })
    const away = aDaysAwayEvent('Dee', '2027-03-12', '2027-03-14')
    expect(eventRequestBody(EventInput.parse(formValuesFromEvent(away)), me)).toMatchObject({
      date: away.date,
      endDate: away.endDate,
    })
  })
})

describe('the changes of a stored event', () => {
  const gig = anEvent({
    type: 'gig',
    location: 'Barn',
    startTime: '20:00',
    status: 'tentative',
    asksAnswers: true,
    replyBy: '2027-03-05',
  })
  const changes = (fields: Partial<EventFormValues>) =>
    changedEventFields(gig, EventInput.parse({ ...formValuesFromEvent(gig), ...fields }))

  it('changedEventFields of an unchanged draft is empty', () => {
    expect(changes({})).toEqual({})
    const away = aDaysAwayEvent('Dee', '2027-03-12', '2027-03-14')
    expect(changedEventFields(away, EventInput.parse(formValuesFromEvent(away)))).toEqual({})
  })

  it('changedEventFields does not contain an unchanged set list of the event', () => {
    const withSetlist = { ...gig, setlistId: me }
    expect(
      changedEventFields(withSetlist, EventInput.parse({ ...formValuesFromEvent(withSetlist), title: 'Launch' })),
    ).toEqual({
      title: 'Launch',
    })
  })

  it('changedEventFields of a draft with another status or date to reply by has that field only', () => {
    expect(changes({ status: 'confirmed' })).toEqual({ status: 'confirmed' })
    expect(changes({ replyBy: '2027-03-09' })).toEqual({ replyBy: '2027-03-09' })
  })

  it('changedEventFields of a draft that no longer asks for answers also clears the date to reply by', () => {
    expect(changes({ asksAnswers: false })).toEqual({ asksAnswers: false, replyBy: null })
  })

  it('a new date of an event clears its date to reply by, unless the member has changed that in the form', () => {
    const moved = changesForDate('2027-03-01', formValuesFromEvent(gig), gig)
    expect(moved).toEqual({ date: '2027-03-01', replyBy: null })
    expect(changes(moved)).toEqual({ date: '2027-03-01' })
    const chosen = { ...formValuesFromEvent(gig), replyBy: '2027-02-20' }
    expect(changesForDate('2027-03-01', chosen, gig)).toEqual({ date: '2027-03-01' })
  })

  it('changedEventFields of a draft with another type also has the visibility', () => {
    expect(changes({ type: 'public_gig' })).toEqual({ type: 'public_gig', isPublic: false })
  })
})

describe('the shown date to reply by', () => {
  const draft = newEventFormValues('gig', '2027-03-12')

  it('shownReplyBy of a new event is the default date, and empty while the date of the event is incomplete', () => {
    expect(shownReplyBy(draft, null, '2027-03-01')).toBe('2027-03-08')
    expect(shownReplyBy({ ...draft, date: '12/' }, null, '2027-03-01')).toBe('')
  })

  it('shownReplyBy of a stored event is the stored date until the date of the event changes', () => {
    const stored = anEvent({ type: 'gig', asksAnswers: true, replyBy: '2027-03-10' })
    expect(shownReplyBy({ ...draft, replyBy: null }, stored, '2027-03-01')).toBe('2027-03-10')
    expect(shownReplyBy({ ...draft, date: '2027-03-20' }, stored, '2027-03-01')).toBe('2027-03-08')
  })
})
