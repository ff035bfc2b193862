import { availabilityApi } from '@gaffer/domain/events/availability-api'
import { requireMember, requireSession } from '#http/guards/guards.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'
import { addFreeMonth, listAvailability, removeFreeMonth } from './month-availability-service.ts'

export function availabilityRoutes(serve: ServeEndpoint): void {
  serve(
    availabilityApi.listAvailability,
    requireMember,
    ({ db, member, query }) => listAvailability(db, member, query.month),
    { isRevalidated: true },
  )
  serve(availabilityApi.addFreeMonth, requireSession, ({ db, user, params }) => addFreeMonth(db, user, params.month))
  serve(availabilityApi.deleteFreeMonth, requireSession, ({ db, user, params }) =>
    removeFreeMonth(db, user, params.month),
  )
}
