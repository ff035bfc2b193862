import * as z from 'zod/mini'
import { defineEndpoint } from '@gaffer/domain/shared/endpoint'
import { limits } from '@gaffer/domain/shared/limits'
import { Chart, ChartChangesInput, ChartInput, ChartVersion } from './chart.ts'

const VersionNumber = z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'This is not a version'))

export const chartsApi = {
  listCharts: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/songs/:songId/charts',
    offline: true,
    summary: "List the charts of a song: those of the caller's own part, those of no part, the others, each by name",
    status: 200,
    response: z.array(Chart),
  }),
  addChart: defineEndpoint({
    method: 'POST',
    path: '/api/bands/:bandId/songs/:songId/charts',
    summary: 'Add a chart: a finished upload of a PDF or a picture, or a text; 409 over the limit of a song',
    body: ChartInput,
    status: 201,
    response: Chart,
    idempotent: true,
    changes: 'songs',
    errors: ['conflict', 'unsupported_file', 'storage_full'],
  }),
  changeChart: defineEndpoint({
    method: 'PATCH',
    path: '/api/bands/:bandId/charts/:chartId',
    summary: `Rename a chart, or store its next version; the last ${limits.chartVersions} stay`,
    body: ChartChangesInput,
    status: 200,
    response: Chart,
    idempotent: true,
    versioned: true,
    changes: 'songs',
    errors: ['conflict', 'unsupported_file', 'storage_full'],
  }),
  listChartVersions: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/charts/:chartId/versions',
    summary: 'List the stored versions of a chart, newest first',
    status: 200,
    response: z.array(ChartVersion),
  }),
  restoreChartVersion: defineEndpoint({
    method: 'POST',
    path: '/api/bands/:bandId/charts/:chartId/versions/:version/restore',
    summary: 'Store the text or the file of an earlier version as the next version',
    params: { version: VersionNumber },
    status: 200,
    response: Chart,
    changes: 'songs',
  }),
  deleteChart: defineEndpoint({
    method: 'DELETE',
    path: '/api/bands/:bandId/charts/:chartId',
    summary: 'Delete a chart; allowed for the member who added it, admins and owners',
    status: 204,
    versioned: true,
    changes: 'songs',
  }),
  restoreChart: defineEndpoint({
    method: 'POST',
    path: '/api/bands/:bandId/charts/:chartId/restore',
    summary: `Restore a chart within ${limits.restorableDays} days of its deletion`,
    status: 200,
    response: Chart,
    changes: 'songs',
    errors: ['conflict'],
  }),
  readChartContent: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/charts/:chartId/content',
    summary: 'Get the file of a chart, as a whole or by a range of bytes; `v` names a stored version',
    query: z.strictObject({ v: z.optional(VersionNumber) }),
    status: 200,
    contentType: '*/*',
  }),
}
