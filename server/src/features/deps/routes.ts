import { depsApi } from '@gaffer/domain/api/deps'
import { limits } from '@gaffer/domain/limits'
import { requireDepToken, requireInviter, requireMember } from '#http/auth/guards.ts'
import type { RawReply, ServeEndpoint } from '#http/serve.ts'
import { answerByDepLink, readDepGigIcs, readDepLink } from './dep-link.ts'
import { addDepRequest, withdrawDepRequest, listDepRequests } from './requests.ts'
import { addDep, changeDep, deleteDepByLink, deleteDep, listDeps } from './service.ts'

const linkOptions = { perMinute: limits.answerLinkRequestsPerMinute }

export function depRoutes(serve: ServeEndpoint): void {
  serve(depsApi.listDeps, requireMember, ({ db, member }) => listDeps(db, member), { isRevalidated: true })
  serve(depsApi.addDep, requireInviter, ({ deps, db, member, body }) => addDep(deps, db, member, body))
  serve(depsApi.changeDep, requireInviter, ({ deps, db, member, params, body }) =>
    changeDep(deps, db, member, params.depId, body),
  )
  serve(depsApi.deleteDep, requireInviter, ({ deps, db, member, params }) => deleteDep(deps, db, member, params.depId))
  serve(
    depsApi.listDepRequests,
    requireMember,
    ({ deps, db, member, params }) => listDepRequests(deps, db, member, params.eventId),
    { isRevalidated: true },
  )
  serve(depsApi.addDepRequest, requireInviter, ({ deps, db, member, params, body, address }) =>
    addDepRequest(deps, db, member, { eventId: params.eventId, address, draft: body }),
  )
  serve(depsApi.deleteDepRequest, requireInviter, ({ deps, db, member, params }) =>
    withdrawDepRequest(deps, db, member, params),
  )
  serve(depsApi.readDepLink, requireDepToken, ({ db, dep }) => readDepLink(db, dep), linkOptions)
  serve(
    depsApi.answerByDepLink,
    requireDepToken,
    ({ deps, db, dep, body }) => answerByDepLink(deps, db, dep, body.answer),
    linkOptions,
  )
  serve(depsApi.deleteByDepLink, requireDepToken, ({ deps, db, dep }) => deleteDepByLink(deps, db, dep), linkOptions)
  serve(
    depsApi.readDepCalendar,
    requireDepToken,
    async ({ deps, db, dep, params }) =>
      calendarReply(await readDepGigIcs(db, dep, `${deps.config.publicUrl}/dep/${params.token}`)),
    linkOptions,
  )
}

function calendarReply(content: string): RawReply {
  const headers = {
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': 'attachment; filename="gig.ics"',
    'x-robots-tag': 'noindex',
  }
  return { headers, content }
}
