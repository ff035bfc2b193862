import { expect, test } from 'vitest'
import { normalizeEvent } from './normalize-event.ts'
import { EventInput, mergeEventChanges, type BandEvent, type EventChanges } from './event.ts'

const practice: BandEvent = {
  id: '019ad2f0-0000-7000-8000-000000000001',
  bandId: '019ad2f0-0000-7000-8000-000000000002',
  type: 'practice',
  title: 'Set two',
  date: '2027-03-05',
  endDate: null,
  startTime: '19:00',
  endTime: '22:00',
  location: 'Unit 4',
  venue: null,
  notes: 'Bring the amp',
  isPublic: false,
  isListed: false,
  ticketUrl: null,
  priceText: null,
  isAllDay: false,
  membershipId: null,
  ownerUserId: null,
  displayName: null,
  bandName: null,
  status: 'confirmed',
  asksAnswers: false,
  replyBy: null,
  nudgedAt: null,
  movedFrom: null,
  seriesId: null,
  optionGroupId: null,
  optionNumber: null,
  isEditedByHand: false,
  optionCount: null,
  answerCounts: { yes: 0, maybe: 0, no: 0, away: 0, none: 5 },
  myAnswer: null,
  setlistId: null,
  hasGigSheet: false,
  recordingCount: 0,
  deps: [],
  version: 3,
  createdAt: '2027-01-01T00:00:00.000Z',
  updatedAt: '2027-01-01T00:00:00.000Z',
  noteCount: 0,
  hasUnreadNotes: false,
}
const wholeDay = { ...practice, startTime: null, endTime: null, isAllDay: true }

const today = '2027-02-01'
const applyChanges = (stored: BandEvent, changes: EventChanges) =>
  normalizeEvent(EventInput.parse(mergeEventChanges(stored, changes)), today)

test('an empty change to an event keeps all its fields', () => {
  const { type, title, date, endDate, startTime, endTime, location, venue, notes, isPublic, isAllDay } = practice
  const { status, asksAnswers, replyBy, setlistId, isListed, ticketUrl, priceText } = practice
  const listing = { isListed, ticketUrl, priceText }
  const times = { date, endDate, startTime, endTime, isAllDay }
  const same = {
    type,
    title,
    ...times,
    location,
    venue,
    notes,
    isPublic,
    status,
    asksAnswers,
    replyBy,
    setlistId,
    ...listing,
  }
  expect(applyChanges(practice, {})).toEqual(same)
})

test('a change to an event clears a field that is null, and keeps a field that is left out', () => {
  expect(applyChanges(practice, { title: null })).toMatchObject({ title: null, notes: 'Bring the amp' })
})

test.each<['all-day' | 'timed', EventChanges, Partial<BandEvent>]>([
  ['all-day', { startTime: '18:00' }, { isAllDay: false, startTime: '18:00' }],
  ['all-day', { startTime: '18:00', isAllDay: true }, { isAllDay: true, startTime: null }],
  ['all-day', { title: 'Renamed' }, { isAllDay: true }],
  ['timed', { isAllDay: true }, { isAllDay: true, startTime: null, endTime: null }],
  ['timed', { startTime: null, endTime: null }, { isAllDay: true }],
  ['timed', { type: 'public_gig', venue: 'The Brudenell' }, { isPublic: true, location: null }],
  ['timed', { type: 'public_gig', isPublic: false }, { isPublic: false, location: 'Unit 4' }],
  ['timed', { type: 'practice' }, { isPublic: false }],
])('a practice that is %s has, after the change %j, the values %j', (time, changes, expected) => {
  expect(applyChanges(time === 'timed' ? practice : wholeDay, changes)).toMatchObject(expected)
})
