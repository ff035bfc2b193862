// The markup of a chart: the member's own layer, and the layers that other members share.

import { chartMessages } from '@gaffer/domain/charts/chart-messages'
import type { Chart } from '@gaffer/domain/charts/chart'
import { strokesOf, replaceStrokes, type Markup, type MarkupPage, type Stroke } from '@gaffer/domain/charts/markup'
import { useEffect, useEffectEvent, useState } from 'react'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { generateIdempotencyKey } from '#lib/request.ts'
import { useChange } from '#offline/use-change.ts'
import './apply-chart-changes.ts'

type Layer = { isShared: boolean; chartVersion: number; pages: MarkupPage[] }
/** The member's own layer with unsent changes. `before` is the stored layer at the time of the first change. */
type UnsentLayer = Layer & { before: Markup | null }

/** A layer is sent this long after its last change, or when the page is hidden or left. */
const sendDelayMs = 3000

export function useMarkup({ bandId, membershipId }: { bandId: string; membershipId: string }, chart: Chart) {
  const params = { bandId, chartId: chart.id }
  const markupQuery = useEndpoint('GET /api/bands/:bandId/charts/:chartId/markup', { params })
  const { send } = useChange('PUT /api/bands/:bandId/charts/:chartId/markup', {
    changes: 'markup',
    failure: { title: chartMessages.markupNotSaved },
    input: ({ before, ...body }: UnsentLayer) => ({
      params,
      body,
      version: before?.version ?? 0,
      idempotencyKey: generateIdempotencyKey(),
    }),
    keep: ({ before, ...layer }) => ({
      about: { id: chart.id, name: chart.name, before, isConflictKept: true },
      reply: { ...layer, membershipId, displayName: '', version: 0 },
    }),
  })
  const storedLayer = markupQuery.data?.find((layer) => layer.membershipId === membershipId) ?? null
  /** The layer with changes that are not sent yet; null without any. */
  const [unsentLayer, setUnsentLayer] = useState<UnsentLayer | null>(null)
  const ownLayer = unsentLayer ?? storedLayer
  const isOfShownVersion = ownLayer !== null && ownLayer.chartVersion === chart.version
  const pages = isOfShownVersion ? ownLayer.pages : []
  const isShared = ownLayer?.isShared ?? false

  function changeLayer(changes: Partial<Layer>) {
    const before = unsentLayer ? unsentLayer.before : storedLayer
    setUnsentLayer({ isShared, pages, chartVersion: chart.version, before, ...changes })
  }
  async function sendLayer(layer: UnsentLayer | null) {
    // A layer that the server refuses stays unsent. It is sent again after its next change, or when the page is hidden or left.
    if (!layer || !(await send(layer))) return
    // A layer that changed during the request stays unsent, so that the next request sends it.
    setUnsentLayer((now) => (now === layer ? null : now))
  }
  const flush = useEffectEvent(() => sendLayer(unsentLayer))
  useEffect(() => {
    if (!unsentLayer) return
    const timer = setTimeout(() => void flush(), sendDelayMs)
    return () => clearTimeout(timer)
  }, [unsentLayer])
  useEffect(() => {
    const onHidden = () => document.visibilityState === 'hidden' && void flush()
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      void flush()
    }
  }, [])

  return {
    isShared,
    ownStrokes: (page: number) => strokesOf(pages, page),
    othersStrokes: (page: number): Stroke[] =>
      (markupQuery.data ?? []).flatMap((layer) =>
        layer !== storedLayer && layer.chartVersion === chart.version ? [...strokesOf(layer.pages, page)] : [],
      ),
    setStrokes: (page: number, strokes: readonly Stroke[]) =>
      changeLayer({ pages: replaceStrokes(pages, page, strokes) }),
    setShared: (isNow: boolean) => changeLayer({ isShared: isNow }),
    /** The earlier chart version on which the member's layer was drawn; null if the layer is empty or was drawn on the current version. */
    earlierVersion: ownLayer && !isOfShownVersion && ownLayer.pages.length > 0 ? ownLayer.chartVersion : null,
    /** Sends unsent strokes now, without the delay. */
    save: () => void sendLayer(unsentLayer),
    copyToShownVersion: () => changeLayer({ pages: ownLayer?.pages ?? [] }),
  }
}
