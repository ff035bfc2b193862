import { freeDatesApi } from '@gaffer/domain/free-dates/api'
import { requireMember } from '#http/guards/guards.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'
import { readFreeDates } from './service.ts'

export function freeDateRoutes(serve: ServeEndpoint): void {
  serve(freeDatesApi.readFreeDates, requireMember, ({ db, member, query }) => readFreeDates(db, member, query))
}
