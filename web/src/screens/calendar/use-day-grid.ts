// The ways of a grid of days: the keys that move its one tab stop, and focus that follows the cursor to another month.

import { useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import { dayAfterKey } from './grid-keys.ts'

type Ways = {
  /** The day with the tab stop. */
  cursor: string
  earliest?: string | undefined
  onMove: (date: string) => void
  /** Enter or Space on a day. */
  onEnter: (date: string) => void
}

/** Its cells carry `data-date`. `moveTo` takes the focus along. */
export function useDayGrid({ cursor, earliest, onMove, onEnter }: Ways) {
  const grid = useRef<HTMLDivElement>(null)
  const takesFocus = useRef(false)

  useLayoutEffect(() => {
    if (!takesFocus.current) return
    takesFocus.current = false
    focusDay(grid.current, cursor)
  }, [cursor])

  function moveTo(date: string) {
    takesFocus.current = date !== cursor
    if (date === cursor) focusDay(grid.current, date)
    onMove(date)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const day = dayOf(event.target) ?? cursor
    const target = dayAfterKey(day, event, earliest)
    if (target !== null) moveTo(target)
    else if (event.key === 'Enter' || event.key === ' ') {
      moveTo(day)
      onEnter(day)
    } else return
    event.preventDefault()
  }

  return { grid, moveTo, onKeyDown }
}

/** The day that an event in the grid is about. */
export function dayOf(target: EventTarget): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-date]')?.dataset['date'] : undefined
}

function focusDay(grid: HTMLElement | null, date: string): void {
  const cell = grid?.querySelector<HTMLElement>(`[role=gridcell][data-date="${date}"]`)
  // The same element may stand for another day by now, and only a focus that moves is read out.
  if (cell === document.activeElement) cell?.blur()
  cell?.focus({ preventScroll: true })
}
