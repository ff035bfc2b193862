// Invalid values for every field of the endpoints of money.

import { limits } from '@gaffer/domain/shared/limits'
import {
  choiceField,
  dateField,
  idField,
  missingMarker,
  requiredField,
  textField,
  unknownId,
  unstoredField,
  type FieldSpec,
  type RefusedValues,
} from './refused-fields.ts'

const pence: FieldSpec = { refuses: [-1, 0.5, limits.amountPence + 1, '100', Number.MAX_SAFE_INTEGER, {}, []] }
const positivePence: FieldSpec = { refuses: [...pence.refuses, 0] }
const percent: FieldSpec = { refuses: [-0.01, 100.01, 0.001, '10', {}, []] }
const cost = { label: 'Fuel', pence: 100 }
const share = { membershipId: unknownId, weight: 1 }
const listField = (values: unknown[]): FieldSpec => ({ refuses: values })
const idQuery: FieldSpec = { refuses: ['', 'me', "' or 1=1 --"] }
const dateQuery: FieldSpec = { refuses: dateField.refuses.filter((value) => typeof value === 'string') }

export const refusedMoneyValues: RefusedValues = {
  'PUT /api/bands/:bandId/events/:eventId/settlement': {
    body: {
      feePence: requiredField(pence),
      agentPence: pence,
      agentPercent: percent,
      potPence: pence,
      potPercent: percent,
      costs: listField([
        'all',
        {},
        null,
        [{}],
        [{ ...cost, label: ' ' }],
        [{ ...cost, label: 'x'.repeat(limits.costLabelLength + 1) }],
        ...pence.refuses.map((value) => [{ ...cost, pence: value }]),
        [{ ...cost, paidBy: unknownId }],
        [{ ...cost, surprise: true }],
        Array.from({ length: limits.costsPerGig + 1 }, () => ({ ...cost, pence: 0 })),
      ]),
      shares: requiredField(
        listField([
          'all',
          {},
          [{}],
          [share],
          [{ ...share, membershipId: 'me' }],
          [{ ...share, weight: -0.1 }],
          [{ ...share, weight: 0.05 }],
          [{ ...share, weight: limits.shareWeight + 0.1 }],
          [{ ...share, weight: '1' }],
          [{ ...share, pence: 1 }],
          Array.from({ length: limits.membersInBandFile + 1 }, () => share),
        ]),
      ),
    },
  },
  'GET /api/bands/:bandId/ledger': {
    query: { from: dateQuery, to: dateQuery, personId: idQuery, before: idQuery },
  },
  'POST /api/bands/:bandId/ledger': {
    body: {
      id: { refuses: [...idField.refuses, null] },
      kind: requiredField({ refuses: [...choiceField.refuses, 'fee', 'share', 'reversal'] }),
      personId: { refuses: [...idField.refuses, unknownId] },
      membershipId: { refuses: [...idField.refuses, unknownId] },
      pence: requiredField(positivePence),
      direction: { refuses: [...choiceField.refuses, 'in'] },
      on: { refuses: [...dateField.refuses, '2100-01-01'] },
      method: { refuses: [...choiceField.refuses, 'cash'] },
      note: unstoredField(textField(limits.ledgerNoteLength)),
      eventId: { refuses: [...idField.refuses, unknownId] },
      uploadId: idField,
    },
  },
  'GET /api/bands/:bandId/ledger/statement': {
    query: {
      taxYear: { refuses: [missingMarker, '', '26', '1999', '2100', 'x'] },
      personId: idQuery,
      membershipId: idQuery,
    },
  },
  'PUT /api/bands/:bandId/events/:eventId/miles': {
    body: { miles: { refuses: [missingMarker, -1, 0.5, limits.milesPerGig + 1, '12', {}] } },
  },
}
