// Invalid values for every field of the endpoints of events, answers, days away and gig sheets.

import { limits } from '@gaffer/domain/limits'
import {
  missing,
  notText,
  required,
  refusingNull,
  line,
  neededLine,
  unkept,
  date,
  endDate,
  time,
  id,
  choice,
  flag,
  anything,
  unknownId,
  type Field,
  type Fields,
  type RefusedValues,
} from './refused-fields.ts'

const { commentLength, nameLength, titleLength, placeLength, notesLength } = limits
const optionalOfEvent: Fields = {
  endDate,
  startTime: time,
  endTime: time,
  location: line(placeLength),
  venue: { ...line(placeLength), with: { type: 'public_gig' } },
  notes: line(notesLength),
  membershipId: id,
  title: line(titleLength),
  isAllDay: flag,
  isPublic: flag,
  setlistId: { refuses: [...id.refuses, unknownId] },
  status: refusingNull(choice),
  asksAnswers: flag,
  replyBy: { refuses: [...date.refuses, '2027-12-31'] },
  cancelEventIds: {
    refuses: ['', 'all', null, {}, ['x'], [null], [unknownId], Array.from({ length: 201 }, () => unknownId)],
  },
}

const daysAway: Fields = {
  ...optionalOfEvent,
  setlistId: id,
  location: unkept(line(placeLength)),
  venue: unkept(line(placeLength)),
  replyBy: date,
}

const range: Fields = { startDate: required(date), endDate: required(date) }

const exportFlag: Field = { refuses: ['', 'yes', '1', 'TRUE'] }

const seriesEvent = { type: 'practice', date: '2027-03-05', location: 'Unit 4' }

const seriesFields: Fields = {
  event: required({
    refuses: [
      'practice',
      [],
      { ...seriesEvent, type: 'gig' },
      { ...seriesEvent, type: 'unavailable' },
      { ...seriesEvent, date: '2027-02-30' },
      { ...seriesEvent, startTime: '24:00' },
      { ...seriesEvent, endTime: '20:00' },
      { ...seriesEvent, membershipId: 'me' },
      { ...seriesEvent, cancelEventIds: [unknownId] },
      { ...seriesEvent, colour: 'red' },
    ],
  }),
  repeat: required({
    refuses: [
      'weekly',
      [],
      { every: 'day', until: '2027-03-26' },
      { every: 'week' },
      { every: 'week', until: '2027-03-04' },
      { every: 'week', until: '2028-03-06' },
      { every: 'week', until: '2027-03-26', skip: ['2027-03-13'] },
      { every: 'week', until: '2027-03-05', skip: ['2027-03-05'] },
      { every: 'week', until: '2027-03-26', skip: 'all' },
      { every: 'week', until: '2027-03-26', count: 3 },
    ],
  }),
}

const runningTimes: Field = {
  refuses: [
    'all',
    null,
    {},
    ['17:00'],
    [{}],
    [{ time: '17:00' }],
    [{ time: '17:00', label: ' ' }],
    [{ time: '17:00', label: '\u200B\u202E' }],
    [{ time: '17:00', label: 'x'.repeat(limits.runningTimeLabelLength + 1) }],
    [{ label: 'Doors' }],
    [{ time: '24:00', label: 'Doors' }],
    [{ time: '5 pm', label: 'Doors' }],
    [{ time: '17:00', label: 'Doors', surprise: true }],
    Array.from({ length: 30 }, () => ({ time: '17:00', label: 'Doors' })),
  ],
}

const seriesChanges: Field = required({
  refuses: [
    'all',
    [],
    { type: 'gig' },
    { type: 'nothing' },
    { startTime: '7pm' },
    { endTime: '24:00' },
    { location: null },
    { title: 'x'.repeat(titleLength + 1) },
    { notes: 5 },
    { date: '2027-03-06' },
    { status: 'cancelled' },
  ],
})

export const refusedEventValues: RefusedValues = {
  // The links of mails lead here, with parameters that mail services add.
  'GET /answer/:token': { query: { answer: anything } },
  'POST /answer/:token': { body: { answer: required(choice), comment: unkept(line(limits.commentLength)) } },
  'GET /api/me/events': { query: range },
  'POST /api/me/events': { body: { ...daysAway, type: required(choice), date: required(date) } },
  'PATCH /api/me/events/:eventId': { body: { ...daysAway, type: refusingNull(choice), date: refusingNull(date) } },
  'GET /api/bands/:bandId/calendar': { query: range },
  'GET /api/bands/:bandId/events': { query: range },
  'POST /api/bands/:bandId/events': { body: { ...optionalOfEvent, type: required(choice), date: required(date) } },
  'PATCH /api/bands/:bandId/events/:eventId': {
    body: { ...optionalOfEvent, type: refusingNull(choice), date: refusingNull(date) },
  },
  'POST /api/bands/:bandId/event-series': { body: seriesFields },
  'POST /api/bands/:bandId/event-series/check-conflicts': { body: seriesFields },
  'PATCH /api/bands/:bandId/event-series/:seriesId': {
    body: {
      from: required(date),
      changes: seriesChanges,
    },
  },
  'DELETE /api/bands/:bandId/event-series/:seriesId': { query: { from: required(date) } },
  'GET /api/bands/:bandId/free-dates': {
    query: {
      startDate: required({ refuses: [...date.refuses, '2026-02-23', '2027-04-01'] }),
      endDate: required({ refuses: [...date.refuses, '2027-02-28', '2028-04-05'] }),
      weekdays: { refuses: ['', '0', '8', 'Monday', '1,', '1,2,3,4,5,6,7,1', '1;2'] },
      partOfDay: { refuses: ['', 'night', 'constructor'] },
      members: { refuses: ['', 'me', unknownId, `${unknownId},`, "' or 1=1 --"] },
    },
  },
  'POST /api/bands/:bandId/event-options': {
    body: {
      event: { refuses: [missing, null, {}, 'x', []] },
      dates: { refuses: [missing, null, {}, [], ['2027-03-05'], ['2027-03-05', '2027-03-05'], ['x', 'y']] },
    },
  },
  'GET /api/bands/:bandId/clashes': { query: range },
  'PUT /api/bands/:bandId/events/:eventId/answers/:membershipId': {
    body: { answer: required(choice), comment: line(commentLength) },
  },
  'POST /api/answer-links/:token': { body: { answer: required(choice), comment: unkept(line(commentLength)) } },
  'POST /api/bands/:bandId/events/:eventId/dep-requests': {
    body: {
      depIds: required({
        refuses: [[], 'x', ['x'], [unknownId], [unknownId, unknownId], Array(11).fill(unknownId), {}],
      }),
      mode: required(choice),
      instrument: neededLine(nameLength),
      feePence: { refuses: [-1, 1.5, 100_000_001, '12000', {}] },
      waitMinutes: refusingNull({ refuses: [0, -240, 4321, 1.5, '240', {}] }),
      coversMembershipId: { refuses: [...id.refuses, unknownId] },
    },
  },
  'GET /api/bands/:bandId/availability': { query: { month: required({ refuses: ['', '2027', '2027-13', '2027-3'] }) } },
  'POST /api/bands/:bandId/events/check-conflicts': {
    body: {
      date: required(date),
      endDate,
      startTime: time,
      endTime: time,
      type: required(choice),
      membershipId: id,
      excludeEventId: id,
    },
  },
  'GET /api/bands/:bandId/calendar/export/ical': { query: { includePrivate: exportFlag, memberOnly: exportFlag } },
  'PUT /api/bands/:bandId/events/:eventId/practised': {
    body: {
      songIds: required({
        refuses: ['', {}, ['x'], [null], [unknownId], Array.from({ length: 501 }, () => unknownId)],
      }),
    },
  },
  'PUT /api/bands/:bandId/events/:eventId/gig-sheet': {
    body: {
      address: line(limits.addressLength),
      times: runningTimes,
      contactName: line(nameLength),
      contactPhone: { refuses: [...notText, 'Dave', '+', 'tel:0207', '0'.repeat(limits.contactPhoneLength + 1)] },
      contactEmail: { refuses: [...notText, 'dave', 'dave@', 'a@b.org, c@d.org', `${'x'.repeat(250)}@example.org`] },
      gettingThere: line(notesLength),
      gear: line(notesLength),
      hospitality: line(notesLength),
      feePence: { refuses: [-1, 0.5, 100_000_001, '300', {}] },
      feeNote: line(placeLength),
      feePaid: flag,
    },
  },
  'POST /api/bands/:bandId/events/:eventId/gig-sheet/share': { body: { withFee: flag, withContact: flag } },
}
