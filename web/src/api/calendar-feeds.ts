// Feeds and files of a band's calendar, or of the user's own calendar if `bandId` is null. URLs are not cached: anyone with them can read the
// calendar.

import { download } from '#lib/download.ts'
import { addressOf, request } from '#lib/request.ts'

export async function readFeedUrl(bandId: string | null): Promise<string> {
  if (bandId === null) return (await request('GET /api/me/calendar/url')).url
  return (await request('GET /api/bands/:bandId/calendar/url', { params: { bandId } })).urls.full
}

/** Returns the new URL; the old one stops working. */
export async function replaceFeedUrl(bandId: string | null): Promise<string> {
  if (bandId === null) return (await request('POST /api/me/calendar/url/rotate')).url
  return (await request('POST /api/bands/:bandId/calendar/url/rotate', { params: { bandId } })).urls.full
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
