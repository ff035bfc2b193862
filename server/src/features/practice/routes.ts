import { practiceApi } from '@gaffer/domain/api/practice'
import { requireMember } from '#http/auth/guards.ts'
import type { Serve } from '#http/serve.ts'
import { readBrief, readPractised, setPractised } from './service.ts'

export function practiceRoutes(serve: Serve): void {
  serve(practiceApi.readBrief, requireMember, ({ db, member, params }) => readBrief(db, member, params.eventId), {
    isRevalidated: true,
  })
  serve(
    practiceApi.readPractised,
    requireMember,
    ({ db, member, params }) => readPractised(db, member, params.eventId),
    {
      isRevalidated: true,
    },
  )
  serve(practiceApi.setPractised, requireMember, ({ db, member, params, body }) =>
    setPractised(db, member, params.eventId, body),
  )
}
