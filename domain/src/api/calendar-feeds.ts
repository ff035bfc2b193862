import * as z from 'zod/mini'
import { endpoint } from '@gaffer/domain/endpoint'

const booleanParam = z.prefault(
  z.pipe(
    z.enum(['true', 'false']),
    z.transform((value) => value === 'true'),
  ),
  'false',
)
const CalendarAddresses = z.strictObject({
  urls: z.strictObject({ full: z.string(), public: z.string(), member: z.string() }),
})

export const calendarFeedsApi = {
  exportCalendar: endpoint({
    method: 'GET',
    path: '/api/bands/:bandId/calendar/export/ical',
    summary: 'The calendar as a file: public events, all events, or my events',
    query: z.strictObject({ includePrivate: booleanParam, memberOnly: booleanParam }),
    status: 200,
    contentType: 'text/calendar',
  }),
  readAddresses: endpoint({
    method: 'GET',
    path: '/api/bands/:bandId/calendar/url',
    summary: "The caller's secret addresses to subscribe to",
    status: 200,
    response: CalendarAddresses,
  }),
  rotateAddresses: endpoint({
    method: 'POST',
    path: '/api/bands/:bandId/calendar/url/rotate',
    summary: "New addresses; the caller's old ones stop at once",
    status: 200,
    response: CalendarAddresses,
    changes: 'nothing',
  }),
  readFeed: endpoint({
    method: 'GET',
    path: '/feeds/:file',
    summary: 'A subscription, by the secret in its address alone',
    params: { file: z.string().check(z.maxLength(300)) },
    // Calendar programs and their servers append words of their own, to get past caches.
    query: z.looseObject({}),
    status: 200,
    contentType: 'text/calendar',
  }),
}
