// Invalid values for every field of every endpoint.

import { limits } from '@gaffer/domain/limits'
import {
  missing,
  blank,
  required,
  refusingNull,
  line,
  filledLine,
  neededLine,
  unkept,
  id,
  choice,
  flag,
  phone,
  code,
  emailAddress,
  picture,
  colour,
  trackAddress,
  objects,
  anything,
  token,
  unknownId,
  type Field,
  type Fields,
  type RefusedValues,
} from './refused-fields.ts'
import { refusedEventValues } from './refused-event-values.ts'

const { nameLength, titleLength, descriptionLength } = limits
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

/** The fields of a dep in the dep book. `demand` adds what is refused besides wrong values. */
const depFields = (demand: (field: Field) => Field): Fields => ({
  name: demand(filledLine(limits.nameLength)),
  phone: demand({ refuses: phone.refuses.filter((value) => value !== missing) }),
  instrument: demand(filledLine(limits.nameLength)),
  note: line(limits.depNoteLength),
})

const seconds: Field = { refuses: [0, -1, 3601, 1.5, '200', {}] }

const setlistItems: Field = {
  refuses: [
    'all',
    null,
    {},
    ['x'],
    [{}],
    [{ label: ' ' }],
    [{ songId: unknownId }],
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

/** Keys of the right lengths that are no point on the curve. */
const pointlessKeys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }

/** Endpoints without body and query are left out. */
export const refusedValues: RefusedValues = {
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
  'POST /unsubscribe/:token': { body: { 'List-Unsubscribe': required(choice) } },
  'GET /api/me/live': { query: { page: { refuses: ['', 'a page', 'F'.repeat(32), 'a'.repeat(33)] } } },
  'POST /api/me/calendars': {
    body: { url: required(calendarAddress), name: neededLine(nameLength), countAllDay: flag },
  },
  'PATCH /api/me/calendars/:calendarId': {
    body: { url: refusingNull(calendarAddress), name: filledLine(nameLength), countAllDay: flag },
  },
  'POST /api/bands': {
    body: {
      name: neededLine(nameLength),
      description: line(descriptionLength),
      avatarUrl: picture,
      displayName: filledLine(nameLength),
      role: line(nameLength),
      icon: refusingNull(choice),
      color: colour,
    },
  },
  // Refused files are in features/band-file/refused-files.test.ts.
  'POST /api/bands/import': {
    query: { membershipId: { refuses: ['', 'me', unknownId] } },
    body: {
      schema: required({ refuses: ['', 'gaffer', 1, {}] }),
      schemaVersion: required({ refuses: [0, 2, '1', 1.5, {}] }),
      exportedAt: required({ refuses: ['', 'today', '2027-03-05', '0000-01-01T00:00:00.000Z', 5, {}] }),
      band: required({ refuses: ['', {}, [], { name: '' }, { name: 'x', version: 1 }] }),
      members: objects,
      songs: objects,
      setlists: objects,
      events: objects,
      deps: objects,
      pictures: objects,
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
      icon: refusingNull(choice),
      color: colour,
      avatarUrl: picture,
      access: refusingNull(choice),
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
          Array.from({ length: limits.keptEvents + 1 }, () => unknownId),
        ],
      },
    },
  },
  'POST /api/bands/:bandId/members/invite': {
    body: {
      email: emailAddress,
      role: unkept(neededLine(nameLength)),
      displayName: unkept(neededLine(nameLength)),
      icon: refusingNull(choice),
      color: colour,
      membershipId: refusingNull(id),
    },
  },
  'POST /api/bands/:bandId/invites/general': { body: { note: unkept(line(limits.invitationNoteLength)) } },
  'POST /api/bands/:bandId/invites/phone': { body: { phone, name: unkept(line(limits.nameLength)) } },
  'GET /api/bands/:bandId/activity': { query: { before: id } },
  'POST /api/bands/:bandId/deps': { body: depFields(required) },
  'PATCH /api/bands/:bandId/deps/:depId': { body: depFields(refusingNull) },
  'POST /api/dep-links/:token': { body: { answer: required(choice) } },
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
      copyOf: { refuses: [...id.refuses, null, unknownId] },
    },
  },
  'PATCH /api/bands/:bandId/setlists/:setlistId': { body: { name: filledLine(nameLength), items: setlistItems } },
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
  ...refusedEventValues,
}
