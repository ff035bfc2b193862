import { depsApi } from '@gaffer/domain/deps/api'
import { limits } from '@gaffer/domain/shared/limits'
import { requireDepToken, requireAdminOrOwner, requireMember } from '#http/guards/guards.ts'
import type { RawReply } from '#http/pipeline/raw-reply.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'
import { listDepCharts, readDepChartContent } from './dep-charts.ts'
import { answerByDepLink, readDepGigIcs, readDepLink } from './dep-link.ts'
import { addDepRequest, withdrawDepRequest, listDepRequests } from './requests.ts'
import { addDep, changeDep, deleteDepByLink, deleteDep, listDeps } from './service.ts'

const linkOptions = { perMinute: limits.messageLinkRequestsPerMinute }

export function depRoutes(serve: ServeEndpoint): void {
  serve(depsApi.listDeps, requireMember, ({ db, member }) => listDeps(db, member), { isRevalidated: true })
  serve(depsApi.addDep, requireAdminOrOwner, ({ services, db, member, body }) => addDep(services, db, member, body))
  serve(depsApi.changeDep, requireAdminOrOwner, ({ services, db, member, params, body }) =>
    changeDep(services, db, member, params.depId, body),
  )
  serve(depsApi.deleteDep, requireAdminOrOwner, ({ services, db, member, params }) =>
    deleteDep(services, db, member, params.depId),
  )
  serve(
    depsApi.listDepRequests,
    requireMember,
    ({ services, db, member, params }) => listDepRequests(services, db, member, params.eventId),
    { isRevalidated: true },
  )
  serve(depsApi.addDepRequest, requireAdminOrOwner, ({ services, db, member, params, body, address }) =>
    addDepRequest(services, db, member, { eventId: params.eventId, address, draft: body }),
  )
  serve(depsApi.deleteDepRequest, requireAdminOrOwner, ({ services, db, member, params }) =>
    withdrawDepRequest(services, db, member, params),
  )
  serve(depsApi.readDepLink, requireDepToken, ({ db, dep }) => readDepLink(db, dep), linkOptions)
  serve(
    depsApi.listDepCharts,
    requireDepToken,
    ({ db, dep, params }) => listDepCharts(db, dep, params.token),
    linkOptions,
  )
  serve(
    depsApi.readDepChartContent,
    requireDepToken,
    ({ services, db, dep, params, query, ...call }) => {
      const version = query.v === undefined ? null : Number(query.v)
      return readDepChartContent(services, db, { dep, ...params, version }, call)
    },
    { ...linkOptions, deadlineMs: 20_000 },
  )
  serve(
    depsApi.answerByDepLink,
    requireDepToken,
    ({ services, db, dep, body }) => answerByDepLink(services, db, dep, body.answer),
    linkOptions,
  )
  serve(
    depsApi.deleteByDepLink,
    requireDepToken,
    ({ services, db, dep }) => deleteDepByLink(services, db, dep),
    linkOptions,
  )
  serve(
    depsApi.readDepCalendar,
    requireDepToken,
    async ({ services, db, dep, params }) =>
      createCalendarReply(await readDepGigIcs(db, dep, `${services.config.publicUrl}/dep/${params.token}`)),
    linkOptions,
  )
}

function createCalendarReply(content: string): RawReply {
  const headers = {
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': 'attachment; filename="gig.ics"',
    'x-robots-tag': 'noindex',
  }
  return { headers, content }
}
