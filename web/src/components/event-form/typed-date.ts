// Reads a date as people in Britain type one.

import { isRealDate } from '@gaffer/domain/dates'

/**
 * "4/12/2026", "04.12.26", "041226" (phones offer digits only), "4/12" (the next one from today) or "2026-12-04" as
 * yyyy-MM-dd; null for anything else.
 */
export function parseTypedDate(text: string, today: string): string | null {
  const typed = text.trim()
  if (isRealDate(typed)) return typed
  const match =
    /^(\d{2})(\d{2})(\d{2}|\d{4})$/.exec(typed) ?? /^(\d{1,2})[/.\- ](\d{1,2})(?:[/.\- ](\d{2}|\d{4}))?$/.exec(typed)
  if (!match) return null
  const [, day = '', month = '', year] = match
  const inYear = (full: string) => `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (year) return real(inYear(year.length === 2 ? `20${year}` : year))
  const thisYear = real(inYear(today.slice(0, 4)))
  const isPast = thisYear !== null && thisYear < today
  return isPast ? real(inYear(String(Number(today.slice(0, 4)) + 1))) : thisYear
}

function real(date: string): string | null {
  return isRealDate(date) ? date : null
}
