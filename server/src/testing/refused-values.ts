// Invalid values for every field of every endpoint.

import { limits } from '@gaffer/domain/limits'
import {
  missingField,
  blankValues,
  requiredField,
  nonNullField,
  lineField,
  filledLineField,
  requiredLineField,
  unstoredField,
  idField,
  choiceField,
  booleanField,
  phoneField,
  codeField,
  emailAddressField,
  pictureField,
  colourField,
  trackUrlField,
  objectListField,
  anyValueField,
  tokenField,
  unknownId,
  type RefusedField,
  type RefusedFields,
  type RefusedValues,
} from './refused-fields.ts'
import { refusedEventValues } from './refused-event-values.ts'

const { nameLength, titleLength, descriptionLength } = limits
const calendarAddress: RefusedField = {
  refuses: [
    ...blankValues,
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
const depFields = (demand: (field: RefusedField) => RefusedField): RefusedFields => ({
  name: demand(filledLineField(limits.nameLength)),
  phone: demand({ refuses: phoneField.refuses.filter((value) => value !== missingField) }),
  instrument: demand(filledLineField(limits.nameLength)),
  note: lineField(limits.depNoteLength),
})

const seconds: RefusedField = { refuses: [0, -1, 3601, 1.5, '200', {}] }

const setlistItems: RefusedField = {
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
  'POST /auth/phone/send-code': { body: { phone: phoneField } },
  'POST /auth/phone/verify-code': { body: { phone: phoneField, code: codeField, linkGoogle: booleanField } },
  'POST /auth/invite': { body: { token: tokenField } },
  'POST /auth/logout': { body: { signedOutSecondsAgo: { refuses: [-1, 1.5, 2e9, '5', null, {}] } } },
  // Links of other sites lead here: an invalid value is ignored.
  'GET /auth/google': { query: { returnTo: anyValueField } },
  'GET /auth/google/callback': {
    query: { code: anyValueField, state: anyValueField, iss: anyValueField, error: anyValueField },
  },
  'PUT /api/me': {
    body: {
      firstName: requiredLineField(nameLength),
      lastName: requiredLineField(nameLength),
      displayName: requiredLineField(nameLength),
      hometown: lineField(nameLength),
      instrument: choiceField,
      avatarUrl: pictureField,
    },
  },
  'POST /api/me/email': { body: { email: emailAddressField } },
  'POST /api/me/email/verify': { body: { code: codeField } },
  'GET /api/me/notices': { query: { before: idField } },
  'POST /api/me/notices/read': { body: { upTo: requiredField(idField) } },
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
      endpoint: requiredField({
        refuses: [
          '',
          'push.example.org',
          'https://a:b@push.example.org/a',
          `https://push.example.org/${'x'.repeat(2048)}`,
          5,
          {},
        ],
      }),
      keys: requiredField({
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
  'POST /unsubscribe/:token': { body: { 'List-Unsubscribe': requiredField(choiceField) } },
  'GET /api/me/live': { query: { page: { refuses: ['', 'a page', 'F'.repeat(32), 'a'.repeat(33)] } } },
  'POST /api/me/calendars': {
    body: { url: requiredField(calendarAddress), name: requiredLineField(nameLength), countAllDay: booleanField },
  },
  'PATCH /api/me/calendars/:calendarId': {
    body: { url: nonNullField(calendarAddress), name: filledLineField(nameLength), countAllDay: booleanField },
  },
  'POST /api/bands': {
    body: {
      name: requiredLineField(nameLength),
      description: lineField(descriptionLength),
      avatarUrl: pictureField,
      displayName: filledLineField(nameLength),
      role: lineField(nameLength),
      icon: nonNullField(choiceField),
      color: colourField,
    },
  },
  // Refused files are in features/band-file/refused-files.test.ts.
  'POST /api/bands/import': {
    query: { membershipId: { refuses: ['', 'me', unknownId] } },
    body: {
      schema: requiredField({ refuses: ['', 'gaffer', 1, {}] }),
      schemaVersion: requiredField({ refuses: [0, 2, '1', 1.5, {}] }),
      exportedAt: requiredField({ refuses: ['', 'today', '2027-03-05', '0000-01-01T00:00:00.000Z', 5, {}] }),
      band: requiredField({ refuses: ['', {}, [], { name: '' }, { name: 'x', version: 1 }] }),
      members: objectListField,
      songs: objectListField,
      setlists: objectListField,
      events: objectListField,
      deps: objectListField,
      pictures: objectListField,
    },
  },
  'PATCH /api/bands/:bandId': {
    body: {
      name: filledLineField(nameLength),
      description: lineField(descriptionLength),
      avatarUrl: pictureField,
      allowedEventTypes: {
        refuses: [[], ['nothing'], ['practice', 'practice'], ['unavailable'], 'practice', null, {}],
      },
    },
  },
  'PATCH /api/bands/:bandId/members/:memberId': {
    body: {
      displayName: filledLineField(nameLength),
      role: filledLineField(nameLength),
      icon: nonNullField(choiceField),
      color: colourField,
      avatarUrl: pictureField,
      access: nonNullField(choiceField),
    },
  },
  'DELETE /api/bands/:bandId/members/:memberId': {
    body: {
      keepEventIds: {
        refuses: [
          null,
          'all',
          {},
          ...idField.refuses.map((value) => [value]),
          Array.from({ length: limits.keptEvents + 1 }, () => unknownId),
        ],
      },
    },
  },
  'POST /api/bands/:bandId/members/invite': {
    body: {
      email: emailAddressField,
      role: unstoredField(requiredLineField(nameLength)),
      displayName: unstoredField(requiredLineField(nameLength)),
      icon: nonNullField(choiceField),
      color: colourField,
      membershipId: nonNullField(idField),
    },
  },
  'POST /api/bands/:bandId/invites/general': { body: { note: unstoredField(lineField(limits.invitationNoteLength)) } },
  'POST /api/bands/:bandId/invites/phone': {
    body: { phone: phoneField, name: unstoredField(lineField(limits.nameLength)) },
  },
  'GET /api/bands/:bandId/activity': { query: { before: idField } },
  'POST /api/bands/:bandId/deps': { body: depFields(requiredField) },
  'PATCH /api/bands/:bandId/deps/:depId': { body: depFields(nonNullField) },
  'POST /api/dep-links/:token': { body: { answer: requiredField(choiceField) } },
  'POST /api/bands/:bandId/songs': {
    body: {
      title: requiredLineField(titleLength),
      artist: requiredLineField(titleLength),
      album: lineField(titleLength),
      spotifyId: { refuses: ['', 'x'.repeat(23), 5, {}] },
      spotifyUrl: trackUrlField,
      imageUrl: trackUrlField,
      previewUrl: trackUrlField,
      addedByMembershipId: idField,
      durationSeconds: seconds,
    },
  },
  'PATCH /api/bands/:bandId/songs/:songId': {
    body: {
      durationSeconds: seconds,
      key: unstoredField(lineField(limits.songKeyLength)),
      tempo: { refuses: [19, 401, 120.5, '120', {}] },
      note: lineField(limits.songNoteLength),
    },
  },
  'POST /api/bands/:bandId/setlists': {
    body: {
      name: requiredLineField(nameLength),
      items: setlistItems,
      copyOf: { refuses: [...idField.refuses, null, unknownId] },
    },
  },
  'PATCH /api/bands/:bandId/setlists/:setlistId': { body: { name: filledLineField(nameLength), items: setlistItems } },
  'POST /api/bands/:bandId/songs/:songId/readiness': {
    body: { membershipId: requiredField(idField), status: requiredField(choiceField) },
  },
  'POST /api/bands/:bandId/songs/:songId/veto': { body: { membershipId: requiredField(idField) } },
  // The callback accepts any query: values that do not match a started connection lead to an error page.
  'GET /api/spotify/callback': { query: { state: anyValueField, code: anyValueField, error: anyValueField } },
  'GET /api/spotify/search': {
    query: {
      q: { refuses: [missingField, ...blankValues, 'a', ' a ', 'x'.repeat(limits.searchLength + 1)] },
      limit: { refuses: ['', '0', '11', '-1', '1.5', 'ten'] },
    },
  },
  'POST /api/spotify/playlists/:playlistId/sync': { body: { bandId: requiredField(idField) } },
  'POST /api/spotify/playlists/:playlistId/tracks': {
    body: { spotifyId: requiredField({ refuses: ['', 'x'.repeat(21), 5, {}] }) },
  },
  ...refusedEventValues,
}
