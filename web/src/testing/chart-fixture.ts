import type { Chart } from '@gaffer/domain/charts/chart'

/** A PDF of three pages. */
export function aChart(fields: Partial<Chart> = {}): Chart {
  return {
    id: 'c1',
    songId: 's1',
    name: 'Dakota in E',
    part: null,
    kind: 'pdf',
    bytes: 1000,
    pages: 3,
    text: null,
    format: null,
    version: 1,
    uploadedBy: 'm1',
    updatedAt: '2027-01-01T00:00:00.000Z',
    url: '/api/bands/b1/charts/c1/content?v=1',
    ...fields,
  }
}

export function aTextChart(text: string, fields: Partial<Chart> = {}): Chart {
  return aChart({ name: 'Words', kind: 'text', pages: null, text, format: 'chordpro', url: null, ...fields })
}
