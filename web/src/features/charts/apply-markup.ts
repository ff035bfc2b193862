// How markup looks before the server has stored it.

import type { Markup } from '@gaffer/domain/charts/markup'
import { isOfSameBand, registerChangeAppliers } from '#lib/shown-changes.ts'

registerChangeAppliers({
  'PUT /api/bands/:bandId/charts/:chartId/markup': {
    reads: ['GET /api/bands/:bandId/charts/:chartId/markup'],
    apply: (shown) => {
      const layers = shown.reply as Markup[]
      const { bandId = '', chartId } = shown.change.params
      const isOfChart = isOfSameBand(shown) && shown.read.address.params?.['chartId'] === chartId
      if (!isOfChart) return layers
      const membershipId = shown.own.get(bandId) ?? null
      const before = layers.find((layer) => layer.membershipId === membershipId)
      const made = (shown.stored ?? shown.change.body) as Partial<Markup>
      const empty = { membershipId, displayName: '', isShared: false, chartVersion: 0, pages: [], version: 0 }
      const own: Markup = { ...empty, ...before, ...made }
      return [own, ...layers.filter((layer) => layer !== before)]
    },
  },
})
