// Keeps the charts of the set lists of the next gigs and practices on the device, before they are needed. The charts of the nearest event
// come first, and the least recently needed charts are deleted to make room.

import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import type { Chart } from '@gaffer/domain/charts/chart'
import { limits } from '@gaffer/domain/shared/limits'
import type { QueryClient } from '@tanstack/react-query'
import { readConnectionState } from '#lib/connection.ts'
import { endpointQueryOptions } from '#lib/endpoint-query.ts'
import { meQueryOptions } from '#lib/me.ts'
import { keepFile } from './keep-file.ts'
import { sumBytes } from './keep-recordings.ts'
import { deleteKeptFiles, listKeptFiles, updateKeptFiles } from './kept-file-database.ts'
import type { KeptChart } from './stored-query-database.ts'
import { showKeptFiles, type MissingReason } from './kept-files-state.ts'
import { keepPdfViewer } from './pdf-viewer-files.ts'

/** A set list and the day on which it is played. */
export type NeededSetlist = { bandId: string; setlistId: string; date: string }
type NeededChart = { chart: Chart; bandId: string; neededOn: string }

let runPromise: Promise<void> | undefined

/** Keeps the charts of the set lists, as far as the query cache lists them. A call during a run returns the promise of that run. */
export function keepCharts(client: QueryClient, setlists: readonly NeededSetlist[]): Promise<void> {
  runPromise ??= keepNeededCharts(client, setlists).finally(() => {
    runPromise = undefined
  })
  return runPromise
}

async function keepNeededCharts(client: QueryClient, setlists: readonly NeededSetlist[]): Promise<void> {
  const userId = client.getQueryData(meQueryOptions.queryKey)?.user.id
  // Without a database nothing is kept, and charts need a network.
  const kept = userId === undefined ? null : await listKeptFiles().catch(() => null)
  if (!kept || userId === undefined) return
  const needed = listNeededCharts(client, setlists)
  for (const { chart, bandId } of needed) cacheChart(client, bandId, chart)
  const charts = kept.filter((row) => row.kind === 'chart')
  const roomBytes = limits.keptFileBytes - sumBytes(kept) + sumBytes(charts)
  const { keep: wanted, drop, missing } = planKeptCharts(charts, needed, todayInLondon(new Date()), roomBytes)
  const rows = new Map(charts.map((row) => [row.id, row]))
  await deleteKeptFiles(drop)
  for (const id of drop) rows.delete(id)
  const isFirst = rows.size === 0 && wanted.length > 0
  if (isFirst) await navigator.storage?.persist?.()
  for (const { chart, bandId, neededOn } of wanted) {
    const { id, version, bytes } = chart
    const row: KeptChart = { kind: 'chart', id, bandId, version, bytes, neededOn }
    const old = rows.get(id)
    const reason =
      old?.version === version
        ? await updateNeededOn(old, row)
        : await keepFile(userId, row, chart.url, chart.kind === 'pdf' ? keepPdfViewer : undefined)
    await readMarkup(client, bandId, chart)
    if (reason !== null) missing.set(id, reason)
    await showKeptFiles(missing)
  }
  await showKeptFiles(missing)
}

async function updateNeededOn(old: KeptChart, row: KeptChart): Promise<null> {
  if (old.neededOn !== row.neededOn) await updateKeptFiles([row])
  return null
}

function listNeededCharts(client: QueryClient, setlists: readonly NeededSetlist[]): NeededChart[] {
  const needed = new Map<string, NeededChart>()
  for (const { bandId, setlistId, date } of setlists.toSorted((a, b) => (a.date < b.date ? -1 : 1))) {
    const { queryKey } = endpointQueryOptions('GET /api/bands/:bandId/setlists/:setlistId/charts', {
      params: { bandId, setlistId },
    })
    for (const chart of client.getQueryData(queryKey) ?? [])
      if (!needed.has(chart.id)) needed.set(chart.id, { chart, bandId, neededOn: date })
  }
  return [...needed.values()]
}

/** Puts the chart into the query cache for its page, which reads a single chart and not the charts of a set list. */
function cacheChart(client: QueryClient, bandId: string, chart: Chart): void {
  const { queryKey } = endpointQueryOptions('GET /api/bands/:bandId/charts/:chartId', {
    params: { bandId, chartId: chart.id },
  })
  const shown = client.getQueryData(queryKey)
  if (shown === undefined || shown.version < chart.version) client.setQueryData(queryKey, chart)
}

/** Reads the markup of the chart, unless it is cached. A text chart has none. */
async function readMarkup(client: QueryClient, bandId: string, { id: chartId, kind }: Chart): Promise<void> {
  if (kind === 'text' || readConnectionState().isLost) return
  await client.prefetchQuery(
    endpointQueryOptions('GET /api/bands/:bandId/charts/:chartId/markup', { params: { bandId, chartId } }),
  )
}

type KeptChartPlan = { keep: NeededChart[]; drop: string[]; missing: Map<string, MissingReason> }

/**
 * Chooses the needed charts to keep in `roomBytes`, nearest day first, and the kept charts to drop: first the least recently needed, then
 * needed charts of the furthest days. A chart that no event has needed for `offlineEventDays` is dropped too.
 */
export function planKeptCharts(
  kept: readonly KeptChart[],
  needed: readonly NeededChart[],
  today: string,
  roomBytes: number,
): KeptChartPlan {
  const neededIds = new Set(needed.map(({ chart }) => chart.id))
  const unneeded = kept.filter(({ id }) => !neededIds.has(id)).toSorted((a, b) => (a.neededOn < b.neededOn ? -1 : 1))
  const keep: NeededChart[] = []
  const missing: KeptChartPlan['missing'] = new Map()
  let bytes = 0
  for (const one of needed) {
    if (bytes + one.chart.bytes > roomBytes) missing.set(one.chart.id, 'no room')
    else {
      bytes += one.chart.bytes
      keep.push(one)
    }
  }
  let unneededBytes = sumBytes(unneeded)
  const oldest = addDays(today, -limits.offlineEventDays)
  const drop = unneeded.flatMap((row) => {
    if (bytes + unneededBytes <= roomBytes && row.neededOn >= oldest) return []
    unneededBytes -= row.bytes
    return [row.id]
  })
  return { keep, drop: [...drop, ...kept.flatMap(({ id }) => (missing.has(id) ? [id] : []))], missing }
}
