import { download } from '#lib/download.ts'
import { addressOf, request, type Reply } from '#lib/request.ts'

export type CalendarUrls = Reply<'GET /api/bands/:bandId/calendar/url'>['urls']

/** Not cached: anyone with these URLs can read the calendar. */
export async function readCalendarUrls(bandId: string): Promise<CalendarUrls> {
  return (await request('GET /api/bands/:bandId/calendar/url', { params: { bandId } })).urls
}

/** Returns new URLs; the old ones stop working. */
export async function replaceCalendarUrls(bandId: string): Promise<CalendarUrls> {
  return (await request('POST /api/bands/:bandId/calendar/url/rotate', { params: { bandId } })).urls
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
