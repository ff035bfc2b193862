// A small month to pick a day from. Shows at a glance when somebody is away and when something is on.

import { addMonths, displayMonth, monthWeeks, startOfMonth } from '@gaffer/domain/dates'
import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { IconButton } from '#ui/icon-button.tsx'
import { dayInWords } from './entry-words.ts'
import { dayAfterKey } from './grid-keys.ts'
import { useDayMarks, type DayMarks } from './use-day-marks.ts'
import { weekdayNames } from './weekday-names.ts'

type Props = {
  /** Whose calendar the marks are from: a band's, or with null the member's own. */
  bandId: string | null
  today: string
  /** The days that are picked, both ends included. */
  from: string | null
  to: string | null
  /** Earlier days can't be picked. */
  earliest?: string
  onPick: (date: string) => void
}

export function MonthPicker({ bandId, today, from, to, earliest, onPick }: Props) {
  const id = useId()
  const grid = useRef<HTMLDivElement>(null)
  const takesFocus = useRef(false)
  const [cursor, setCursor] = useState(() => notBefore(from ?? today, earliest))
  const month = startOfMonth(cursor)
  const marks = useDayMarks(bandId, month)
  const isFirst = earliest !== undefined && month <= earliest

  useLayoutEffect(() => {
    if (!takesFocus.current) return
    takesFocus.current = false
    grid.current?.querySelector<HTMLElement>(`[data-date="${cursor}"]`)?.focus()
  }, [cursor])

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const target = dayAfterKey(cursor, event, earliest)
    if (target !== null) {
      takesFocus.current = target !== cursor
      setCursor(target)
    } else if (event.key === 'Enter' || event.key === ' ') onPick(cursor)
    else return
    event.preventDefault()
  }

  function pick(date: string) {
    if (earliest !== undefined && date < earliest) return
    setCursor(date)
    onPick(date)
  }

  return (
    <div className="rounded-control border border-hairline bg-sunken p-2">
      <div className="flex items-center justify-between">
        <IconButton
          label="Previous month"
          icon={<ChevronLeft aria-hidden="true" className="size-5" />}
          disabled={isFirst}
          onClick={() => setCursor(notBefore(addMonths(cursor, -1), earliest))}
        />
        <p id={id} aria-live="polite" className="font-semibold">
          {displayMonth(month)}
        </p>
        <IconButton
          label="Next month"
          icon={<ChevronRight aria-hidden="true" className="size-5" />}
          onClick={() => setCursor(addMonths(cursor, 1))}
        />
      </div>
      <div ref={grid} role="grid" aria-labelledby={id} onKeyDown={onKeyDown}>
        <div role="row" className="grid grid-cols-7">
          {weekdayNames.map(({ short, long }) => (
            <div key={long} role="columnheader" className="py-1 text-center text-xs font-medium text-faint">
              <span aria-hidden="true">{short}</span>
              <span className="sr-only">{long}</span>
            </div>
          ))}
        </div>
        {monthWeeks(month).map((week) => (
          <div key={week[0]} role="row" className="grid grid-cols-7">
            {week.map((date) => (
              <PickerDay
                key={date}
                date={date}
                month={month}
                marks={marks.get(date)}
                isToday={date === today}
                isCursor={date === cursor}
                isPicked={from !== null && date >= from && date <= (to ?? from)}
                isEnd={date === from || date === to}
                isDisabled={earliest !== undefined && date < earliest}
                onPick={pick}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

type DayProps = {
  date: string
  month: string
  marks: DayMarks | undefined
  isToday: boolean
  isCursor: boolean
  isPicked: boolean
  isEnd: boolean
  isDisabled: boolean
  onPick: (date: string) => void
}

function PickerDay({ date, month, marks, isToday, isCursor, isPicked, isEnd, isDisabled, onPick }: DayProps) {
  const notes = [isToday && 'today', marks?.isAway && 'somebody away', marks?.isOn && 'something on'].filter(Boolean)
  return (
    <div
      role="gridcell"
      data-date={date}
      tabIndex={isCursor ? 0 : -1}
      aria-selected={isPicked}
      aria-disabled={isDisabled || undefined}
      aria-current={isToday ? 'date' : undefined}
      onClick={() => onPick(date)}
      className={clsx(
        'relative grid h-11 place-content-center p-0.5 focus-visible:z-10 focus-visible:-outline-offset-2!',
        isPicked && 'bg-raised',
        isDisabled ? 'cursor-not-allowed' : 'cursor-pointer',
      )}
    >
      {marks?.isAway && !isEnd && (
        <span aria-hidden="true" className="hatched absolute inset-1 rounded-full opacity-50" />
      )}
      <span
        aria-hidden="true"
        className={clsx(
          'relative grid size-9 place-content-center rounded-full text-sm tabular-nums',
          isEnd ? 'bg-text font-bold text-bg' : isToday && 'font-bold outline-2 -outline-offset-2 outline-accent',
          !isEnd && (isDisabled ? 'text-faint line-through' : date.startsWith(month.slice(0, 7)) ? '' : 'text-faint'),
          marks?.isAway && !isEnd && 'size-6.5! bg-sunken',
        )}
      >
        {Number(date.slice(8))}
      </span>
      {marks?.isOn && (
        <span
          aria-hidden="true"
          className={clsx(
            'absolute bottom-1 left-1/2 size-1.5 -translate-x-1/2 rounded-full',
            isEnd ? 'bg-bg' : 'bg-accent',
          )}
        />
      )}
      <span className="sr-only">{[dayInWords(date), ...notes].join(', ')}</span>
    </div>
  )
}

function notBefore(date: string, earliest: string | undefined): string {
  return earliest !== undefined && date < earliest ? earliest : date
}
