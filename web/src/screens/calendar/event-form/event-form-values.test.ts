// What a draft starts as and becomes, by the rules for types, visibility and days away.

import { EventInput } from '@gaffer/domain/event'
import { describe, expect, it } from 'vitest'
import { anAbsence, anEvent } from '#components/event.fixture.ts'
import {
  afterType,
  afterVisibility,
  bodyOf,
  defaultType,
  draftOf,
  newDraft,
  typesOffered,
} from './event-form-values.ts'

const me = '0190a000-0000-7000-8000-000000000001'
const practice = { ...newDraft('practice', '2027-03-12'), location: 'Unit 4', startTime: '19:00', endTime: '22:00' }

describe('the types', () => {
  it('are those that the band allows, and days away always', () => {
    expect(typesOffered(['practice', 'public_gig'])).toEqual(['practice', 'public_gig', 'unavailable'])
    expect(typesOffered([])).toEqual(['unavailable'])
  })

  it('of an event that exists keep its own, and never cross over to days away', () => {
    expect(typesOffered(['practice'], 'recording')).toEqual(['practice', 'recording'])
    expect(typesOffered(['practice'], 'unavailable')).toEqual(['unavailable'])
  })

  it('start with a practice where the band has them', () => {
    expect(defaultType(typesOffered(['gig', 'practice']))).toBe('practice')
    expect(defaultType(typesOffered(['gig']))).toBe('gig')
    expect(defaultType(typesOffered([]))).toBe('unavailable')
  })
})

describe('another type', () => {
  it('makes public gigs and festivals public, the rest private, and clears the other place', () => {
    expect(afterType('festival', practice)).toEqual({ isPublic: true, location: '' })
    const gig = { ...newDraft('public_gig', '2027-03-12'), venue: 'The Brudenell' }
    expect(afterType('practice', gig)).toEqual({ isPublic: false, venue: '' })
    expect(afterType('rehearsal', practice)).toEqual({})
  })

  it('clears times and places for days away', () => {
    expect(afterType('unavailable', practice)).toEqual({ startTime: null, endTime: null, location: '', venue: '' })
  })
})

it('clears the venue of what becomes private, and the location of what becomes public', () => {
  const gig = { ...newDraft('public_gig', '2027-03-12'), venue: 'The Brudenell' }
  expect(afterVisibility(false, gig)).toEqual({ isPublic: false, venue: '' })
  expect(afterVisibility(true, { ...gig, isPublic: false })).toEqual({ isPublic: true, location: '' })
  expect(afterVisibility(true, gig)).toEqual({})
})

describe('what is sent', () => {
  const sent = (fields: object) => bodyOf(EventInput.parse({ ...practice, ...fields }), me)

  it('is all day exactly when it has no times', () => {
    expect(sent({})).toMatchObject({ isAllDay: false, startTime: '19:00', endTime: '22:00', membershipId: null })
    expect(sent({ endTime: null })).toMatchObject({ isAllDay: false })
    expect(sent({ startTime: null, endTime: null })).toMatchObject({ isAllDay: true })
  })

  it('is days away of the member, whole days', () => {
    expect(sent({ type: 'unavailable', location: '' })).toMatchObject({
      isAllDay: true,
      startTime: null,
      location: null,
      membershipId: me,
    })
  })

  it('is the stored event again when nothing was changed', () => {
    const stored = anEvent({ type: 'gig', title: 'Wedding', location: 'Barn', startTime: '20:00', notes: 'Two sets' })
    const body = bodyOf(EventInput.parse(draftOf(stored)), me)
    expect(stored).toMatchObject({ ...body, membershipId: null })
    const away = anAbsence('Dee', '2027-03-12', '2027-03-14')
    expect(bodyOf(EventInput.parse(draftOf(away)), me)).toMatchObject({ date: away.date, endDate: away.endDate })
  })
})
