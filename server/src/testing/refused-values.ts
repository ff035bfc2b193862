// Long because it is one table: invalid values for every field of every endpoint.

import { bandFileVersion } from '@gaffer/domain/band-file/band-file-version'
import { limits } from '@gaffer/domain/shared/limits'
import {
  missingMarker,
  blankValues,
  requiredField,
  nonNullField,
  textField,
  nonBlankTextField,
  requiredTextField,
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
  type FieldSpec,
  type FieldSpecs,
  type RefusedValues,
} from './refused-fields.ts'
import { refusedChartValues } from './refused-chart-values.ts'
import { refusedNoteValues } from './refused-note-values.ts'
import { refusedEventValues } from './refused-event-values.ts'
import { refusedMoneyValues } from './refused-money-values.ts'
import { refusedPublicPageValues } from './refused-public-page-values.ts'

const { nameLength, titleLength, descriptionLength } = limits
const calendarAddress: FieldSpec = {
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

/** The fields of a dep in the dep book. `demand` adds invalid values that depend on the endpoint, such as a missing field. */
const depFields = (demand: (field: FieldSpec) => FieldSpec): FieldSpecs => ({
  name: demand(nonBlankTextField(limits.nameLength)),
  phone: demand({ refuses: phoneField.refuses.filter((value) => value !== missingMarker) }),
  instrument: demand(nonBlankTextField(limits.nameLength)),
  note: textField(limits.depNoteLength),
})

const seconds: FieldSpec = { refuses: [0, -1, 3601, 1.5, '200', {}] }

/** Seconds from the beginning of a recording. */
const markSeconds: FieldSpec = { refuses: [-1, limits.recordingSeconds + 1, '200', {}] }

const instantField: FieldSpec = { refuses: ['', '2026-01-02', '2026-01-02T20:00', 'yesterday', 5, {}] }

const setlistItems: FieldSpec = {
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
const keepEventIds: FieldSpec = {
  refuses: [
    null,
    'all',
    {},
    ...idField.refuses.map((value) => [value]),
    Array.from({ length: limits.keptEvents + 1 }, () => unknownId),
  ],
}

const allOff = { push: false, email: false, sms: false }

const chosenGroups = { asked: allOff, changes: allOff, reminders: allOff, news: allOff }

/** Keys of the right lengths, of which `p256dh` is not a point on the curve. */
const keysOffCurve = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }

/** Endpoints without body and query are left out. */
export const refusedValues: RefusedValues = {
  ...refusedChartValues,
  'POST /auth/phone/send-code': { body: { phone: phoneField } },
  'POST /auth/phone/verify-code': { body: { phone: phoneField, code: codeField, linkGoogle: booleanField } },
  'POST /auth/invite': { body: { token: tokenField } },
  'POST /auth/logout': { body: { signedOutSecondsAgo: { refuses: [-1, 1.5, 2e9, '5', null, {}] } } },
  // An invalid value is ignored and not refused, because other sites link to this endpoint.
  'GET /auth/google': { query: { returnTo: anyValueField } },
  'GET /auth/google/callback': {
    query: { code: anyValueField, state: anyValueField, iss: anyValueField, error: anyValueField },
  },
  'PUT /api/me': {
    body: {
      firstName: requiredTextField(nameLength),
      lastName: requiredTextField(nameLength),
      displayName: requiredTextField(nameLength),
      hometown: textField(nameLength),
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
        refuses: [
          '',
          null,
          {},
          [],
          { asked: true },
          { ...chosenGroups, gossip: allOff },
          { ...chosenGroups, news: {} },
        ],
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
          keysOffCurve,
        ],
      }),
    },
  },
  'POST /unsubscribe/:token': { body: { 'List-Unsubscribe': requiredField(choiceField) } },
  'GET /api/me/live': { query: { page: { refuses: ['', 'a page', 'F'.repeat(32), 'a'.repeat(33)] } } },
  'POST /api/me/calendars': {
    body: { url: requiredField(calendarAddress), name: requiredTextField(nameLength), countAllDay: booleanField },
  },
  'PATCH /api/me/calendars/:calendarId': {
    body: { url: nonNullField(calendarAddress), name: nonBlankTextField(nameLength), countAllDay: booleanField },
  },
  'POST /api/bands': {
    body: {
      name: requiredTextField(nameLength),
      description: textField(descriptionLength),
      avatarUrl: pictureField,
      displayName: nonBlankTextField(nameLength),
      role: textField(nameLength),
      icon: nonNullField(choiceField),
      color: colourField,
    },
  },
  // Refused files are in features/band-file/refused-files.test.ts.
  'POST /api/bands/import': {
    query: { membershipId: { refuses: ['', 'me', unknownId] } },
    body: {
      // Refused beside the fields of a band file: a request has either.
      uploadId: idField,
      recordings: objectListField,
      schema: requiredField({ refuses: ['', 'gaffer', 1, {}] }),
      schemaVersion: requiredField({ refuses: [0, bandFileVersion + 1, '1', 1.5, {}] }),
      exportedAt: requiredField({ refuses: ['', 'today', '2027-03-05', '0000-01-01T00:00:00.000Z', 5, {}] }),
      band: requiredField({ refuses: ['', {}, [], { name: '' }, { name: 'x', version: 1 }] }),
      members: objectListField,
      songs: objectListField,
      setlists: objectListField,
      events: objectListField,
      deps: objectListField,
      charts: objectListField,
      notes: objectListField,
      ledgerPeople: objectListField,
      ledger: objectListField,
      ledgerTotals: { refuses: ['x', 5, [], {}, { owedPence: 0.5, potPence: 0 }, { owedPence: 1, potPence: 0 }] },
      settlements: objectListField,
      miles: objectListField,
      pictures: objectListField,
      publicPage: { refuses: ['x', 5, [], { isOn: true }, { links: [{}] }] },
      enquiries: objectListField,
    },
  },
  'PATCH /api/bands/:bandId': {
    body: {
      name: nonBlankTextField(nameLength),
      description: textField(descriptionLength),
      avatarUrl: pictureField,
      allowedEventTypes: {
        refuses: [[], ['nothing'], ['practice', 'practice'], ['unavailable'], 'practice', null, {}],
      },
      ledgerVisibleTo: nonNullField(choiceField),
    },
  },
  'PATCH /api/bands/:bandId/members/:memberId': {
    body: {
      displayName: nonBlankTextField(nameLength),
      role: nonBlankTextField(nameLength),
      part: unstoredField(textField(limits.chartPartLength)),
      icon: nonNullField(choiceField),
      color: colourField,
      avatarUrl: pictureField,
      access: nonNullField(choiceField),
    },
  },
  'DELETE /api/bands/:bandId/members/:memberId': { body: { keepEventIds } },
  'POST /api/bands/:bandId/leave': { body: { keepEventIds } },
  'POST /api/bands/:bandId/members/invite': {
    body: {
      email: emailAddressField,
      role: unstoredField(requiredTextField(nameLength)),
      displayName: unstoredField(requiredTextField(nameLength)),
      icon: nonNullField(choiceField),
      color: colourField,
      membershipId: nonNullField(idField),
    },
  },
  'POST /api/bands/:bandId/invites/general': { body: { note: unstoredField(textField(limits.invitationNoteLength)) } },
  'POST /api/bands/:bandId/invites/phone': {
    body: { phone: phoneField, name: unstoredField(textField(limits.nameLength)) },
  },
  'GET /api/bands/:bandId/activity': { query: { before: idField } },
  'POST /api/bands/:bandId/deps': { body: depFields(requiredField) },
  'PATCH /api/bands/:bandId/deps/:depId': { body: depFields(nonNullField) },
  'POST /api/dep-links/:token': { body: { answer: requiredField(choiceField) } },
  'POST /api/bands/:bandId/songs': {
    body: {
      title: requiredTextField(titleLength),
      artist: requiredTextField(titleLength),
      album: textField(titleLength),
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
      key: unstoredField(textField(limits.songKeyLength)),
      tempo: { refuses: [19, 401, 120.5, '120', {}] },
      note: textField(limits.songNoteLength),
      writers: textField(limits.writersLength),
      isOwn: booleanField,
    },
  },
  'GET /api/bands/:bandId/recordings': { query: { eventId: idField, songId: idField, before: idField } },
  'POST /api/bands/:bandId/recordings': {
    body: {
      uploadId: requiredField(idField),
      eventId: { refuses: [...idField.refuses, unknownId] },
      name: nonBlankTextField(limits.recordingNameLength),
      recordedAt: nonNullField(instantField),
      seconds: markSeconds,
      marks: {
        refuses: [
          null,
          'all',
          {},
          ['x'],
          [{}],
          [{ songId: unknownId, atSeconds: 1 }],
          [{ songId: 'x', atSeconds: 1 }],
          Array.from({ length: limits.marksPerRecording + 1 }, () => ({ songId: unknownId, atSeconds: 1 })),
        ],
      },
      agreed: { refuses: [false, 'true', 1, null, {}] },
    },
  },
  'PATCH /api/bands/:bandId/recordings/:recordingId': {
    body: { name: nonBlankTextField(limits.recordingNameLength), isKept: booleanField },
  },
  'POST /api/bands/:bandId/recordings/:recordingId/marks': {
    body: {
      id: nonNullField(idField),
      songId: requiredField({ refuses: [...idField.refuses, unknownId] }),
      atSeconds: requiredField(markSeconds),
    },
  },
  'PATCH /api/bands/:bandId/recordings/:recordingId/marks/:markId': {
    body: { songId: nonNullField({ refuses: [...idField.refuses, unknownId] }), atSeconds: nonNullField(markSeconds) },
  },
  ...refusedNoteValues,
  'POST /api/bands/:bandId/setlists': {
    body: {
      name: requiredTextField(nameLength),
      items: setlistItems,
      copyOf: { refuses: [...idField.refuses, null, unknownId] },
    },
  },
  'PATCH /api/bands/:bandId/setlists/:setlistId': {
    body: { name: nonBlankTextField(nameLength), items: setlistItems },
  },
  'POST /api/bands/:bandId/songs/:songId/readiness': {
    body: { membershipId: requiredField(idField), status: requiredField(choiceField) },
  },
  'POST /api/bands/:bandId/songs/:songId/veto': { body: { membershipId: requiredField(idField) } },
  // The callback accepts any query: values that do not match a started connection lead to an error page.
  'GET /api/spotify/callback': { query: { state: anyValueField, code: anyValueField, error: anyValueField } },
  'GET /api/spotify/search': {
    query: {
      q: { refuses: [missingMarker, ...blankValues, 'a', ' a ', 'x'.repeat(limits.searchLength + 1)] },
      limit: { refuses: ['', '0', '11', '-1', '1.5', 'ten'] },
    },
  },
  'POST /api/spotify/playlists/:playlistId/sync': { body: { bandId: requiredField(idField) } },
  'POST /api/spotify/playlists/:playlistId/tracks': {
    body: { spotifyId: requiredField({ refuses: ['', 'x'.repeat(21), 5, {}] }) },
  },
  ...refusedEventValues,
  ...refusedMoneyValues,
  ...refusedPublicPageValues,
}
