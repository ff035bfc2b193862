// A day of the days-away sheet: hatched if it is stored as away, filled if it is newly marked, dashed if it will be removed.

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- A table laid out as a grid loses its roles in older browsers. */

import { dayInWords } from '@gaffer/domain/shared/dates'
import { clsx } from 'clsx'
import { memo } from 'react'

type Props = {
  date: string
  isStored: boolean
  isAway: boolean
  /** Whether a band has an event on the day. */
  isOn: boolean
  isToday: boolean
  isPast: boolean
  isCursor: boolean
}

export const DaysAwayCell = memo(function DaysAwayCell({ date, isCursor, ...state }: Props) {
  const { isStored, isAway, isOn, isToday, isPast } = state
  const isNew = isAway && !isStored
  return (
    <div
      role="gridcell"
      data-date={date}
      tabIndex={isCursor ? 0 : -1}
      aria-selected={isAway}
      aria-disabled={isPast || undefined}
      aria-current={isToday ? 'date' : undefined}
      className={clsx(
        'relative grid h-12 grid-cols-1 p-0.5 focus-visible:z-10 focus-visible:-outline-offset-2',
        isPast ? 'cursor-not-allowed' : 'cursor-pointer',
      )}
    >
      <span aria-hidden="true" className={lookOf(state)}>
        {/* The number keeps a plain background on a hatched day. */}
        <span className={clsx(isAway && isStored && plateClassName)}>{Number(date.slice(8))}</span>
      </span>
      {isOn && (
        <span
          aria-hidden="true"
          className={clsx(
            'absolute bottom-1.5 left-1/2 size-1.5 -translate-x-1/2 rounded-full forced-colors:bg-[CanvasText]',
            isNew ? 'bg-surface' : 'bg-accent',
          )}
        />
      )}
      <span className="sr-only">{inWords(date, state)}</span>
    </div>
  )
})

type State = Omit<Props, 'date' | 'isCursor'>

function lookOf({ isStored, isAway, isToday, isPast }: State): string {
  return clsx(
    'grid place-content-center rounded-control border text-sm tabular-nums',
    isAway && !isStored && newLook,
    isAway && isStored && 'hatched border-unavailable-mark bg-unavailable-chip font-semibold',
    !isAway && isStored && 'border-dashed border-unavailable-mark',
    !isAway && !isStored && 'border-transparent hover:bg-lit',
    isToday && 'outline-2 -outline-offset-2 outline-accent',
    isPast && 'text-faint line-through',
  )
}

const plateClassName =
  'grid size-6 place-content-center rounded-full bg-unavailable-chip text-unavailable-ink forced-colors:bg-[Canvas]'
const newLook =
  'border-unavailable-mark bg-unavailable-mark font-bold text-surface forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none'

function inWords(date: string, { isStored, isAway, isOn, isToday }: State): string {
  const away = isAway ? (isStored ? 'away' : 'away, not saved yet') : isStored ? 'no longer away' : null
  return [dayInWords(date), isToday && 'today', away, isOn && 'something on'].filter(Boolean).join(', ')
}
