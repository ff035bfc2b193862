// The calls about bands and their members.

import { bandsApi } from '@gaffer/domain/api'
import { takesPicture } from '#features/images/service.ts'
import { member, signedIn } from '#http/gate/gates.ts'
import type { Serve } from '#http/serve.ts'
import { changeBand, changeMember, createBand, listMembers, readBand } from './service.ts'

export function bandRoutes(serve: Serve): void {
  serve(
    bandsApi.createBand,
    signedIn,
    ({ db, person, body, picture }) => createBand(db, person, body, picture),
    takesPicture,
  )
  serve(bandsApi.readBand, member, ({ db, acting }) => readBand(db, acting), { isRevalidated: true })
  serve(
    bandsApi.changeBand,
    member,
    ({ db, acting, body, seenVersion, picture }) => changeBand(db, acting, body, { seenVersion, picture }),
    takesPicture,
  )
  serve(bandsApi.listMembers, member, ({ db, acting }) => listMembers(db, acting), { isRevalidated: true })
  serve(
    bandsApi.changeMember,
    member,
    ({ db, acting, params, body, picture }) => changeMember(db, acting, params.memberId, { ...body, picture }),
    takesPicture,
  )
}
