// Keyboard navigation in a grid of days, for the month view and the pickers: the keys of the ARIA APG's date grid, and a roving tabindex that
// follows the cursor to another month. The module also has the row of weekday headers.

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- The grids of the callers are not tables: bars of events span the cells of a week. */

import { addDays, addMonths, firstYear, lastYear, weekdayIndex, weekdayNames } from '@gaffer/domain/shared/dates'
import { useLayoutEffect, useRef, type KeyboardEvent } from 'react'

type DayGridOptions = {
  /** The day whose cell is in the tab order. */
  cursor: string
  earliest?: string | undefined
  latest?: string | undefined
  onMove: (date: string) => void
  /** Called for Enter or Space on a day. */
  onEnter: (date: string) => void
}

/** Returns the ref and the key handler of the grid, whose cells must have `data-date`, and `moveTo`, which also moves the focus. */
export function useDayGridNavigation({ cursor, earliest, latest, onMove, onEnter }: DayGridOptions) {
  const grid = useRef<HTMLDivElement>(null)
  const isFocusPending = useRef(false)

  useLayoutEffect(() => {
    if (!isFocusPending.current) return
    isFocusPending.current = false
    focusDay(grid.current, cursor)
  }, [cursor])

  function moveTo(date: string) {
    isFocusPending.current = date !== cursor
    if (date === cursor) focusDay(grid.current, date)
    onMove(date)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const day = dayFromEventTarget(event.target) ?? cursor
    const target = targetDayOfKey(day, event, earliest, latest)
    if (target !== null) moveTo(target)
    else if (event.key === 'Enter' || event.key === ' ') {
      moveTo(day)
      onEnter(day)
    } else return
    event.preventDefault()
  }

  return { grid, moveTo, onKeyDown }
}

/** The day whose cell or bar contains the target of a DOM event. */
export function dayFromEventTarget(target: EventTarget): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-date]')?.dataset['date'] : undefined
}

function focusDay(grid: HTMLElement | null, date: string): void {
  const cell = grid?.querySelector<HTMLElement>(`[role=gridcell][data-date="${date}"]`)
  // Blurs first: a cell is reused for a day of another month, and a screen reader announces it only when it gets the focus.
  if (cell === document.activeElement) cell?.blur()
  cell?.focus({ preventScroll: true })
}

/** The day that the key leads to, limited to `earliest`–`latest`; null for a key that does not move. */
export function targetDayOfKey(
  day: string,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  earliest = `${firstYear}-01-01`,
  latest = `${lastYear}-12-31`,
): string | null {
  const target = computeTargetDay(day, key, shiftKey)
  if (target === null) return null
  return target < earliest ? earliest : target > latest ? latest : target
}

function computeTargetDay(day: string, key: string, shiftKey: boolean): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return addDays(day, -weekdayIndex(day))
    case 'End':
      return addDays(day, 6 - weekdayIndex(day))
    case 'PageUp':
      return addMonths(day, shiftKey ? -12 : -1)
    case 'PageDown':
      return addMonths(day, shiftKey ? 12 : 1)
    default:
      return null
  }
}

export function WeekdayRow() {
  return (
    <div role="row" className="@container grid grid-cols-7">
      {weekdayNames.map((name) => (
        <div
          key={name}
          role="columnheader"
          className="overflow-hidden py-1.5 small-phone:py-0.5 text-center text-xs font-semibold whitespace-nowrap text-muted"
        >
          {/* At large text sizes, the column has room for only one letter. */}
          <span aria-hidden="true">
            {name.slice(0, 1)}
            <span className="@max-[14rem]:hidden">{name.slice(1, 3)}</span>
          </span>
          <span className="sr-only">{name}</span>
        </div>
      ))}
    </div>
  )
}
