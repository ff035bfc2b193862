// One day of a picker: a hatched ring marks an absence and a dot marks an event.

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- A table laid out as a grid loses its roles in older browsers. */

import { dayInWords } from '@gaffer/domain/shared/dates'
import { clsx } from 'clsx'
import type { DayMarks } from './use-day-marks.ts'

type Props = {
  date: string
  marks: DayMarks | undefined
  isInMonth: boolean
  isToday: boolean
  isCursor: boolean
  /** 'end' for the first and last picked day, 'inside' for the days between them; null for other days. */
  picked: 'end' | 'inside' | null
  isStretch: boolean
  isDisabled: boolean
}

export function DayPickerCell({ date, marks, isInMonth, isToday, isCursor, picked, isStretch, isDisabled }: Props) {
  const isOpen = picked !== 'end'
  return (
    <div
      role="gridcell"
      data-date={date}
      tabIndex={isCursor ? 0 : -1}
      aria-selected={picked !== null}
      aria-disabled={isDisabled || undefined}
      aria-current={isToday ? 'date' : undefined}
      className={clsx(
        'relative grid h-11 grid-cols-1 content-center justify-items-center p-0.5 focus-visible:z-10 focus-visible:-outline-offset-2',
        picked && isStretch && 'bg-text/10',
        isDisabled ? 'cursor-not-allowed' : 'cursor-pointer',
      )}
    >
      <span
        aria-hidden="true"
        className={clsx(
          'grid h-9 w-9 max-w-full place-content-center rounded-full text-sm tabular-nums',
          isOpen ? openLook({ marks, isToday, isDisabled, isInMonth }) : takenLook,
        )}
      >
        {/* The number keeps a plain background on a hatched day. */}
        <span className={clsx(isOpen && marks?.isAway && 'grid size-6 place-content-center rounded-full bg-sunken')}>
          {Number(date.slice(8))}
        </span>
      </span>
      {marks?.isOn && (
        <Dot color={isOpen ? 'bg-accent forced-colors:bg-[CanvasText]' : 'bg-bg forced-colors:bg-[HighlightText]'} />
      )}
      <span className="sr-only">{inWords(date, isToday, marks)}</span>
    </div>
  )
}

type Look = Pick<Props, 'marks' | 'isToday' | 'isDisabled' | 'isInMonth'>

const takenLook =
  'bg-text font-bold text-bg forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none'

function openLook({ marks, isToday, isDisabled, isInMonth }: Look): string {
  return clsx(
    marks?.isAway && 'hatched',
    isToday && 'font-bold outline-2 -outline-offset-2 outline-accent',
    (isDisabled || !isInMonth) && 'text-faint',
    isDisabled && 'line-through',
  )
}

function Dot({ color }: { color: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx('absolute bottom-1 left-1/2 size-1.5 -translate-x-1/2 rounded-full', color)}
    />
  )
}

function inWords(date: string, isToday: boolean, marks: DayMarks | undefined): string {
  const notes = [isToday && 'today', marks?.isAway && 'somebody away', marks?.isOn && 'something on']
  return [dayInWords(date), ...notes].filter(Boolean).join(', ')
}
