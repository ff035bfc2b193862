// The line "12 days, 2 practices left, 3 songs not ready" on a gig's page.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { isPracticeOrRehearsal } from '@gaffer/domain/practice/practised'
import { summarizeSetlist } from '@gaffer/domain/set-lists/set-list'
import { formatGigCountdown } from '@gaffer/domain/practice/practice-plan'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { yearAheadRange } from '#features/events/date-ranges.ts'
import { useBandEvents } from '#features/events/queries.ts'
import { useToday } from '#lib/use-now.ts'

export function GigCountdown({ event, bandId }: { event: CalendarEntry; bandId: string }) {
  const today = useToday()
  const { data: events } = useBandEvents(bandId, yearAheadRange(today))
  const { data: setlists } = useEndpoint('GET /api/bands/:bandId/setlists', { params: { bandId } })
  const { data: songs } = useEndpoint('GET /api/bands/:bandId/songs', { params: { bandId } })
  const { data: members } = useEndpoint('GET /api/bands/:bandId/members', { params: { bandId } })
  if (event.status === 'cancelled' || !events || !setlists || !songs || !members) return null
  const setlist = setlists.find(({ id }) => id === event.setlistId)
  const active = members.filter(({ status }) => status === 'active').map(({ id }) => id)
  const summary = setlist && summarizeSetlist(setlist.items, songs, active)
  const words = formatGigCountdown({
    today,
    gigDate: event.date,
    practicesLeft: events.filter(
      ({ type, status, date }) =>
        isPracticeOrRehearsal(type) && status !== 'cancelled' && date >= today && date <= event.date,
    ).length,
    songsNotReady: summary ? summary.songs - summary.ready : null,
  })
  return words && <p className="font-semibold text-accent">{words}</p>
}
