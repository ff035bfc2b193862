// Invalid values for the fields of notes and reports.

import { limits } from '@gaffer/domain/shared/limits'
import {
  booleanField,
  choiceField,
  idField,
  missingMarker,
  nonNullField,
  requiredField,
  requiredTextField,
  unknownId,
  unstoredField,
  type RefusedValues,
} from './refused-fields.ts'

const noteSubject = requiredField({ refuses: ['', 5, {}, { kind: 'event' }, { kind: 'band', id: unknownId }] })
const mentions = nonNullField({ refuses: ['', {}, [5], ['x'], [unknownId], Array(21).fill(unknownId)] })
const polls = [[], ['A'], ['A', ''], ['A', 'A'], ['A', 'x'.repeat(81)], Array.from({ length: 7 }, (_, n) => `${n}`)]
  .map((choices): object => ({ choices }))
  .concat({ choices: ['A', 'B'], closesOn: '2027-02-30' }, { choices: ['A', 'B'], allowsSeveral: 'yes' })

export const refusedNoteValues: RefusedValues = {
  'GET /api/bands/:bandId/notes': {
    query: {
      about: { refuses: [missingMarker, '', 'event', 'band:x', `poll:${unknownId}`, 'event:x'] },
      before: idField,
    },
  },
  'POST /api/bands/:bandId/notes': {
    body: {
      id: nonNullField(idField),
      about: noteSubject,
      text: requiredTextField(limits.noteLength),
      atSeconds: { refuses: [0, -1, '5', 86_401, {}] },
      mentions: mentions,
      poll: { refuses: [5, {}, ...polls] },
    },
  },
  'PATCH /api/bands/:bandId/notes/:noteId': {
    body: { text: requiredTextField(limits.noteLength), mentions },
  },
  'PUT /api/bands/:bandId/notes/:noteId/votes': {
    body: { choiceIds: { refuses: [missingMarker, null, '', {}, [5], ['x'], [unknownId], Array(7).fill(unknownId)] } },
  },
  'POST /api/bands/:bandId/note-threads/read': { body: { about: noteSubject, upTo: requiredField(idField) } },
  'PUT /api/bands/:bandId/note-threads/mute': { body: { about: noteSubject, isMuted: requiredField(booleanField) } },
  'POST /api/bands/:bandId/reports': {
    body: {
      kind: requiredField(choiceField),
      id: requiredField(idField),
      reason: unstoredField(requiredTextField(limits.reportReasonLength)),
    },
  },
}
