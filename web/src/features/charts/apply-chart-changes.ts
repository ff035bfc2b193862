// Optimistic updates: applies changes of charts and their markup that the server has not stored yet to the cached replies.

import type { Chart } from '@gaffer/domain/charts/chart'
import { utf8Length } from '@gaffer/domain/charts/chart-text'
import type { ReadEndpointName } from '#lib/endpoint-query.ts'
import { isOfSameBand, registerChangeAppliers, type ShownReply } from '#lib/shown-changes.ts'
import type { Markup } from '@gaffer/domain/charts/markup'

export type TextChartBody = { id: string; text: string; format: 'plain' | 'chordpro'; name: string; part: string }

const readsWithCharts: readonly ReadEndpointName[] = ['GET /api/bands/:bandId/songs/:songId/charts']

registerChangeAppliers({
  'POST /api/bands/:bandId/songs/:songId/charts': { reads: readsWithCharts, apply: applyAddedChart },
  'PATCH /api/bands/:bandId/charts/:chartId': { reads: readsWithCharts, apply: applyChartEdit },
})

function applyAddedChart(shown: ShownReply): unknown {
  const charts = shown.reply as Chart[]
  const { read, change, own, stored } = shown
  const { bandId = '', songId = '' } = change.params
  const body = change.body as Partial<TextChartBody>
  if (!isOfSameBand(shown) || read.address.params?.['songId'] !== songId || body.text === undefined) return charts
  const addedChart =
    (stored as Chart | undefined) ?? toTextChart(body as TextChartBody, songId, own.get(bandId), change.madeAt)
  return charts.some(({ id }) => id === addedChart.id) ? charts : [...charts, addedChart]
}

/** The chart as the server will store it. */
export function toTextChart(
  { id, text, format, name, part }: TextChartBody,
  songId: string,
  membershipId: string | undefined,
  madeAtMs: number,
): Chart {
  return {
    id,
    songId,
    name,
    part: part.trim() || null,
    kind: 'text',
    bytes: utf8Length(text),
    pages: null,
    text,
    format,
    version: 1,
    uploadedBy: membershipId ?? null,
    updatedAt: new Date(madeAtMs).toISOString(),
    url: null,
  }
}

function applyChartEdit(shown: ShownReply): unknown {
  const charts = shown.reply as Chart[]
  const isChanged = ({ id }: Chart) => id === shown.change.params['chartId']
  if (!isOfSameBand(shown) || !charts.some(isChanged)) return charts
  return charts.map((chart) => (isChanged(chart) ? editChart(chart, shown) : chart))
}

function editChart(chart: Chart, { change, stored }: ShownReply): Chart {
  if (stored !== undefined) return stored as Chart
  const { text, name, part } = change.body as Partial<TextChartBody>
  return {
    ...chart,
    ...(name !== undefined && { name }),
    ...(part !== undefined && { part: part.trim() || null }),
    ...(text !== undefined && { text, bytes: utf8Length(text), version: chart.version + 1 }),
  }
}

registerChangeAppliers({
  'PUT /api/bands/:bandId/charts/:chartId/markup': {
    reads: ['GET /api/bands/:bandId/charts/:chartId/markup'],
    apply: (shown) => {
      const layers = shown.reply as Markup[]
      const { bandId = '', chartId } = shown.change.params
      const isOfChart = isOfSameBand(shown) && shown.read.address.params?.['chartId'] === chartId
      if (!isOfChart) return layers
      const membershipId = shown.own.get(bandId) ?? null
      const storedLayer = layers.find((layer) => layer.membershipId === membershipId)
      const madeChanges = (shown.stored ?? shown.change.body) as Partial<Markup>
      const emptyLayer = { membershipId, displayName: '', isShared: false, chartVersion: 0, pages: [], version: 0 }
      const ownLayer: Markup = { ...emptyLayer, ...storedLayer, ...madeChanges }
      return [ownLayer, ...layers.filter((layer) => layer !== storedLayer)]
    },
  },
})
