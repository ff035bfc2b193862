// One switch per allowed event type. The last one that is on cannot be switched off.

import { bandEventTypes, eventTypeLabels, type BandEventType } from '@gaffer/domain/shared/event-type'
import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { useId } from 'react'
import { EventTypeIcon, eventTypeStyles } from '#features/events/event-type-styles.tsx'
import { toggleAllowedEventType } from './settings-form-values.ts'

type Props = { value: BandEventType[]; onChange: (types: BandEventType[]) => void }

export function AllowedEventTypesField({ value, onChange }: Props) {
  const id = useId()
  return (
    <fieldset aria-describedby={`${id}-hint`}>
      <legend className="text-sm font-medium">Allowed event types</legend>
      <p id={`${id}-hint`} className="mt-0.5 mb-2.5 text-sm text-muted">
        What the calendar offers besides days away. At least one stays on. Turn on Gig for private ones, such as
        weddings: only Public Gig is on at first.
      </p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))] gap-2 sm:grid-cols-4">
        {bandEventTypes.map((type) => {
          const isOn = value.includes(type)
          return (
            <button
              key={type}
              type="button"
              aria-pressed={isOn}
              onClick={() => onChange(toggleAllowedEventType(value, type))}
              className={clsx(
                'relative flex min-h-20 flex-col justify-between gap-2 rounded-control border p-3 text-left text-sm font-semibold transition-colors',
                isOn ? 'border-text bg-raised outline-1 outline-text' : 'border-control text-muted hover:bg-lit',
              )}
            >
              <span className={clsx('grid size-8 place-content-center rounded-chip', eventTypeStyles[type].chip)}>
                <EventTypeIcon type={type} />
              </span>
              {eventTypeLabels[type]}
              {isOn && <Check aria-hidden="true" className="absolute top-3 right-3 size-5" />}
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}
