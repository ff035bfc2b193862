import * as z from 'zod/mini'
import { defineEndpoint } from '@gaffer/domain/shared/endpoint'

const booleanParam = z.prefault(
  z.pipe(
    z.enum(['true', 'false']),
    z.transform((value) => value === 'true'),
  ),
  'false',
)
const FeedUrls = z.strictObject({
  urls: z.strictObject({ full: z.string(), public: z.string(), member: z.string() }),
})

const PersonalFeedUrl = z.strictObject({ url: z.string() })

export const calendarFeedsApi = {
  exportCalendar: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/calendar/export/ical',
    summary: "Download the calendar as an iCalendar file: public events, all events or the caller's own",
    query: z.strictObject({ includePrivate: booleanParam, memberOnly: booleanParam }),
    status: 200,
    contentType: 'text/calendar',
  }),
  readFeedUrls: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/calendar/url',
    summary: "Get the caller's secret feed URLs",
    status: 200,
    response: FeedUrls,
  }),
  rotateFeedUrls: defineEndpoint({
    method: 'POST',
    path: '/api/bands/:bandId/calendar/url/rotate',
    summary: "Replace the caller's feed URLs; the old ones stop working at once",
    status: 200,
    response: FeedUrls,
    changes: 'nothing',
  }),
  readPersonalFeedUrl: defineEndpoint({
    method: 'GET',
    path: '/api/me/calendar/url',
    summary: "Get the secret feed URL of all the caller's bands and days away",
    status: 200,
    response: PersonalFeedUrl,
    errors: ['not_found'],
  }),
  rotatePersonalFeedUrl: defineEndpoint({
    method: 'POST',
    path: '/api/me/calendar/url/rotate',
    summary: "Replace the caller's personal feed URL; the old one stops working at once",
    status: 200,
    response: PersonalFeedUrl,
    errors: ['not_found'],
    changes: 'nothing',
  }),
  readFeed: defineEndpoint({
    method: 'GET',
    path: '/feeds/:file',
    summary: 'Get a calendar feed; the secret in its URL is the only authorization',
    params: { file: z.string().check(z.maxLength(300)) },
    // Any query is accepted: calendar programs append parameters to bypass caches.
    query: z.looseObject({}),
    status: 200,
    contentType: 'text/calendar',
  }),
}
