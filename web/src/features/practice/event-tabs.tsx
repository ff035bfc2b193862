// The tabs on an event's page: gig sheet, set list, What to play (of practices) and history. Without other tabs, the history
// has a heading and no tab. Above the tabs, a gig has an empty slot for a missing gig sheet or set list.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { isGigOrFestival } from '@gaffer/domain/shared/event-type'
import { isPracticeOrRehearsal } from '@gaffer/domain/practice/practised'
import { isEventDay } from '@gaffer/domain/events/event-times'
import { Suspense, useState } from 'react'
import { useNowMs } from '#lib/use-now.ts'
import { lazyPart } from '#lib/lazy-part.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tabs, type TabItem } from '#ui/tabs.tsx'

// The panels are imported on demand, so that the calendar, whose dialog has these tabs too, does not load them.
const GigSheetPanel = lazyPart(() => import('#features/gig-sheets/gig-sheet-panel.tsx'), 'GigSheetPanel')
const EventSetlist = lazyPart(() => import('./event-setlist.tsx'), 'EventSetlist')
const EventHistory = lazyPart(() => import('#features/events/event-details/event-history.tsx'), 'EventHistory')
const WhatToPlay = lazyPart(() => import('./what-to-play.tsx'), 'WhatToPlay')

type Props = { event: CalendarEntry; bandId: string }

/** Whether the tabs are at the top of the page: on the day of a practice, or of a gig with a gig sheet, unless it is cancelled. */
export function useAreEventTabsFirst(event: CalendarEntry): boolean {
  const now = new Date(useNowMs())
  const hasPlan = isPracticeOrRehearsal(event.type) || (isGigOrFestival(event.type) && event.hasGigSheet)
  return hasPlan && event.status !== 'cancelled' && isEventDay(event, now)
}

export function EventTabs({ event, bandId }: Props) {
  const history = { id: 'history', label: 'History', panel: <EventHistory event={event} bandId={bandId} /> }
  const sheet = isGigOrFestival(event.type) ? <GigSheetPanel event={event} bandId={bandId} /> : null
  const tabs: TabItem<string>[] = []
  if (sheet && event.hasGigSheet) tabs.push({ id: 'sheet', label: 'Gig sheet', panel: sheet })
  if (event.setlistId !== null) {
    tabs.push({ id: 'setlist', label: 'Set list', panel: <EventSetlist event={event} bandId={bandId} /> })
  }
  if (isPracticeOrRehearsal(event.type)) {
    tabs.push({ id: 'plan', label: 'What to play', panel: <WhatToPlay event={event} bandId={bandId} /> })
  }
  tabs.push(history)
  const [chosen, setChosen] = useState<string | null>(null)
  // Shows the first tab by default, and the history if the chosen tab is gone, such as that of a removed set list.
  const shownTab = (chosen === null ? tabs[0] : tabs.find(({ id }) => id === chosen)) ?? history
  return (
    <div className="grid grid-cols-1 gap-5">
      {sheet && event.status !== 'cancelled' && (
        <Suspense fallback={<Skeleton className="h-20" />}>
          {!event.hasGigSheet && sheet}
          {event.setlistId === null && <EventSetlist event={event} bandId={bandId} />}
        </Suspense>
      )}
      <TabsOrSection tabs={tabs} shown={shownTab} onChoose={setChosen} />
    </div>
  )
}

type PartsProps = { tabs: readonly TabItem<string>[]; shown: TabItem<string>; onChoose: (id: string) => void }

function TabsOrSection({ tabs, shown, onChoose }: PartsProps) {
  if (tabs.length > 1) {
    return (
      <Suspense fallback={<Skeleton className="h-60" />}>
        <Tabs label="More about the event" tabs={tabs} value={shown.id} onChange={onChoose} />
      </Suspense>
    )
  }
  return (
    <section aria-labelledby="event-part">
      <h2 id="event-part" className="mb-3 text-lg font-bold">
        {shown.label}
      </h2>
      <Suspense fallback={<Skeleton className="h-16" />}>{shown.panel}</Suspense>
    </section>
  )
}
