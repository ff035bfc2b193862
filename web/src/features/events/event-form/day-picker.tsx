// A month grid to pick a day from. It marks the days on which a member is away or an event is on.

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- A table laid out as a grid loses its roles in older browsers. */

import { addMonths, formatMonth, monthWeeks, startOfMonth, dayInWords, addDays } from '@gaffer/domain/shared/dates'
import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useId, useState, useMemo } from 'react'
import { IconButton } from '#ui/icon-button.tsx'
import { WeekdayRow, dayFromEventTarget, useDayGridNavigation } from '#features/events/day-grid/day-grid-navigation.tsx'
import { gridRangeOfMonth } from '#features/events/date-ranges.ts'
import { useCalendarEntries } from '#features/events/queries.ts'
import { lastShownDay } from '#features/events/day-grid/month-layout.ts'

type Props = {
  /** The band whose calendar the marks show; null for the member's own calendar. */
  bandId: string | null
  today: string
  /** The first and the last picked day; null if none is picked. */
  from: string | null
  to: string | null
  /** The first day that can be picked. */
  earliest?: string
  /** The id of the element with the error message, if there is one. */
  errorId?: string
  onPick: (date: string) => void
}

export function DayPicker({ bandId, today, from, to, earliest, errorId, onPick }: Props) {
  const id = useId()
  const [cursor, setCursor] = useState(() => clampToEarliest(from ?? today, earliest))
  const month = startOfMonth(cursor)
  const marks = useDayMarks(bandId, month)
  const { grid, onKeyDown } = useDayGridNavigation({ cursor, earliest, onMove: setCursor, onEnter: pickDay })
  const isFirst = earliest !== undefined && month <= earliest

  function pickDay(date: string) {
    if (earliest !== undefined && date < earliest) return
    setCursor(date)
    onPick(date)
  }

  function findPickedPart(date: string): 'end' | 'inside' | null {
    if (date === from || date === to) return 'end'
    return from !== null && to !== null && from < date && date < to ? 'inside' : null
  }

  return (
    <div className="rounded-control border border-hairline bg-sunken p-2">
      <div className="flex items-center justify-between">
        <IconButton
          label="Previous month"
          icon={<ChevronLeft aria-hidden="true" className="size-5" />}
          aria-disabled={isFirst || undefined}
          size="shrinkable"
          className={clsx(isFirst && 'opacity-50')}
          onClick={() => setCursor(clampToEarliest(addMonths(cursor, -1), earliest))}
        />
        <p id={id} aria-live="polite" className="font-semibold">
          {formatMonth(month)}
        </p>
        <IconButton
          label="Next month"
          icon={<ChevronRight aria-hidden="true" className="size-5" />}
          size="shrinkable"
          onClick={() => setCursor(addMonths(cursor, 1))}
        />
      </div>
      <div
        ref={grid}
        role="grid"
        tabIndex={-1}
        aria-labelledby={id}
        aria-describedby={errorId}
        onKeyDown={onKeyDown}
        onClick={({ target }) => {
          const date = dayFromEventTarget(target)
          if (date) pickDay(date)
        }}
      >
        <WeekdayRow />
        {monthWeeks(month).map((week) => (
          <div key={week[0]} role="row" className="grid grid-cols-7">
            {week.map((date) => (
              <DayPickerCell
                key={date}
                date={date}
                marks={marks.get(date)}
                isInMonth={date.startsWith(month.slice(0, 7))}
                isToday={date === today}
                isCursor={date === cursor}
                picked={findPickedPart(date)}
                isRange={to !== null && to !== from}
                isDisabled={earliest !== undefined && date < earliest}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

function clampToEarliest(date: string, earliest: string | undefined): string {
  return earliest !== undefined && date < earliest ? earliest : date
}

type DayPickerCellProps = {
  date: string
  marks: DayMarks | undefined
  isInMonth: boolean
  isToday: boolean
  isCursor: boolean
  /** 'end' for the first and last picked day, 'inside' for the days between them; null for other days. */
  picked: 'end' | 'inside' | null
  isRange: boolean
  isDisabled: boolean
}

/** One day of a picker: a hatched ring marks an absence and a dot marks an event. */
function DayPickerCell({ date, marks, isInMonth, isToday, isCursor, picked, isRange, isDisabled }: DayPickerCellProps) {
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
        picked && isRange && 'bg-text/10',
        isDisabled ? 'cursor-not-allowed' : 'cursor-pointer',
      )}
    >
      <span
        aria-hidden="true"
        className={clsx(
          'grid h-9 w-9 max-w-full place-content-center rounded-full text-sm tabular-nums',
          isOpen ? openDayClassName({ marks, isToday, isDisabled, isInMonth }) : pickedDayClassName,
        )}
      >
        {/* Gives the number a plain background on a hatched day. */}
        <span className={clsx(isOpen && marks?.isAway && 'grid size-6 place-content-center rounded-full bg-sunken')}>
          {Number(date.slice(8))}
        </span>
      </span>
      {marks?.hasEvent && (
        <MarkDot
          color={isOpen ? 'bg-accent forced-colors:bg-[CanvasText]' : 'bg-bg forced-colors:bg-[HighlightText]'}
        />
      )}
      <span className="sr-only">{describeDay(date, isToday, marks)}</span>
    </div>
  )
}

type OpenDayState = Pick<DayPickerCellProps, 'marks' | 'isToday' | 'isDisabled' | 'isInMonth'>

const pickedDayClassName =
  'bg-text font-bold text-bg forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none'

function openDayClassName({ marks, isToday, isDisabled, isInMonth }: OpenDayState): string {
  return clsx(
    marks?.isAway && 'hatched',
    isToday && 'font-bold outline-2 -outline-offset-2 outline-accent',
    (isDisabled || !isInMonth) && 'text-faint',
    isDisabled && 'line-through',
  )
}

function MarkDot({ color }: { color: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx('absolute bottom-1 left-1/2 size-1.5 -translate-x-1/2 rounded-full', color)}
    />
  )
}

function describeDay(date: string, isToday: boolean, marks: DayMarks | undefined): string {
  const remarks = [isToday && 'today', marks?.isAway && 'a member is away', marks?.hasEvent && 'an event is on']
  return [dayInWords(date), ...remarks].filter(Boolean).join(', ')
}

type DayMarks = { isAway: boolean; hasEvent: boolean }

/** Whether a member is away and whether an event is on, for each day of a month; empty while loading. Uses the query of the month grid, whose response is often cached. */
function useDayMarks(bandId: string | null, month: string): ReadonlyMap<string, DayMarks> {
  const range = gridRangeOfMonth(month)
  const { data } = useCalendarEntries(bandId, range)
  return useMemo(() => {
    const marks = new Map<string, DayMarks>()
    for (const event of [...(data?.band ?? []), ...(data?.mine ?? [])]) {
      const isAway = event.type === 'unavailable'
      const [first, last] = [laterDate(event.date, range.startDate), earlierDate(lastShownDay(event), range.endDate)]
      for (let date = first; date <= last; date = addDays(date, 1)) {
        const before = marks.get(date)
        marks.set(date, { isAway: isAway || before?.isAway === true, hasEvent: !isAway || before?.hasEvent === true })
      }
    }
    return marks
  }, [data, range.startDate, range.endDate])
}

function laterDate(a: string, b: string): string {
  return a > b ? a : b
}

function earlierDate(a: string, b: string): string {
  return a < b ? a : b
}
