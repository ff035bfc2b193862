import { chartsApi } from '@gaffer/domain/charts/api'
import { requireMember } from '#http/guards/guards.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'
import { readMarkup, saveMarkup } from './markup-service.ts'
import {
  addChart,
  changeChart,
  chartWriteOptions,
  deleteChart,
  listCharts,
  listChartsOfSetlist,
  listChartVersions,
  readChart,
  readChartContent,
  restoreChart,
  restoreChartVersion,
} from './service.ts'

export function chartRoutes(serve: ServeEndpoint): void {
  serve(chartsApi.listCharts, requireMember, ({ db, member, params }) => listCharts(db, member, params.songId), {
    isRevalidated: true,
  })
  serve(
    chartsApi.listChartsOfSetlist,
    requireMember,
    ({ db, member, params }) => listChartsOfSetlist(db, member, params.setlistId),
    { isRevalidated: true },
  )
  serve(
    chartsApi.addChart,
    requireMember,
    ({ services, db, member, params, body, upload }) => addChart(services, db, member, params.songId, body, upload),
    chartWriteOptions,
  )
  serve(chartsApi.readChart, requireMember, ({ db, member, params }) => readChart(db, member, params.chartId), {
    isRevalidated: true,
  })
  serve(
    chartsApi.changeChart,
    requireMember,
    ({ services, db, member, params, body, upload, seenVersions }) =>
      changeChart(services, db, member, params.chartId, body, upload, seenVersions),
    chartWriteOptions,
  )
  serve(chartsApi.listChartVersions, requireMember, ({ db, member, params }) =>
    listChartVersions(db, member, params.chartId),
  )
  serve(chartsApi.restoreChartVersion, requireMember, ({ services, db, member, params }) =>
    restoreChartVersion(services, db, member, { chartId: params.chartId, version: Number(params.version) }),
  )
  serve(chartsApi.deleteChart, requireMember, ({ db, member, params, seenVersions }) =>
    deleteChart(db, member, params.chartId, seenVersions),
  )
  serve(chartsApi.restoreChart, requireMember, ({ db, member, params }) => restoreChart(db, member, params.chartId))
  serve(
    chartsApi.readChartContent,
    requireMember,
    ({ services, db, member, params, query, ...call }) => {
      const version = query.v === undefined ? null : Number(query.v)
      return readChartContent(services, db, { ...member, chartId: params.chartId, version }, call)
    },
    { deadlineMs: 20_000 },
  )
  serve(chartsApi.listMarkup, requireMember, ({ db, member, params }) => readMarkup(db, member, params.chartId), {
    isRevalidated: true,
  })
  serve(
    chartsApi.saveMarkup,
    requireMember,
    ({ db, member, params, body, seenVersions }) => saveMarkup(db, member, params.chartId, body, seenVersions),
    { largeBody: 'markup' },
  )
}
