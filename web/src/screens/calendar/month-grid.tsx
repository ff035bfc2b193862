// The month as a grid of days: one tab stop, the keys of the ARIA APG's grids of dates, and one ear for all pointers.

import type { Event } from '@gaffer/domain/event'
import { useLayoutEffect, useRef, type KeyboardEvent, type MouseEvent } from 'react'
import { dayAfterKey } from './grid-keys.ts'
import type { MonthWeek } from './month-layout.ts'
import { MonthRow } from './month-row.tsx'
import { weekdayNames } from './weekday-names.ts'

type Props = {
  labelledBy: string
  weeks: readonly MonthWeek[]
  chosen: string
  today: string
  isWide: boolean
  isLoading: boolean
  onChoose: (date: string) => void
  /** Enter, or in a wide grid a press on the day. */
  onOpenDay: (date: string) => void
  onOpenEvent: (event: Event) => void
  onAdd: (date: string) => void
}

export function MonthGrid({ labelledBy, weeks, chosen, today, isWide, isLoading, ...on }: Props) {
  const grid = useRef<HTMLDivElement>(null)
  const takesFocus = useRef(false)

  useLayoutEffect(() => {
    if (!takesFocus.current) return
    takesFocus.current = false
    focusDay(chosen)
  }, [chosen])

  function focusDay(date: string) {
    grid.current?.querySelector<HTMLElement>(`[role=gridcell][data-date="${date}"]`)?.focus({ preventScroll: true })
  }

  function choose(date: string) {
    takesFocus.current = date !== chosen
    if (date === chosen) focusDay(date)
    on.onChoose(date)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const target = dayAfterKey(chosen, event)
    if (target !== null) choose(target)
    else if (event.key === 'Enter' || event.key === ' ') on.onOpenDay(chosen)
    else return
    event.preventDefault()
  }

  function onClick({ target }: MouseEvent) {
    const hit = target instanceof Element ? target : null
    const date = hit?.closest<HTMLElement>('[data-date]')?.dataset['date']
    if (!hit || !date) return
    // What opens now gives the focus back to the day it was opened from.
    choose(date)
    const id = isWide ? hit.closest<HTMLElement>('[data-event]')?.dataset['event'] : undefined
    const event = id && weeks.flatMap((week) => week.placed).find((placed) => placed.event.id === id)?.event
    if (event) on.onOpenEvent(event)
    else if (hit.closest('[data-add]')) on.onAdd(date)
    else if (isWide) on.onOpenDay(date)
  }

  return (
    <div
      ref={grid}
      role="grid"
      aria-labelledby={labelledBy}
      aria-busy={isLoading || undefined}
      onKeyDown={onKeyDown}
      onClick={onClick}
      className="overflow-hidden rounded-card border border-hairline bg-surface select-none"
    >
      <div role="row" className="grid grid-cols-7">
        {weekdayNames.map(({ short, long }) => (
          <div key={long} role="columnheader" className="py-1.5 text-center text-xs font-semibold text-muted">
            <span aria-hidden="true">{short}</span>
            <span className="sr-only">{long}</span>
          </div>
        ))}
      </div>
      {weeks.map((week, at) => {
        const isIn = (date: string) => week.days.some((day) => day.date === date)
        return (
          <MonthRow
            key={week.days[0]?.date}
            week={week}
            chosen={isIn(chosen) ? chosen : null}
            today={isIn(today) ? today : null}
            isWide={isWide}
            isLoading={isLoading && at % 2 === 1}
          />
        )
      })}
    </div>
  )
}
