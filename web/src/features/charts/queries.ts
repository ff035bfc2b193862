import type { Chart } from '@gaffer/domain/charts/chart'
import type { Markup } from '@gaffer/domain/charts/markup'
import { chartMessages } from '@gaffer/domain/charts/chart-messages'
import { useSendFile } from '#features/files/queries.ts'
import type { MembershipKey } from '#lib/me.ts'
import { generateIdempotencyKey, request } from '#lib/request.ts'
import { useChange } from '#offline/use-change.ts'
import { showToast, undoToastMs } from '#ui/toast-store.ts'
import { toTextChart, type TextChartBody } from './apply-chart-changes.ts'

export type { Chart }

type ChartParams = { bandId: string; chartId: string }

/** Reads the stored chart, bypassing the query cache. */
export function fetchChart(params: ChartParams): Promise<Chart> {
  return request('GET /api/bands/:bandId/charts/:chartId', { params })
}

export function fetchMarkup(params: ChartParams): Promise<Markup[]> {
  return request('GET /api/bands/:bandId/charts/:chartId/markup', { params })
}

/** Adds a typed chart, with an optimistic update. */
export function useAddTextChart({ bandId, id: membershipId }: MembershipKey, songId: string) {
  return useChange('POST /api/bands/:bandId/songs/:songId/charts', {
    changes: 'songs',
    failure: { title: chartMessages.chartNotAdded },
    input: (body: TextChartBody) => ({
      params: { bandId, songId },
      body,
      idempotencyKey: generateIdempotencyKey(),
    }),
    keep: (body) => ({
      about: { id: body.id, name: body.name },
      reply: toTextChart(body, songId, membershipId, Date.now()),
    }),
  })
}

type TextChanges = { name?: string; part?: string; text?: string }

/** Changes name, part and text of a chart, with an optimistic update. `chart` is the version that the member edited. */
export function useChangeChart(bandId: string) {
  return useChange('PATCH /api/bands/:bandId/charts/:chartId', {
    changes: 'songs',
    failure: { title: chartMessages.chartNotSaved },
    input: ({ chart, changes }: { chart: Chart; changes: TextChanges }) => ({
      params: { bandId, chartId: chart.id },
      body: changes,
      version: chart.version,
      idempotencyKey: generateIdempotencyKey(),
    }),
    keep: ({ chart, changes }) => ({
      about: { id: chart.id, name: chart.name, before: chart, isConflictKept: true },
      reply: { ...chart, ...changes, part: changes.part ?? chart.part },
    }),
  })
}

/** The upload target of a song's charts. The uploads are listed among the charts. */
export function makeChartsUploadTarget(songId: string): string {
  return `chart of ${songId}`
}

/** Uploads files and makes charts of them. The row of an upload shows a failure. */
export function useAddFileCharts(bandId: string, songId: string) {
  const send = useSendFile()
  return (files: readonly File[], isFromCamera: boolean) => {
    for (const file of files) {
      const use = {
        endpoint: 'POST /api/bands/:bandId/songs/:songId/charts',
        params: { bandId, songId },
        body: {},
        idempotencyKey: generateIdempotencyKey(),
        changes: 'songs',
      } as const
      const toasts = { done: chartMessages.chartAdded, failed: null }
      send({ bandId, purpose: 'chart', target: makeChartsUploadTarget(songId), file, use, toasts }, isFromCamera)
    }
  }
}

/** Makes a finished upload the next version of a chart. */
export function useReplaceChartFile(bandId: string) {
  return useChange('PATCH /api/bands/:bandId/charts/:chartId', {
    changes: 'songs',
    failure: null,
    input: ({ chartId, uploadId }: { chartId: string; uploadId: string }) => ({
      params: { bandId, chartId },
      body: { uploadId },
      version: null,
      idempotencyKey: generateIdempotencyKey(),
    }),
  })
}

/** Deletes a chart, and offers Undo. */
export function useDeleteChart(bandId: string) {
  const remove = useChange('DELETE /api/bands/:bandId/charts/:chartId', {
    changes: 'songs',
    failure: { title: chartMessages.chartNotDeleted },
    isDoneIfNotFound: true,
  })
  const restore = useChange('POST /api/bands/:bandId/charts/:chartId/restore', {
    changes: 'songs',
    failure: { title: chartMessages.chartNotRestored },
  })

  async function undo({ id: chartId, name }: Chart) {
    const done = await restore.send({ params: { bandId, chartId } })
    if (done) showToast({ title: chartMessages.chartRestored, text: name })
  }

  return async (chart: Chart) => {
    const done = await remove.send({ params: { bandId, chartId: chart.id }, version: null })
    if (!done) return
    showToast({
      title: chartMessages.chartDeleted,
      text: chart.name,
      durationMs: undoToastMs,
      action: { label: 'Undo', altText: chartMessages.undoDeletion, onPress: () => void undo(chart) },
    })
  }
}
