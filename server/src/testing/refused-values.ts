// Long because it is one table: invalid values for every field of every endpoint.

import { limits } from '@gaffer/domain/limits'

export const missing = Symbol('missing')

/** `refuses` are invalid values. With `max` a text of that length must be stored; `with` adds fields that it needs. */
export type Field = { refuses: unknown[]; status?: 404; max?: number; with?: object }
export type Fields = Record<string, Field>

const notText = [42, true, {}, ['x']]
const absent = [missing, null]
const blank = ['', '  \t\n', '\u200B\u202E\u0000']
const required = (field: Field): Field => ({ ...field, refuses: [...field.refuses, ...absent] })
const notNull = (field: Field): Field => ({ ...field, refuses: [...field.refuses, null] })

const line = (max: number): Field => ({
  max,
  refuses: [...notText, 'x'.repeat(max + 1), '🎸'.repeat(max + 1), 'x'.repeat(max * 20)],
})
const filledLine = (max: number): Field => ({ max, refuses: [...line(max).refuses, null, ...blank] })
const neededLine = (max: number): Field => ({ max, refuses: [...filledLine(max).refuses, missing] })
const unkept = ({ refuses }: Field): Field => ({ refuses })

const date: Field = {
  refuses: [
    '',
    '2027-02-30',
    '2027-2-3',
    '27-02-03',
    '05/03/2027',
    '2027-03-05T10:00',
    '1999-12-31',
    '2101-01-01',
    20270305,
    {},
  ],
}
const time: Field = { refuses: ['', '24:00', '19:60', '7:00', '19:00:00', '7 pm', ' 19:00', 1900, {}] }
const id: Field = { refuses: ['', 'me', '01890000-0000-7000-8000-00000000000G', "' or 1=1 --", 5, {}] }
const choice: Field = { refuses: ['', 'something else', 'constructor', 5, {}, []] }
const flag: Field = { refuses: ['true', 1, null, {}] }
const phone: Field = required({
  refuses: [...blank, '07700', '0113 496 0000', '+1 212 555 0100', 'x'.repeat(41), 447700900123, {}],
})
const code: Field = required({ refuses: ['', '12345', '1234567', '12345a', '１２３４５６', 123456, {}] })
const emailAddress: Field = required({
  refuses: [
    ...notText,
    ...blank,
    'sal',
    'sal@',
    '@example.org',
    'sal@example',
    'a@b.org, c@d.org',
    `${'x'.repeat(250)}@example.org`,
  ],
})
const picture: Field = {
  refuses: [
    '',
    'https://elsewhere.example/x.png',
    'javascript:alert(1)',
    'data:image/svg+xml;base64,PHN2Zy8+',
    'data:image/png;base64,AAAA',
    'data:text/html,<b>',
    '/images/../secrets.webp',
    5,
    {},
  ],
}
const colour: Field = notNull({ refuses: ['', 'red', '#12', '#12345g', 'url(x)', 5, {}] })
const trackAddress: Field = {
  refuses: ['', 'javascript:alert(1)', 'https://elsewhere.example/x', 'http://open.spotify.com/track/x', 5, {}],
}
const calendarAddress: Field = {
  refuses: [
    ...blank,
    'work.ics',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'ftp://calendars.example/work.ics',
    'https://kit:secret@calendars.example/work.ics',
    'https://calendars.example/work .ics',
    'https:///work.ics',
    `https://calendars.example/${'x'.repeat(2000)}`,
    5,
    {},
  ],
}
const anything: Field = { refuses: [] }
const token: Field = { status: 404, refuses: ['', 'dead', "' or 1=1 --", 'x'.repeat(1000)] }

const seconds: Field = { refuses: [0, -1, 3601, 1.5, '200', {}] }
const nobodysEvent = '01890000-0000-7000-8000-000000000000'

const { commentLength, nameLength, titleLength, placeLength, notesLength, descriptionLength } = limits
const optionalOfEvent: Fields = {
  endDate: { refuses: [...date.refuses, '2027-03-04', '2029-01-01'] },
  startTime: time,
  endTime: time,
  location: line(placeLength),
  venue: { ...line(placeLength), with: { type: 'public_gig' } },
  notes: line(notesLength),
  membershipId: id,
  title: line(titleLength),
  isAllDay: flag,
  isPublic: flag,
  setlistId: { refuses: [...id.refuses, nobodysEvent] },
  status: notNull(choice),
  asksAnswers: flag,
  replyBy: { refuses: [...date.refuses, '2027-12-31'] },
  cancelEventIds: {
    refuses: ['', 'all', null, {}, ['x'], [null], [nobodysEvent], Array.from({ length: 201 }, () => nobodysEvent)],
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

const setlistItems: Field = {
  refuses: [
    'all',
    null,
    {},
    ['x'],
    [{}],
    [{ label: ' ' }],
    [{ songId: nobodysEvent }],
    [{ songId: 'x' }],
    [{ label: 'x'.repeat(titleLength + 1) }],
    [{ label: 'Break', note: 'x'.repeat(limits.setlistNoteLength + 1) }],
    [{ label: 'Break', durationSeconds: 0 }],
    [{ label: 'Break', surprise: true }],
    Array.from({ length: limits.setlistItems + 1 }, () => ({ label: 'Break' })),
  ],
}

const noWay = { push: false, email: false, sms: false }
const chosenGroups = { asked: noWay, changes: noWay, reminders: noWay, news: noWay }
/** Of the right lengths, but no point on the curve. */
const pointlessKeys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }

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
      { ...seriesEvent, cancelEventIds: [nobodysEvent] },
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

/** Fields of body and query, keyed by method and path. Endpoints without either are left out. */
export const refusedValues: Record<string, { body?: Fields; query?: Fields }> = {
  'POST /auth/phone/send-code': { body: { phone } },
  'POST /auth/phone/verify-code': { body: { phone, code, linkGoogle: flag } },
  'POST /auth/invite': { body: { token } },
  'POST /auth/logout': { body: { signedOutSecondsAgo: { refuses: [-1, 1.5, 2e9, '5', null, {}] } } },
  // Links of other sites lead here: an invalid value is ignored.
  'GET /auth/google': { query: { returnTo: anything } },
  'GET /auth/google/callback': { query: { code: anything, state: anything, iss: anything, error: anything } },
  'PUT /api/me': {
    body: {
      firstName: neededLine(nameLength),
      lastName: neededLine(nameLength),
      displayName: neededLine(nameLength),
      hometown: line(nameLength),
      instrument: choice,
      avatarUrl: picture,
    },
  },
  'POST /api/me/email': { body: { email: emailAddress } },
  'POST /api/me/email/verify': { body: { code } },
  'GET /api/me/notices': { query: { before: id } },
  'POST /api/me/notices/read': { body: { upTo: required(id) } },
  'PUT /api/me/notice-settings': {
    body: {
      groups: {
        refuses: ['', null, {}, [], { asked: true }, { ...chosenGroups, gossip: noWay }, { ...chosenGroups, news: {} }],
      },
      reminders: { refuses: ['', null, {}, [], { eveningBefore: true }, { eveningBefore: 'yes', gigMorning: true }] },
    },
  },
  'POST /api/me/push-subscriptions': {
    body: {
      endpoint: required({
        refuses: [
          '',
          'push.example.org',
          'https://a:b@push.example.org/a',
          `https://push.example.org/${'x'.repeat(2048)}`,
          5,
          {},
        ],
      }),
      keys: required({
        refuses: [
          '',
          {},
          [],
          { p256dh: 'A'.repeat(87) },
          { p256dh: 'A'.repeat(86), auth: 'A'.repeat(22) },
          pointlessKeys,
        ],
      }),
    },
  },
  // The links of mails lead here, with parameters that mail services add.
  'GET /answer/:token': { query: { answer: anything } },
  'POST /answer/:token': { body: { answer: required(choice), comment: unkept(line(limits.commentLength)) } },
  'POST /unsubscribe/:token': { body: { 'List-Unsubscribe': required(choice) } },
  'GET /api/me/events': { query: range },
  'GET /api/me/live': { query: { page: { refuses: ['', 'a page', 'F'.repeat(32), 'a'.repeat(33)] } } },
  'POST /api/me/events': { body: { ...daysAway, type: required(choice), date: required(date) } },
  'PATCH /api/me/events/:eventId': { body: { ...daysAway, type: notNull(choice), date: notNull(date) } },
  'POST /api/me/calendars': {
    body: { url: required(calendarAddress), name: neededLine(nameLength), countAllDay: flag },
  },
  'PATCH /api/me/calendars/:calendarId': {
    body: { url: notNull(calendarAddress), name: filledLine(nameLength), countAllDay: flag },
  },
  'POST /api/bands': {
    body: {
      name: neededLine(nameLength),
      description: line(descriptionLength),
      avatarUrl: picture,
      displayName: filledLine(nameLength),
      role: line(nameLength),
      icon: notNull(choice),
      color: colour,
    },
  },
  'PATCH /api/bands/:bandId': {
    body: {
      name: filledLine(nameLength),
      description: line(descriptionLength),
      avatarUrl: picture,
      allowedEventTypes: {
        refuses: [[], ['nothing'], ['practice', 'practice'], ['unavailable'], 'practice', null, {}],
      },
    },
  },
  'PATCH /api/bands/:bandId/members/:memberId': {
    body: {
      displayName: filledLine(nameLength),
      role: filledLine(nameLength),
      icon: notNull(choice),
      color: colour,
      avatarUrl: picture,
      access: notNull(choice),
    },
  },
  'DELETE /api/bands/:bandId/members/:memberId': {
    body: {
      keepEventIds: {
        refuses: [
          null,
          'all',
          {},
          ...id.refuses.map((value) => [value]),
          Array.from({ length: limits.keptEvents + 1 }, () => '01890000-0000-7000-8000-000000000000'),
        ],
      },
    },
  },
  'POST /api/bands/:bandId/members/invite': {
    body: {
      email: emailAddress,
      role: unkept(neededLine(nameLength)),
      displayName: unkept(neededLine(nameLength)),
      icon: notNull(choice),
      color: colour,
    },
  },
  'POST /api/bands/:bandId/invites/general': { body: { note: unkept(line(limits.invitationNoteLength)) } },
  'POST /api/bands/:bandId/invites/phone': { body: { phone, name: unkept(line(limits.nameLength)) } },
  'GET /api/bands/:bandId/activity': { query: { before: id } },
  'GET /api/bands/:bandId/calendar': { query: range },
  'GET /api/bands/:bandId/events': { query: range },
  'POST /api/bands/:bandId/events': { body: { ...optionalOfEvent, type: required(choice), date: required(date) } },
  'PATCH /api/bands/:bandId/events/:eventId': {
    body: { ...optionalOfEvent, type: notNull(choice), date: notNull(date) },
  },
  'POST /api/bands/:bandId/event-series': { body: seriesFields },
  'POST /api/bands/:bandId/event-series/check-conflicts': { body: seriesFields },
  'PATCH /api/bands/:bandId/event-series/:seriesId': {
    body: {
      from: required(date),
      changes: required({
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
      }),
    },
  },
  'DELETE /api/bands/:bandId/event-series/:seriesId': { query: { from: required(date) } },
  'GET /api/bands/:bandId/free-dates': {
    query: {
      startDate: required({ refuses: [...date.refuses, '2026-02-23', '2027-04-01'] }),
      endDate: required({ refuses: [...date.refuses, '2027-02-28', '2028-04-05'] }),
      weekdays: { refuses: ['', '0', '8', 'Monday', '1,', '1,2,3,4,5,6,7,1', '1;2'] },
      partOfDay: { refuses: ['', 'night', 'constructor'] },
      members: { refuses: ['', 'me', nobodysEvent, `${nobodysEvent},`, "' or 1=1 --"] },
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
  'GET /api/bands/:bandId/availability': { query: { month: required({ refuses: ['', '2027', '2027-13', '2027-3'] }) } },
  'POST /api/bands/:bandId/events/check-conflicts': {
    body: {
      date: required(date),
      endDate: { refuses: [...date.refuses, '2027-03-04', '2029-01-01'] },
      startTime: time,
      endTime: time,
      type: required(choice),
      membershipId: id,
      excludeEventId: id,
    },
  },
  'GET /api/bands/:bandId/calendar/export/ical': { query: { includePrivate: exportFlag, memberOnly: exportFlag } },
  'POST /api/bands/:bandId/songs': {
    body: {
      title: neededLine(titleLength),
      artist: neededLine(titleLength),
      album: line(titleLength),
      spotifyId: { refuses: ['', 'x'.repeat(23), 5, {}] },
      spotifyUrl: trackAddress,
      imageUrl: trackAddress,
      previewUrl: trackAddress,
      addedByMembershipId: id,
      durationSeconds: seconds,
    },
  },
  'PATCH /api/bands/:bandId/songs/:songId': {
    body: {
      durationSeconds: seconds,
      key: unkept(line(limits.songKeyLength)),
      tempo: { refuses: [19, 401, 120.5, '120', {}] },
      note: line(limits.songNoteLength),
    },
  },
  'POST /api/bands/:bandId/setlists': {
    body: {
      name: neededLine(nameLength),
      items: setlistItems,
      copyOf: { refuses: [...id.refuses, null, nobodysEvent] },
    },
  },
  'PATCH /api/bands/:bandId/setlists/:setlistId': { body: { name: filledLine(nameLength), items: setlistItems } },
  'PUT /api/bands/:bandId/events/:eventId/practised': {
    body: {
      songIds: required({
        refuses: ['', {}, ['x'], [null], [nobodysEvent], Array.from({ length: 501 }, () => nobodysEvent)],
      }),
    },
  },
  'PUT /api/bands/:bandId/events/:eventId/gig-sheet': {
    body: {
      address: line(limits.addressLength),
      times: {
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
      },
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
  'POST /api/bands/:bandId/songs/:songId/readiness': { body: { membershipId: required(id), status: required(choice) } },
  'POST /api/bands/:bandId/songs/:songId/veto': { body: { membershipId: required(id) } },
  // The callback accepts any query: values that do not match a started connection lead to an error page.
  'GET /api/spotify/callback': { query: { state: anything, code: anything, error: anything } },
  'GET /api/spotify/search': {
    query: {
      q: { refuses: [missing, ...blank, 'a', ' a ', 'x'.repeat(limits.searchLength + 1)] },
      limit: { refuses: ['', '0', '11', '-1', '1.5', 'ten'] },
    },
  },
  'POST /api/spotify/playlists/:playlistId/sync': { body: { bandId: required(id) } },
  'POST /api/spotify/playlists/:playlistId/tracks': {
    body: { spotifyId: required({ refuses: ['', 'x'.repeat(21), 5, {}] }) },
  },
}
