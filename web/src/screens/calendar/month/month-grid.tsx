// The month as a grid of days: one tab stop, the keys of the ARIA APG's date grids, and one click handler (delegation).

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- Bars lie across the cells of a week, which no table row can hold. */
/* oxlint-disable react/no-array-index-key -- Index keys on purpose: cells are reused between months. */

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { clsx } from 'clsx'
import { useMemo, type MouseEvent, memo } from 'react'
import { useMeOrThrow } from '#lib/me.ts'
import { cardClassName } from '#ui/card.tsx'
import { dayHeightClassNameFor, DayCell } from './day-cell.tsx'
import { EventBar, type BandColors } from './event-bar.tsx'
import type { MonthWeek } from '#features/events/month/month-layout.ts'
import { WeekdayRow, dayFromEventTarget, useDayGridNavigation } from '#features/events/month/day-grid.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

type Props = {
  labelledBy: string
  weeks: readonly MonthWeek[]
  chosen: string
  today: string
  isWide: boolean
  isLoading: boolean
  /** Renders empty rows of the final height, until the deferred render of the days. */
  isBare: boolean
  onChoose: (date: string) => void
  /** Enter on a day, or in a wide grid a press on it. */
  onOpenDay: (date: string) => void
  /** In a narrow grid, a tap on a day. */
  onTap: () => void
  onOpenEvent: (event: CalendarEntry) => void
  onAdd: (date: string) => void
}

export function MonthGrid({ labelledBy, weeks, chosen, today, isWide, isLoading, isBare, ...on }: Props) {
  const { bands } = useMeOrThrow()
  const bandColors = useMemo(() => new Map(bands.map(({ bandId, color }) => [bandId, color])), [bands])
  const { grid, moveTo, onKeyDown } = useDayGridNavigation({
    cursor: chosen,
    onMove: on.onChoose,
    onEnter: on.onOpenDay,
  })

  function onClick({ target }: MouseEvent) {
    const date = dayFromEventTarget(target)
    if (!(target instanceof Element) || !date) return
    // Focus the day first: a dialog returns the focus to the element that had it.
    moveTo(date)
    if (!isWide) return on.onTap()
    const event = eventAt(target)
    if (event) on.onOpenEvent(event)
    else if (target.closest('[data-add]')) on.onAdd(date)
    else on.onOpenDay(date)
  }

  function eventAt(target: Element): CalendarEntry | undefined {
    const id = target.closest<HTMLElement>('[data-event]')?.dataset['event']
    return weeks.flatMap((week) => week.placed).find(({ event }) => event.id === id)?.event
  }

  return (
    <div
      ref={grid}
      role="grid"
      tabIndex={-1}
      aria-labelledby={labelledBy}
      aria-busy={isLoading || isBare || undefined}
      onKeyDown={onKeyDown}
      onClick={onClick}
      className={`${cardClassName} overflow-hidden select-none`}
    >
      <WeekdayRow />
      {weeks.map((week, row) => {
        if (isBare) return <div key={row} className={clsx('border-t border-hairline', dayHeightClassNameFor(isWide))} />
        const isIn = (date: string) => week.days.some((day) => day.date === date)
        return (
          <WeekRow
            key={row}
            week={week}
            chosen={isIn(chosen) ? chosen : null}
            today={isIn(today) ? today : null}
            isWide={isWide}
            bandColors={bandColors}
            isLoading={isLoading && row % 2 === 1}
          />
        )
      })}
    </div>
  )
}

type WeekRowProps = {
  week: MonthWeek
  /** The selected day and today; null outside this week. */
  chosen: string | null
  today: string | null
  isWide: boolean
  isLoading: boolean
  bandColors: BandColors
}

/** One week of the month. Memoised: re-renders only when its props change, and reuses its DOM elements for other months. */
const WeekRow = memo(function MonthRow({ week, chosen, today, isWide, isLoading, bandColors }: WeekRowProps) {
  return (
    <div role="row" className="relative grid grid-cols-7 border-t border-hairline">
      {/* In a wide grid a press on a bar opens its event: z-1 puts the bars above the cells, and presses beside them reach the
          cells. First in the DOM: a search by text then finds the bar before the sr-only text of the cell. */}
      <div
        aria-hidden="true"
        className={clsx(
          'pointer-events-none absolute inset-x-0 z-1 grid grid-cols-7',
          isWide
            ? 'top-8 auto-rows-[1.5rem]'
            : 'top-10.25 auto-rows-[0.9375rem] small-phone:top-9 small-phone:auto-rows-[0.75rem]',
        )}
      >
        {week.placed.map((placed, at) => (
          <EventBar
            key={at}
            placed={placed}
            date={week.days[placed.column]?.date ?? ''}
            isWide={isWide}
            bandColors={bandColors}
          />
        ))}
        {isLoading && (
          <>
            <Skeleton className={clsx('col-span-1 col-start-2 mx-1 rounded-chip', isWide ? 'h-5.5' : 'h-3.5')} />
            <Skeleton className={clsx('col-span-2 col-start-5 mx-1 rounded-chip', isWide ? 'h-5.5' : 'h-3.5')} />
          </>
        )}
      </div>
      {week.days.map((day, column) => (
        <DayCell key={column} day={day} isToday={day.date === today} isChosen={day.date === chosen} isWide={isWide} />
      ))}
    </div>
  )
})
