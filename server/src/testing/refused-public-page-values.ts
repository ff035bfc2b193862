// Invalid values for the fields of the public page and its enquiries.

import { limits } from '@gaffer/domain/shared/limits'
import {
  anyValueField,
  choiceField,
  idField,
  requiredField,
  textField,
  unstoredField,
  type FieldSpecs,
  type RefusedValues,
} from './refused-fields.ts'

const longLink = { label: 'x', url: `https://x.example/${'x'.repeat(limits.webAddressLength)}` }
const publicPage: FieldSpecs = {
  isOn: { refuses: ['true', 1, null, {}] },
  slug: { refuses: ['', 'ab', 'x'.repeat(41), 'a b c', 'a--b', '-abc', 'ünter', 'a.b.c', 5, {}] },
  bio: unstoredField(textField(limits.bioLength)),
  hometown: unstoredField(textField(limits.nameLength)),
  genres: {
    refuses: [
      'Soul',
      null,
      [''],
      [5],
      ['Soul', 'soul'],
      ['x'.repeat(41)],
      Array.from({ length: 11 }, (_, at) => `${at}`),
    ],
  },
  links: {
    refuses: [
      null,
      [{}],
      [{ label: 'x' }],
      [{ label: '', url: 'https://x.example' }],
      [{ label: 'x', url: 'javascript:alert(1)' }],
      [{ label: 'x', url: 'https://kit:secret@x.example' }],
      [longLink],
      Array.from({ length: 13 }, () => ({ label: 'x', url: 'https://x.example' })),
    ],
  },
  acceptsEnquiries: { refuses: ['true', 1, null, {}] },
  showsPast: { refuses: ['true', 1, null, {}] },
}

export const refusedPublicPageValues: RefusedValues = {
  'PUT /api/bands/:bandId/public-page': { body: publicPage },
  'POST /api/bands/:bandId/public-page/preview': { body: publicPage },
  'GET /b/:slug/picture.webp': { query: { v: anyValueField } },
  'GET /api/bands/:bandId/enquiries': { query: { before: idField } },
  'PATCH /api/bands/:bandId/enquiries/:enquiryId': { body: { status: requiredField(choiceField) } },
}
