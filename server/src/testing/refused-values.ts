// Invalid values for every field of every endpoint.

import { limits } from '@gaffer/domain/limits'
import {
  anything,
  blank,
  calendarAddress,
  choice,
  code,
  colour,
  date,
  daysAway,
  exportFlag,
  filledLine,
  flag,
  id,
  line,
  missing,
  neededLine,
  nobodysEvent,
  notNull,
  notText,
  optionalOfEvent,
  phone,
  picture,
  range,
  required,
  seriesFields,
  time,
  token,
  trackAddress,
  unkept,
  type Fields,
} from './refused-fields.ts'

const { commentLength, nameLength, titleLength, descriptionLength } = limits

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
      email: required({
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
      }),
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
    },
  },
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
