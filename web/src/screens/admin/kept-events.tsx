// The events that are deleted with a membership, each with a switch that keeps it for the band.

import { todayInLondon } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { useState } from 'react'
import { formatEventDates, eventName } from '#features/events/format-event.ts'
import { Switch } from '#ui/switch.tsx'

type Props = {
  /** The member who added the events, as the subject of a sentence: "Kit" or "you". */
  addedBy: string
  /** The new owner of the kept events: "yours" or "Ros’s". */
  becomes: string
  events: readonly CalendarEntry[]
  kept: ReadonlySet<string>
  onChange: (kept: ReadonlySet<string>) => void
}

export function KeepEventsSwitches({ addedBy, becomes, events, kept, onChange }: Props) {
  const [today] = useState(() => todayInLondon(new Date()))
  const { upcoming, past } = splitByToday(events, today)
  const keep = (id: string, isKept: boolean) => {
    const next = new Set(kept)
    if (isKept) next.add(id)
    else next.delete(id)
    onChange(next)
  }
  return (
    <>
      <p className="mt-4 font-semibold">
        {events.length === 1 ? `The event ${addedBy} added` : `The ${events.length} events ${addedBy} added`}
      </p>
      <p className="mt-0.5 text-sm text-muted">What you keep for the band becomes {becomes}. The rest is deleted.</p>
      {events.length > 1 && (
        <div className="border-b border-hairline py-1">
          <Switch
            label="Keep all for the band"
            isOn={events.every(({ id }) => kept.has(id))}
            onChange={(isOn) => onChange(new Set(isOn ? events.map(({ id }) => id) : []))}
          />
        </div>
      )}
      <EventGroup label={past.length > 0 ? 'Upcoming' : null} events={upcoming} kept={kept} onKeep={keep} />
      <EventGroup label="Past" events={past} kept={kept} onKeep={keep} />
    </>
  )
}

type EventGroupProps = {
  label: string | null
  events: readonly CalendarEntry[]
  kept: ReadonlySet<string>
  onKeep: (id: string, isKept: boolean) => void
}

function EventGroup({ label, events, kept, onKeep }: EventGroupProps) {
  if (events.length === 0) return null
  return (
    <>
      {label && <p className="mt-3 text-sm font-semibold text-muted">{label}</p>}
      <ul aria-label={label ?? 'Events'}>
        {events.map((event) => (
          <li
            key={event.id}
            className="flex flex-wrap items-center gap-x-3 border-b border-hairline py-1 last:border-0"
          >
            <span className="grid min-w-0 flex-1 basis-28">
              <span className="font-medium break-words">{eventName(event)}</span>
              <span className="text-sm text-muted">{formatEventDates(event)}</span>
            </span>
            <Switch
              label={
                <>
                  <span className="block max-w-[5em] text-right text-sm text-muted">Keep for the band</span>
                  <span className="sr-only">
                    : {eventName(event)}, {formatEventDates(event)}
                  </span>
                </>
              }
              isOn={kept.has(event.id)}
              onChange={(isOn) => onKeep(event.id, isOn)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

type EventDays = Pick<CalendarEntry, 'date' | 'endDate'>

/** Splits events that are in date order. Upcoming events keep this order; past events come latest first. `today` is yyyy-MM-dd. */
export function splitByToday<T extends EventDays>(events: readonly T[], today: string): { upcoming: T[]; past: T[] } {
  const isUpcoming = ({ date, endDate }: EventDays) => (endDate ?? date) >= today
  return { upcoming: events.filter(isUpcoming), past: events.filter((event) => !isUpcoming(event)).toReversed() }
}
