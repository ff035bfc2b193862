// The month as a grid of days: one tab stop, the keys of the ARIA APG's date grids, and one click handler (delegation).

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- Bars lie across the cells of a week, which no table row can hold. */
/* oxlint-disable react/no-array-index-key -- Index keys on purpose: cells are reused between months. */

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { clsx } from 'clsx'
import { useMemo, type MouseEvent } from 'react'
import { useMeOrThrow } from '#lib/me.ts'
import { cardClassName } from '#ui/card.tsx'
import { dayHeightClassNameFor } from './day-cell.tsx'
import type { MonthWeek } from '#features/events/month/month-layout.ts'
import { WeekRow } from './week-row.tsx'
import { WeekdayRow, dayFromEventTarget, useDayGridNavigation } from '#features/events/month/day-grid.tsx'

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
