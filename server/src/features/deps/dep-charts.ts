// Serves charts to a dep who plays at the gig: the charts of the set list's songs for the dep's instrument.

import type { Chart } from '@gaffer/domain/charts/chart'
import { listChartsForInstrument, readChartContent, type ContentCall } from '#features/charts/service.ts'
import type { RawReply } from '#http/pipeline/raw-reply.ts'
import type { Db } from '#platform/db/connection.ts'
import { notFoundError, orNotFound } from '#platform/refusals.ts'
import type { DepLinkHolder } from '#platform/verified-identities.ts'
import type { Services } from '#services.ts'
import { findPlayingDep } from './dep-link.ts'

/** Lists the charts in the order of the set list. The dep does not learn which member added a chart. */
export async function listDepCharts(db: Db, dep: DepLinkHolder, token: string): Promise<Chart[]> {
  const playing = await findPlayingDep(db, dep)
  if (!playing?.setlistId) return []
  const shown = await listChartsForInstrument(db, { bandId: dep.bandId, ...playing, setlistId: playing.setlistId })
  return shown.map((chart) => ({ ...chart, uploadedBy: null, url: chart.url && composeChartUrl(token, chart) }))
}

function composeChartUrl(token: string, { id, version }: Chart): string {
  return `/api/dep-links/${encodeURIComponent(token)}/charts/${id}/content?v=${version}`
}

export async function readDepChartContent(
  services: Pick<Services, 'files'>,
  db: Db,
  { dep, token, chartId, version }: { dep: DepLinkHolder; token: string; chartId: string; version: number | null },
  call: ContentCall,
): Promise<RawReply> {
  const chart = orNotFound((await listDepCharts(db, dep, token)).find(({ id }) => id === chartId))
  if (version !== null && version !== chart.version) throw notFoundError()
  return readChartContent(services, db, { bandId: dep.bandId, chartId, version: chart.version }, call)
}
