import { calendarFeedsApi } from '@gaffer/domain/calendar-feeds/api'
import { requireFeedToken, requireMember, requireSession } from '#http/guards/guards.ts'
import { formatContentDisposition } from '#http/pages/content-disposition.ts'
import type { RawReply } from '#http/pipeline/raw-reply.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'
import {
  exportCalendar,
  readFeed,
  readFeedUrls,
  readPersonalFeedUrl,
  rotateFeedUrls,
  rotatePersonalFeedUrl,
  type CalendarFile,
  type CalendarFeed,
} from './service.ts'

// The rate limit by IP address is high: a calendar service fetches the feeds of all its users from a few addresses. The largest feed
// takes 1 s to build, which is well within the deadline.
const feedOptions = { perMinute: 1200, deadlineMs: 10_000 }

export function calendarFeedRoutes(serve: ServeEndpoint): void {
  serve(
    calendarFeedsApi.exportCalendar,
    requireMember,
    async ({ services, db, member, query, ifNoneMatch }) =>
      createFileReply(await exportCalendar(services, db, member, query, ifNoneMatch)),
    { isHeavy: true },
  )
  serve(calendarFeedsApi.readFeedUrls, requireMember, ({ services, member }) => readFeedUrls(services, member))
  serve(calendarFeedsApi.rotateFeedUrls, requireMember, ({ services, db, member }) =>
    rotateFeedUrls(services, db, member),
  )
  serve(calendarFeedsApi.readPersonalFeedUrl, requireSession, ({ services, user }) =>
    readPersonalFeedUrl(services, user),
  )
  serve(calendarFeedsApi.rotatePersonalFeedUrl, requireSession, ({ services, db, user }) =>
    rotatePersonalFeedUrl(services, db, user),
  )
  serve(
    calendarFeedsApi.readFeed,
    requireFeedToken,
    async ({ services, db, subscriber, kind, ifNoneMatch }) =>
      createFeedReply(await readFeed(services, db, subscriber, kind, ifNoneMatch)),
    feedOptions,
  )
}

const contentType = 'text/calendar; charset=utf-8'
const createFileNameOptions = (bandName: string) => ({ name: bandName, extension: 'ics', defaultName: 'calendar' })

function createFileReply({ bandName, etag, content }: CalendarFile): RawReply {
  const headers = {
    'content-type': contentType,
    'content-disposition': formatContentDisposition('attachment', createFileNameOptions(bandName)),
    // Set here, because the compression plugin adds it to compressed responses only: a 304 needs it too (RFC 9110 section 15.4.5).
    vary: 'accept-encoding',
    etag,
  }
  return { status: content ? 200 : 304, headers, content }
}

function createFeedReply({ bandName, etag, content }: CalendarFeed): RawReply {
  const headers = {
    'content-type': contentType,
    'content-disposition': formatContentDisposition('inline', createFileNameOptions(bandName)),
    'cache-control': 'private, no-cache',
    // As in `createFileReply`: a 304 needs it too.
    vary: 'accept-encoding',
    'x-robots-tag': 'noindex',
    etag,
  }
  return { status: content ? 200 : 304, headers, content }
}
