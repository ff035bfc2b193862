// Invalid values for the fields of charts and their markup, part of refused-values.ts.

import { limits } from '@gaffer/domain/shared/limits'
import {
  booleanField,
  choiceField,
  idField,
  nonBlankTextField,
  nonNullField,
  requiredField,
  requiredTextField,
  textField,
  unstoredField,
  type FieldSpec,
  type RefusedValues,
} from './refused-fields.ts'

const chartTextField = (demand: (field: FieldSpec) => FieldSpec) =>
  demand({ refuses: ['', ' \n ', 5, {}, 'x'.repeat(limits.chartTextBytes + 1)] })

const aStroke = { tool: 'pen', color: '#d00000', width: 4, points: [[0, 1]] }
const strokes = [
  { ...aStroke, tool: 'brush' },
  { ...aStroke, color: 'url(#a)' },
  { ...aStroke, width: 0 },
  { ...aStroke, width: 101 },
  { ...aStroke, points: [] },
  { ...aStroke, points: [[0, 1.1]] },
  { ...aStroke, points: [[0]] },
  { ...aStroke, surprise: true },
]
const markupPages = [
  'all',
  {},
  [{ page: 0, strokes: [] }],
  [{ page: limits.chartPages + 1, strokes: [] }],
  [1, 1].map((page) => ({ page, strokes: [] })),
  ...strokes.map((stroke) => [{ page: 1, strokes: [stroke] }]),
]

const versionNumber: FieldSpec = { refuses: ['', '0', '-1', '1.5', 'x', '1234567890'] }

export const refusedChartValues: RefusedValues = {
  'POST /api/bands/:bandId/songs/:songId/charts': {
    body: {
      id: nonNullField(idField),
      uploadId: idField,
      text: chartTextField(requiredField),
      format: requiredField(choiceField),
      name: requiredTextField(limits.chartNameLength),
      part: unstoredField(textField(limits.chartPartLength)),
    },
  },
  'PATCH /api/bands/:bandId/charts/:chartId': {
    body: {
      uploadId: nonNullField(idField),
      text: chartTextField(nonNullField),
      name: nonBlankTextField(limits.chartNameLength),
      part: unstoredField(textField(limits.chartPartLength)),
    },
  },
  'PUT /api/bands/:bandId/charts/:chartId/markup': {
    body: {
      isShared: requiredField(booleanField),
      chartVersion: requiredField({ refuses: [0, -1, 1.5, 2, '1', {}] }),
      pages: requiredField({ refuses: markupPages }),
    },
  },
  'GET /api/bands/:bandId/charts/:chartId/content': {
    query: { v: versionNumber },
  },
  'GET /api/dep-links/:token/charts/:chartId/content': { query: { v: versionNumber } },
}
