// The parts of an event below its facts and answers, as tabs. A part is listed only if it has content.

import type { Event } from '@gaffer/domain/event'
import { useState } from 'react'
import { Tabs, type Tab } from '#ui/tabs.tsx'
import { EventHistory } from './event-history.tsx'

type Props = { event: Event; bandId: string }

export function EventTabs({ event, bandId }: Props) {
  const tabs: Tab<string>[] = [
    { id: 'history', label: 'History', panel: <EventHistory bandId={bandId} eventId={event.id} /> },
  ]
  const [first] = tabs
  const [chosen, setChosen] = useState(first?.id ?? '')
  if (tabs.length > 1) return <Tabs label="More about the event" tabs={tabs} value={chosen} onChange={setChosen} />
  return (
    <section aria-labelledby="event-part">
      <h2 id="event-part" className="mb-3 text-lg font-bold">
        {first?.label}
      </h2>
      {first?.panel}
    </section>
  )
}
