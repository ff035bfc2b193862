// The calls that calendar programs make, and those that hand out their addresses.

import { calendarFeedApi } from '@gaffer/domain/api'
import { requireMember, requireFeedToken } from '#http/auth/guards.ts'
import type { Serve } from '#http/serve.ts'
import { exportCalendar, readAddresses, readFeed, rotateAddresses } from './service.ts'

// One service fetches the feeds of all its users from a few addresses. The largest takes a second to build, and waits for others.
const feedOptions = { perMinute: 1200, deadlineMs: 10_000 }

export function calendarFeedRoutes(serve: Serve): void {
  serve(
    calendarFeedApi.exportCalendar,
    requireMember,
    ({ deps, db, acting, query }) => exportCalendar(deps, db, acting, query),
    { isHeavy: true },
  )
  serve(calendarFeedApi.readAddresses, requireMember, ({ deps, db, acting }) => readAddresses(deps, db, acting))
  serve(calendarFeedApi.rotateAddresses, requireMember, ({ deps, db, acting }) => rotateAddresses(deps, db, acting))
  serve(
    calendarFeedApi.readFeed,
    requireFeedToken,
    ({ deps, db, subscriber, kind, ifNoneMatch }) => readFeed(deps, db, subscriber, kind, ifNoneMatch),
    feedOptions,
  )
}
