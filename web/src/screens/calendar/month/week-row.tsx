// One week of the month. Memoised: re-renders only when its props change, and reuses its DOM elements for other months.

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- Bars lie across the cells of a week, which no table row can hold. */
/* oxlint-disable react/no-array-index-key -- Index keys on purpose: cells are reused between months. */

import { memo } from 'react'
import { clsx } from 'clsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { DayCell } from './day-cell.tsx'
import { EventBar, type BandColors } from './event-bar.tsx'
import type { MonthWeek } from '#features/events/month/month-layout.ts'

type Props = {
  week: MonthWeek
  /** The selected day and today; null outside this week. */
  chosen: string | null
  today: string | null
  isWide: boolean
  isLoading: boolean
  bandColors: BandColors
}

export const WeekRow = memo(function MonthRow({ week, chosen, today, isWide, isLoading, bandColors }: Props) {
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
