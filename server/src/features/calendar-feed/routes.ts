import { calendarFeedApi } from '@gaffer/domain/api'
import { member, subscriber } from '#http/gate/gates.ts'
import type { Serve } from '#http/serve.ts'
import { exportCalendar, readAddresses, readFeed, rotateAddresses } from './service.ts'

// Calendar services fetch the feeds of all their users from a few IP addresses. The largest feed takes 1 s to build.
const feedOptions = { perMinute: 1200, deadlineMs: 10_000 }

export function calendarFeedRoutes(serve: Serve): void {
  serve(
    calendarFeedApi.exportCalendar,
    member,
    ({ deps, db, acting, query }) => exportCalendar(deps, db, acting, query),
    { isHeavy: true },
  )
  serve(calendarFeedApi.readAddresses, member, ({ deps, db, acting }) => readAddresses(deps, db, acting))
  serve(calendarFeedApi.rotateAddresses, member, ({ deps, db, acting }) => rotateAddresses(deps, db, acting))
  serve(
    calendarFeedApi.readFeed,
    subscriber,
    ({ deps, db, subscriber, kind, has }) => readFeed(deps, db, subscriber, kind, has),
    feedOptions,
  )
}
