// The feeds of a band's calendar, or of the user's own calendar if `bandId` is null, and the files of a band's calendar. Feed URLs are not
// cached, because anyone with the URL can read the calendar.

import { fetchAndSaveFile } from '#lib/download.ts'
import { endpointPathOf, request } from '#lib/request.ts'

export async function fetchFeedUrl(bandId: string | null): Promise<string> {
  if (bandId === null) return (await request('GET /api/me/calendar/url')).url
  return (await request('GET /api/bands/:bandId/calendar/url', { params: { bandId } })).urls.full
}

/** Replaces the feed's URL; resolves to the new one. The old URL stops working. */
export async function rotateFeedUrl(bandId: string | null): Promise<string> {
  if (bandId === null) return (await request('POST /api/me/calendar/url/rotate')).url
  return (await request('POST /api/bands/:bandId/calendar/url/rotate', { params: { bandId } })).urls.full
}

export type CalendarExportKind = 'public' | 'all' | 'mine'

/** Downloads the calendar file; resolves to its name. */
export function downloadCalendarFile(bandId: string, kind: CalendarExportKind): Promise<string> {
  const queryByKind = {
    public: {},
    all: { includePrivate: 'true' },
    mine: { memberOnly: 'true' },
  } as const
  const address = endpointPathOf('GET /api/bands/:bandId/calendar/export/ical', {
    params: { bandId },
    query: queryByKind[kind],
  })
  return fetchAndSaveFile(address, 'calendar.ics')
}
