// Where a key takes the cursor in a grid of days: the ARIA APG's keys for grids of dates.

import { addDays, addMonths, firstYear, lastYear, weekday } from '@gaffer/domain/dates'

/** The day that the key leads to, or null for a key that does not move. `after` and `before` are the ends of the road. */
export function dayAfterKey(
  day: string,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  after = `${firstYear}-01-01`,
  before = `${lastYear}-12-31`,
): string | null {
  const target = targetOf(day, key, shiftKey)
  if (target === null) return null
  return target < after ? after : target > before ? before : target
}

function targetOf(day: string, key: string, shiftKey: boolean): string | null {
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
      return addDays(day, -weekday(day))
    case 'End':
      return addDays(day, 6 - weekday(day))
    case 'PageUp':
      return addMonths(day, shiftKey ? -12 : -1)
    case 'PageDown':
      return addMonths(day, shiftKey ? 12 : 1)
    default:
      return null
  }
}
