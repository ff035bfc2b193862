// A time: a button that shows it and opens the clock beneath the row.

import { displayTime } from '@gaffer/domain/dates'
import { clsx } from 'clsx'
import { Clock } from 'lucide-react'
import { useId, type Ref } from 'react'
import { controlClassName } from '#ui/field.tsx'

type Props = {
  label: string
  value: string | null
  error: string | undefined
  isOpen: boolean
  panelId: string
  onToggle: () => void
  buttonRef: Ref<HTMLButtonElement>
}

export function TimeField({ label, value, error, isOpen, panelId, onToggle, buttonRef }: Props) {
  const id = useId()
  return (
    <div className="grid content-start gap-1.5">
      <span aria-hidden="true" className="flex flex-wrap items-baseline justify-between gap-x-2 text-sm font-medium">
        {label}
        <span className="font-normal text-faint">Optional</span>
      </span>
      <button
        ref={buttonRef}
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        aria-describedby={error ? id : undefined}
        onClick={onToggle}
        className={clsx(
          controlClassName,
          'flex h-12 items-center justify-between gap-2 text-left tabular-nums',
          error && 'border-danger!',
        )}
      >
        <span className="sr-only">{label}: </span>
        <span className={clsx(value === null && 'text-faint')}>{value === null ? 'Not set' : displayTime(value)}</span>
        <Clock aria-hidden="true" className="size-5 shrink-0 text-muted" />
      </button>
      {error && (
        <p id={id} className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
