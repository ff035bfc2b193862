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
  serve.read(bandsApi.readBand, readBand)
  serve(
    bandsApi.changeBand,
    member,
    ({ db, acting, body, seenVersion, picture }) => changeBand(db, acting, body, { seenVersion, picture }),
    takesPicture,
  )
  serve.read(bandsApi.listMembers, listMembers)
  serve(
    bandsApi.changeMember,
    member,
    ({ db, acting, params, body, picture }) => changeMember(db, acting, params.memberId, { ...body, picture }),
    takesPicture,
  )
}
