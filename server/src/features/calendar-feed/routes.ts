// The calls that calendar programs make, and those that hand out their addresses.

import { calendarFeedApi } from '@gaffer/domain/api'
import { member, subscriber } from '#http/gate/gates.ts'
import type { Serve } from '#http/serve.ts'
import { exportCalendar, readAddresses, readFeed, rotateAddresses } from './service.ts'

// One service fetches the feeds of all its users from a few addresses.
const often = { perMinute: 1200 }

export function calendarFeedRoutes(serve: Serve): void {
  serve(calendarFeedApi.exportCalendar, member, ({ deps, db, acting, query }) =>
    exportCalendar(deps, db, acting, query),
  )
  serve(calendarFeedApi.readAddresses, member, ({ deps, db, acting }) => readAddresses(deps, db, acting))
  serve(calendarFeedApi.rotateAddresses, member, ({ deps, db, acting }) => rotateAddresses(deps, db, acting))
  serve(
    calendarFeedApi.readFeed,
    subscriber,
    ({ deps, db, subscriber, kind, has }) => readFeed(deps, db, subscriber, kind, has),
    often,
  )
}
