// The tabs below an event's facts and answers: gig sheet (of gigs, also before it is written), set list (if one is chosen), what to play (of
// practices) and history. History alone has a heading instead of a tab.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { isGigOrFestival } from '@gaffer/domain/shared/event-type'
import { isPracticeOrRehearsal } from '@gaffer/domain/practice/practised'
import { isEventDay } from '@gaffer/domain/events/event-times'
import { Suspense, useState } from 'react'
import { useNowMs } from '#lib/use-now.ts'
import { lazyPart } from '#lib/lazy-part.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tabs, type TabItem } from '#ui/tabs.tsx'

// Chunks of their own: the calendar's dialog shows this component too.
const GigSheetPanel = lazyPart(async () => (await import('#features/gig-sheets/gig-sheet-panel.tsx')).GigSheetPanel)
const SetlistPanel = lazyPart(async () => (await import('#features/set-lists/setlist-panel.tsx')).SetlistPanel)
const EventHistory = lazyPart(
  async () => (await import('#features/events/event-details/event-history.tsx')).EventHistory,
)
const WhatToPlay = lazyPart(async () => (await import('./what-to-play.tsx')).WhatToPlay)

type Props = { event: CalendarEntry; bandId: string }

/** Whether the tabs stand above everything else: on the day of a practice, and of a gig with a gig sheet. */
export function useAreEventTabsFirst(event: CalendarEntry): boolean {
  const now = new Date(useNowMs())
  const hasPlan = isPracticeOrRehearsal(event.type) || (isGigOrFestival(event.type) && event.hasGigSheet)
  return hasPlan && event.status !== 'cancelled' && isEventDay(event, now)
}

export function EventTabs({ event, bandId }: Props) {
  const { setlistId } = event
  const history = { id: 'history', label: 'History', panel: <EventHistory event={event} bandId={bandId} /> }
  const tabs: TabItem<string>[] = []
  if (isGigOrFestival(event.type)) {
    tabs.push({ id: 'sheet', label: 'Gig sheet', panel: <GigSheetPanel event={event} bandId={bandId} /> })
  }
  if (setlistId !== null) {
    tabs.push({ id: 'setlist', label: 'Set list', panel: <SetlistPanel bandId={bandId} setlistId={setlistId} /> })
  }
  if (isPracticeOrRehearsal(event.type)) {
    tabs.push({ id: 'plan', label: 'What to play', panel: <WhatToPlay event={event} bandId={bandId} /> })
  }
  tabs.push(history)
  const [chosen, setChosen] = useState(tabs[0]?.id ?? '')
  // The set list may have been deleted meanwhile.
  const shown = tabs.find(({ id }) => id === chosen) ?? history
  if (tabs.length > 1) {
    return (
      <Suspense fallback={<Skeleton className="h-60" />}>
        <Tabs label="More about the event" tabs={tabs} value={shown.id} onChange={setChosen} />
      </Suspense>
    )
  }
  return (
    <section aria-labelledby="event-part">
      <h2 id="event-part" className="mb-3 text-lg font-bold">
        {history.label}
      </h2>
      <Suspense fallback={<Skeleton className="h-16" />}>{history.panel}</Suspense>
    </section>
  )
}
