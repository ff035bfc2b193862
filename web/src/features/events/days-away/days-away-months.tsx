// The months of the days-away sheet, one grid each. Rendered a few at a time, while the member scrolls.

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- A table laid out as a grid loses its roles in older browsers. */

import { addMonths, formatMonth, monthWeeks, startOfMonth, dayInWords } from '@gaffer/domain/shared/dates'
import { useEffect, useId, useLayoutEffect, useRef, useState, memo } from 'react'
import { clsx } from 'clsx'
import { WeekdayRow, useDayGridNavigation } from '#features/events/day-grid/day-grid-navigation.tsx'
import type { DayPainting } from './use-day-painting.ts'

/** The number of months in the sheet: this month and the next eleven. */
export const daysAwayMonthCount = 12
const monthsRenderedAhead = 2

type Props = {
  today: string
  latest: string
  /** The month (`yyyy-MM`) to scroll to first; null for this month. */
  month: string | null
  stored: ReadonlySet<string>
  /** The days on which a band has an event. */
  busy: ReadonlySet<string>
  painting: DayPainting
}

export function DaysAwayMonths({ today, latest, month, stored, busy, painting }: Props) {
  const months = Array.from({ length: daysAwayMonthCount }, (_, at) => addMonths(startOfMonth(today), at))
  const firstShown = Math.max(0, months.indexOf(`${month}-01`))
  const [count, setCount] = useState(firstShown + monthsRenderedAhead)
  const [cursor, setCursor] = useState(firstShown > 0 ? `${month}-01` : today)
  const firstShownMonth = useRef<HTMLDivElement>(null)
  const sentinel = useRef<HTMLDivElement>(null)

  function moveTo(date: string) {
    setCursor(date)
    setCount(Math.max(count, months.indexOf(startOfMonth(date)) + 1))
  }
  const { grid, onKeyDown } = useDayGridNavigation({
    cursor,
    earliest: today,
    latest,
    onMove: moveTo,
    onEnter: painting.toggle,
  })

  useLayoutEffect(() => {
    firstShownMonth.current?.scrollIntoView({ block: 'start' })
  }, [])
  // Scrolls to the day, because the arrow keys may move the focus to a day outside the viewport.
  useLayoutEffect(() => {
    const focused = document.activeElement
    if (focused instanceof HTMLElement && focused.dataset['date'] === cursor)
      focused.scrollIntoView({ block: 'nearest' })
  }, [cursor])
  useEffect(() => {
    if (!sentinel.current || count >= daysAwayMonthCount) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setCount(count + monthsRenderedAhead),
      { rootMargin: '400px' },
    )
    observer.observe(sentinel.current)
    return () => observer.disconnect()
  }, [count])

  return (
    // Vertical drags scroll; horizontal drags mark days.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- One keyboard handler for the days of all grids.
    <div ref={grid} onKeyDown={onKeyDown} {...painting.handlers} className="touch-pan-y select-none">
      {months.slice(0, count).map((first, at) => (
        <div key={first} ref={at === firstShown ? firstShownMonth : null} className="scroll-mt-2 pb-6 last:pb-0">
          <MonthOfDays
            first={first}
            today={today}
            cursor={cursor.startsWith(first.slice(0, 7)) ? cursor : null}
            stored={stored}
            busy={busy}
            isAway={painting.isAway}
          />
        </div>
      ))}
      <div ref={sentinel} />
    </div>
  )
}

type MonthProps = Pick<Props, 'today' | 'stored' | 'busy'> & {
  first: string
  /** The day whose cell is in the tab order; null if it is in another month. */
  cursor: string | null
  isAway: (date: string) => boolean
}

function MonthOfDays({ first, today, cursor, stored, busy, isAway }: MonthProps) {
  const id = useId()
  return (
    <>
      <h3 id={id} className="mb-1 font-bold">
        {formatMonth(first)}
      </h3>
      <div role="grid" aria-labelledby={id} aria-multiselectable="true">
        <WeekdayRow />
        {monthWeeks(first).map((week) => (
          <div key={week[0]} role="row" className="grid grid-cols-7">
            {week.map((date) =>
              date.startsWith(first.slice(0, 7)) ? (
                <DaysAwayCell
                  key={date}
                  date={date}
                  isStored={stored.has(date)}
                  isAway={isAway(date)}
                  hasEvent={busy.has(date)}
                  isToday={date === today}
                  isPast={date < today}
                  isCursor={date === cursor}
                />
              ) : (
                // An empty cell for a day of another month, which has its own grid.
                <div key={date} role="gridcell" aria-hidden="true" />
              ),
            )}
          </div>
        ))}
      </div>
    </>
  )
}

type DaysAwayCellProps = {
  date: string
  isStored: boolean
  isAway: boolean
  /** Whether a band has an event on the day. */
  hasEvent: boolean
  isToday: boolean
  isPast: boolean
  isCursor: boolean
}

/** A day of the days-away sheet: hatched if it is stored as away, filled if it is newly marked, dashed if it will be removed. */
const DaysAwayCell = memo(function DaysAwayCell({ date, isCursor, ...state }: DaysAwayCellProps) {
  const { isStored, isAway, hasEvent, isToday, isPast } = state
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
      <span aria-hidden="true" className={dayClassName(state)}>
        {/* Gives the number a plain background on a hatched day. */}
        <span className={clsx(isAway && isStored && plainNumberClassName)}>{Number(date.slice(8))}</span>
      </span>
      {hasEvent && (
        <span
          aria-hidden="true"
          className={clsx(
            'absolute bottom-1.5 left-1/2 size-1.5 -translate-x-1/2 rounded-full forced-colors:bg-[CanvasText]',
            isNew ? 'bg-surface' : 'bg-accent',
          )}
        />
      )}
      <span className="sr-only">{describeDay(date, state)}</span>
    </div>
  )
})

type DayState = Omit<DaysAwayCellProps, 'date' | 'isCursor'>

function dayClassName({ isStored, isAway, isToday, isPast }: DayState): string {
  return clsx(
    'grid place-content-center rounded-control border text-sm tabular-nums',
    isAway && !isStored && newDayClassName,
    isAway && isStored && 'hatched border-unavailable-mark bg-unavailable-chip font-semibold',
    !isAway && isStored && 'border-dashed border-unavailable-mark',
    !isAway && !isStored && 'border-transparent hover:bg-lit',
    isToday && 'outline-2 -outline-offset-2 outline-accent',
    isPast && 'text-faint line-through',
  )
}

const plainNumberClassName =
  'grid size-6 place-content-center rounded-full bg-unavailable-chip text-unavailable-ink forced-colors:bg-[Canvas]'
const newDayClassName =
  'border-unavailable-mark bg-unavailable-mark font-bold text-surface forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none'

function describeDay(date: string, { isStored, isAway, hasEvent, isToday }: DayState): string {
  const awayText = isAway ? (isStored ? 'away' : 'away, not saved yet') : isStored ? 'no longer away' : null
  return [dayInWords(date), isToday && 'today', awayText, hasEvent && 'an event is on'].filter(Boolean).join(', ')
}
