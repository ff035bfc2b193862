import * as z from 'zod/mini'
import { Dep, DepChangesInput, DepInput, DepRequest, DepRequestInput } from './dep.ts'
import { ChartVersionParameter } from '@gaffer/domain/charts/api'
import { Chart } from '@gaffer/domain/charts/chart'
import { DepAnswerInput, DepLinkContent } from './dep-link.ts'
import { defineEndpoint } from '@gaffer/domain/shared/endpoint'

const DepLinkToken = z.string().check(z.maxLength(200))

export const depsApi = {
  listDeps: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/deps',
    offline: true,
    summary: "List the band's dep book by name; numbers for admins and owners only",
    status: 200,
    response: z.array(Dep),
  }),
  addDep: defineEndpoint({
    method: 'POST',
    path: '/api/bands/:bandId/deps',
    summary: 'Add a dep; admins and owners only. 409 for a number that the dep book has already',
    body: DepInput,
    status: 201,
    response: Dep,
    idempotent: true,
    changes: 'deps',
    errors: ['conflict'],
  }),
  changeDep: defineEndpoint({
    method: 'PATCH',
    path: '/api/bands/:bandId/deps/:depId',
    summary: 'Change a dep; admins and owners only. Fields left out stay unchanged',
    body: DepChangesInput,
    status: 200,
    response: Dep,
    changes: 'deps',
    errors: ['conflict'],
  }),
  deleteDep: defineEndpoint({
    method: 'DELETE',
    path: '/api/bands/:bandId/deps/:depId',
    summary: 'Delete a dep wholly, with their asks; admins and owners only',
    status: 204,
    changes: 'deps',
  }),
  listDepRequests: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/events/:eventId/dep-requests',
    offline: true,
    summary: 'List the requests to deps for a gig, the oldest first',
    status: 200,
    response: z.array(DepRequest),
  }),
  addDepRequest: defineEndpoint({
    method: 'POST',
    path: '/api/bands/:bandId/events/:eventId/dep-requests',
    summary:
      'Ask deps by text to play a gig; admins and owners only. 409 if the gig is cancelled or over, or a dep does not want to be asked',
    body: DepRequestInput,
    status: 201,
    response: DepRequest,
    idempotent: true,
    changes: 'deps',
    errors: ['conflict'],
  }),
  deleteDepRequest: defineEndpoint({
    method: 'DELETE',
    path: '/api/bands/:bandId/events/:eventId/dep-requests/:requestId',
    summary:
      'Withdraw a request, or release the dep who said yes; admins and owners only. Those who were asked get a text',
    status: 204,
    changes: 'deps',
  }),
  readDepLink: defineEndpoint({
    method: 'GET',
    path: '/api/dep-links/:token',
    summary: "Get what a dep's link shows; changes nothing",
    params: { token: DepLinkToken },
    status: 200,
    response: DepLinkContent,
  }),
  listDepCharts: defineEndpoint({
    method: 'GET',
    path: '/api/dep-links/:token/charts',
    summary:
      "List the charts of the set list's songs for the dep's instrument or for everybody, in the order of the list; none unless the link shows the set list",
    params: { token: DepLinkToken },
    status: 200,
    response: z.array(Chart),
  }),
  readDepChartContent: defineEndpoint({
    method: 'GET',
    path: '/api/dep-links/:token/charts/:chartId/content',
    summary: 'Get the file of one of these charts, as a whole or by a range of bytes',
    params: { token: DepLinkToken },
    query: z.strictObject({ v: z.optional(ChartVersionParameter) }),
    status: 200,
    contentType: '*/*',
    errors: ['hidden'],
  }),
  answerByDepLink: defineEndpoint({
    method: 'POST',
    path: '/api/dep-links/:token',
    summary: 'Answer as a dep, without a sign-in. 409 `covered` if another dep was faster',
    params: { token: DepLinkToken },
    body: DepAnswerInput,
    status: 200,
    response: DepLinkContent,
    changes: 'deps',
    errors: ['covered', 'conflict'],
  }),
  deleteByDepLink: defineEndpoint({
    method: 'DELETE',
    path: '/api/dep-links/:token',
    summary: 'Delete the dep whom the link is for from the dep book of the band',
    params: { token: DepLinkToken },
    status: 204,
    changes: 'deps',
  }),
  readDepCalendar: defineEndpoint({
    method: 'GET',
    path: '/dep/:token.ics',
    summary: 'Download the gig as a calendar file; only for a dep who said yes',
    params: { token: DepLinkToken },
    status: 200,
    contentType: 'text/calendar',
  }),
}
