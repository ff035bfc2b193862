// Invalid values for every field of the endpoints of events, answers, days away and gig sheets.

import { limits } from '@gaffer/domain/shared/limits'
import {
  missingMarker,
  notTextValues,
  requiredField,
  nonNullField,
  textField,
  requiredTextField,
  unstoredField,
  dateField,
  endDateField,
  timeField,
  idField,
  choiceField,
  booleanField,
  anyValueField,
  unknownId,
  type FieldSpec,
  type FieldSpecs,
  type RefusedValues,
} from './refused-fields.ts'

const { commentLength, nameLength, titleLength, placeLength, notesLength } = limits
const optionalOfEvent: FieldSpecs = {
  endDate: endDateField,
  startTime: timeField,
  endTime: timeField,
  location: textField(placeLength),
  venue: { ...textField(placeLength), with: { type: 'public_gig' } },
  notes: textField(notesLength),
  membershipId: idField,
  title: textField(titleLength),
  isAllDay: booleanField,
  isPublic: booleanField,
  isListed: booleanField,
  ticketUrl: {
    refuses: [
      'tickets',
      'javascript:alert(1)',
      'https://kit:secret@tickets.example',
      'https://tickets.example/a b',
      5,
      {},
    ],
  },
  priceText: { ...textField(limits.priceLength), with: { type: 'public_gig', venue: 'The Brudenell' } },
  setlistId: { refuses: [...idField.refuses, unknownId] },
  status: nonNullField(choiceField),
  asksAnswers: booleanField,
  replyBy: { refuses: [...dateField.refuses, '2027-12-31'] },
  cancelEventIds: {
    refuses: ['', 'all', null, {}, ['x'], [null], [unknownId], Array.from({ length: 201 }, () => unknownId)],
  },
}

const daysAway: FieldSpecs = {
  ...optionalOfEvent,
  setlistId: idField,
  priceText: unstoredField(textField(limits.priceLength)),
  location: unstoredField(textField(placeLength)),
  venue: unstoredField(textField(placeLength)),
  replyBy: dateField,
}

const range: FieldSpecs = { startDate: requiredField(dateField), endDate: requiredField(dateField) }

const exportFlag: FieldSpec = { refuses: ['', 'yes', '1', 'TRUE'] }

const seriesEvent = { type: 'practice', date: '2027-03-05', location: 'Unit 4' }

const seriesFields: FieldSpecs = {
  event: requiredField({
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
  repeat: requiredField({
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

const runningTimes: FieldSpec = {
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

const seriesChanges: FieldSpec = requiredField({
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
  // Any query is accepted, because mail services add parameters to the links in mails.
  'GET /answer/:token': { query: { answer: anyValueField } },
  'POST /answer/:token': {
    body: { answer: requiredField(choiceField), comment: unstoredField(textField(limits.commentLength)) },
  },
  'GET /api/me/events': { query: range },
  'POST /api/me/events': { body: { ...daysAway, type: requiredField(choiceField), date: requiredField(dateField) } },
  'PATCH /api/me/events/:eventId': {
    body: { ...daysAway, type: nonNullField(choiceField), date: nonNullField(dateField) },
  },
  'GET /api/bands/:bandId/calendar': { query: range },
  'GET /api/bands/:bandId/events': { query: range },
  'POST /api/bands/:bandId/events': {
    body: { ...optionalOfEvent, type: requiredField(choiceField), date: requiredField(dateField) },
  },
  'PATCH /api/bands/:bandId/events/:eventId': {
    body: { ...optionalOfEvent, type: nonNullField(choiceField), date: nonNullField(dateField) },
  },
  'POST /api/bands/:bandId/event-series': { body: seriesFields },
  'POST /api/bands/:bandId/event-series/check-conflicts': { body: seriesFields },
  'PATCH /api/bands/:bandId/event-series/:seriesId': {
    body: {
      from: requiredField(dateField),
      changes: seriesChanges,
    },
  },
  'DELETE /api/bands/:bandId/event-series/:seriesId': { query: { from: requiredField(dateField) } },
  'GET /api/bands/:bandId/free-dates': {
    query: {
      startDate: requiredField({ refuses: [...dateField.refuses, '2026-02-23', '2027-04-01'] }),
      endDate: requiredField({ refuses: [...dateField.refuses, '2027-02-28', '2028-04-05'] }),
      weekdays: { refuses: ['', '0', '8', 'Monday', '1,', '1,2,3,4,5,6,7,1', '1;2'] },
      partOfDay: { refuses: ['', 'night', 'constructor'] },
      members: { refuses: ['', 'me', unknownId, `${unknownId},`, "' or 1=1 --"] },
    },
  },
  'POST /api/bands/:bandId/event-options': {
    body: {
      event: { refuses: [missingMarker, null, {}, 'x', []] },
      dates: { refuses: [missingMarker, null, {}, [], ['2027-03-05'], ['2027-03-05', '2027-03-05'], ['x', 'y']] },
    },
  },
  'PUT /api/bands/:bandId/option-groups/:optionGroupId/answers/:membershipId': {
    body: {
      answers: requiredField({
        refuses: [
          [],
          {},
          'x',
          [{}],
          [null],
          [{ eventId: unknownId, answer: 'yes' }],
          [{ eventId: 'x', answer: 'yes' }],
        ],
      }),
    },
  },
  'GET /api/bands/:bandId/clashes': { query: range },
  'PUT /api/bands/:bandId/events/:eventId/answers/:membershipId': {
    body: { answer: requiredField(choiceField), comment: textField(commentLength) },
  },
  'POST /api/answer-links/:token': {
    body: { answer: requiredField(choiceField), comment: unstoredField(textField(commentLength)) },
  },
  'POST /api/bands/:bandId/events/:eventId/dep-requests': {
    body: {
      depIds: requiredField({
        refuses: [[], 'x', ['x'], [unknownId], [unknownId, unknownId], Array(11).fill(unknownId), {}],
      }),
      mode: requiredField(choiceField),
      instrument: requiredTextField(nameLength),
      feePence: { refuses: [-1, 1.5, 100_000_001, '12000', {}] },
      waitMinutes: nonNullField({ refuses: [0, -240, 4321, 1.5, '240', {}] }),
      coversMembershipId: { refuses: [...idField.refuses, unknownId] },
    },
  },
  'GET /api/bands/:bandId/notice-reach': {
    query: { group: requiredField({ refuses: ['', 'news', 'reminders', 'constructor'] }) },
  },
  'GET /api/bands/:bandId/availability': {
    query: { month: requiredField({ refuses: ['', '2027', '2027-13', '2027-3'] }) },
  },
  'POST /api/bands/:bandId/events/check-conflicts': {
    body: {
      date: requiredField(dateField),
      endDate: endDateField,
      startTime: timeField,
      endTime: timeField,
      type: requiredField(choiceField),
      membershipId: idField,
      excludeEventId: idField,
    },
  },
  'GET /api/bands/:bandId/calendar/export/ical': { query: { includePrivate: exportFlag, memberOnly: exportFlag } },
  'PUT /api/bands/:bandId/events/:eventId/practised': {
    body: {
      songIds: requiredField({
        refuses: ['', {}, ['x'], [null], [unknownId], Array.from({ length: 501 }, () => unknownId)],
      }),
    },
  },
  'PUT /api/bands/:bandId/events/:eventId/gig-sheet': {
    body: {
      address: textField(limits.addressLength),
      times: runningTimes,
      contactName: textField(nameLength),
      contactPhone: { refuses: [...notTextValues, 'Dave', '+', 'tel:0207', '0'.repeat(limits.contactPhoneLength + 1)] },
      contactEmail: {
        refuses: [...notTextValues, 'dave', 'dave@', 'a@b.org, c@d.org', `${'x'.repeat(250)}@example.org`],
      },
      gettingThere: textField(notesLength),
      gear: textField(notesLength),
      hospitality: textField(notesLength),
      feePence: { refuses: [-1, 0.5, 100_000_001, '300', {}] },
      feeNote: textField(placeLength),
      feePaid: booleanField,
    },
  },
  'GET /api/bands/:bandId/venues': { query: { q: { refuses: ['x'.repeat(limits.searchLength + 1)] } } },
  'PUT /api/bands/:bandId/events/:eventId/lifts/:membershipId': {
    body: {
      mode: requiredField(choiceField),
      seats: { refuses: [0, 17, 1.5, '3', {}] },
      from: textField(limits.liftFromLength),
      leavesAt: timeField,
      driverId: idField,
    },
  },
  'PUT /api/bands/:bandId/events/:eventId/played': {
    body: {
      items: requiredField({
        refuses: [
          '',
          {},
          ['x'],
          [{}],
          [{ songId: unknownId }],
          [{ title: ' ' }],
          [{ title: 'x'.repeat(limits.titleLength + 1) }],
          Array.from({ length: limits.playedItems + 1 }, () => ({ title: 'x' })),
        ],
      }),
      reportedOn: dateField,
    },
  },
  'POST /api/bands/:bandId/events/:eventId/gig-sheet/share': {
    body: { withFee: booleanField, withContact: booleanField },
  },
}
