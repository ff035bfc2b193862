import { readinessLabels, readinessStatuses, type ReadinessStatus } from '@gaffer/domain/songs/song'
import { clsx } from 'clsx'
import { Circle, CircleCheckBig, Contrast, type LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { higherReadiness } from './readiness-counts.ts'

const icons: Record<ReadinessStatus, LucideIcon> = { red: Circle, amber: Contrast, green: CircleCheckBig }

export const readinessTextClassNames: Record<ReadinessStatus, string> = {
  red: 'text-danger',
  amber: 'text-warn',
  green: 'text-success',
}

/** Classes that set `--tone`, for `color-mix`. */
export const readinessToneClassNames: Record<ReadinessStatus, string> = {
  red: '[--tone:var(--danger)]',
  amber: '[--tone:var(--warn)]',
  green: '[--tone:var(--success)]',
}

export function ReadinessIcon({ status, className }: { status: ReadinessStatus; className?: string }) {
  const Icon = icons[status]
  const look = clsx('shrink-0', status === 'amber' && '[&>path]:fill-current', className ?? 'size-5')
  return <Icon aria-hidden="true" className={look} />
}

export function ReadinessLabel({ status, className }: { status: ReadinessStatus; className?: string }) {
  return (
    <span
      className={clsx('inline-flex items-center gap-1.5 font-semibold', readinessTextClassNames[status], className)}
    >
      <ReadinessIcon status={status} className="size-4.5" />
      {readinessLabels[status]}
    </span>
  )
}

type ButtonProps = {
  title: string
  status: ReadinessStatus
  onRaise: (status: ReadinessStatus) => void
  /** Called by a press on Ready, to open the choice: a lower status is chosen by name, so that no accidental tap sets it. */
  onChoose: () => void
}

/** The member's own readiness in a song's row: one press raises it by one step. */
export function ReadinessButton({ title, status, onRaise, onChoose }: ButtonProps) {
  const next = higherReadiness(status)
  return (
    <button
      type="button"
      aria-label={`Your readiness for ${title}: ${readinessLabels[status]}`}
      title={next ? `Press for ${readinessLabels[next]}` : 'Press to change'}
      onClick={() => (next ? onRaise(next) : onChoose())}
      className={clsx(
        'grid min-h-14 w-18 shrink-0 touch-manipulation place-content-center justify-items-center gap-0.5 self-center rounded-control border text-xs font-semibold transition-colors select-none aria-disabled:opacity-60 @max-[16rem]:w-full',
        'border-[color-mix(in_srgb,var(--tone)_40%,var(--surface))] bg-[color-mix(in_srgb,var(--tone)_8%,var(--surface))] active:bg-[color-mix(in_srgb,var(--tone)_20%,var(--surface))]',
        readinessTextClassNames[status],
        readinessToneClassNames[status],
      )}
    >
      <ReadinessIcon status={status} />
      <span className="whitespace-nowrap">{readinessLabels[status]}</span>
    </button>
  )
}

type ChoiceProps = { status: ReadinessStatus; onChange: (status: ReadinessStatus) => void }

/** All three statuses as radio buttons, so that one tap or an arrow key chooses. */
export function ReadinessChoice({ status, onChange }: ChoiceProps) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-semibold">Your readiness</legend>
      <div className="grid grid-cols-3 gap-2 @max-[16rem]:grid-cols-1">
        {readinessStatuses.map((one) => (
          <label
            key={one}
            className={clsx(
              'relative flex min-h-14 cursor-pointer flex-col items-center justify-center gap-0.5 rounded-control border border-control px-1 py-1.5 text-center text-sm font-semibold transition-colors sm:min-h-12 sm:flex-row sm:gap-2',
              'has-checked:border-(--tone) has-checked:bg-[color-mix(in_srgb,var(--tone)_10%,var(--surface))] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              readinessToneClassNames[one],
              one === status ? readinessTextClassNames[one] : 'text-muted hover:text-text',
            )}
          >
            <input
              type="radio"
              name={name}
              value={one}
              checked={one === status}
              onChange={() => onChange(one)}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <ReadinessIcon status={one} />
            {readinessLabels[one]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
