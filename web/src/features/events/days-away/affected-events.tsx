// The band events on new days away: each is kept unless the member chooses to cancel it.

import { dayInWords } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { eventName, formatEventTimes } from '#features/events/format-event.ts'
import { cardClassName } from '#ui/card.tsx'
import { SegmentedControl } from '#ui/segmented-control.tsx'

type Props = {
  events: readonly CalendarEntry[]
  /** The ids of the events to cancel. */
  cancelled: ReadonlySet<string>
  onChange: (cancelled: ReadonlySet<string>) => void
}

const answers = [
  { value: 'keep', label: 'Keep' },
  { value: 'cancel', label: 'Cancel it' },
] as const

export function AffectedEventChoices({ events, cancelled, onChange }: Props) {
  function choose(id: string, answer: 'keep' | 'cancel') {
    const next = new Set(cancelled)
    if (answer === 'cancel') next.add(id)
    else next.delete(id)
    onChange(next)
  }

  return (
    <>
      <p className="mb-4 text-muted">{eventMessages.daysAwayInTheWay}</p>
      <ul className="grid grid-cols-1 gap-3">
        {events.map((event) => (
          <li key={event.id} className={`${cardClassName} grid grid-cols-1 gap-2 p-3`}>
            <div className="min-w-0 break-words">
              <p className="font-semibold">
                {eventName(event)}
                {event.status === 'tentative' && ' (pencilled)'}
              </p>
              <p className="text-sm text-muted">
                {[dayInWords(event.date), formatEventTimes(event), event.bandName].filter(Boolean).join(' · ')}
              </p>
            </div>
            <SegmentedControl
              label={`${eventName(event)}, ${dayInWords(event.date)}`}
              options={answers}
              value={cancelled.has(event.id) ? 'cancel' : 'keep'}
              onChange={(answer) => choose(event.id, answer)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}
