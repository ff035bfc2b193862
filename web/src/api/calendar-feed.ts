// The addresses a calendar app subscribes to, and the calendar as a file.

import { addressOf, call, type Reply } from '#lib/request.ts'
import { download } from '#lib/download.ts'

export type CalendarUrls = Reply<'GET /api/bands/:bandId/calendar/url'>['urls']

/** Secret: whoever has them reads the calendar. Asked for when wanted, never kept. */
export async function readCalendarUrls(bandId: string): Promise<CalendarUrls> {
  return (await call('GET /api/bands/:bandId/calendar/url', { params: { bandId } })).urls
}

/** New addresses. Whatever subscribed to the old ones gets nothing more. */
export async function replaceCalendarUrls(bandId: string): Promise<CalendarUrls> {
  return (await call('POST /api/bands/:bandId/calendar/url/rotate', { params: { bandId } })).urls
}

export type ExportKind = 'public' | 'all' | 'mine'

/** Saves the file; resolves to its name. */
export function downloadCalendar(bandId: string, kind: ExportKind): Promise<string> {
  const flags = {
    public: {},
    all: { includePrivate: 'true' },
    mine: { memberOnly: 'true' },
  } as const
  const address = addressOf('GET /api/bands/:bandId/calendar/export/ical', {
    params: { bandId },
    query: flags[kind],
  })
  return download(address, 'calendar.ics')
}
