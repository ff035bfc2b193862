import { daysBetween } from '@gaffer/domain/shared/dates'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { limits } from '@gaffer/domain/shared/limits'
import { invalidFieldError } from '#platform/refusals.ts'
import { toSearchRange, type SearchRange } from './range-conditions.ts'

export type DateRange = { startDate: string; endDate: string }

/** Refuses a range that is backwards or too long. */
export function toValidSearchRange({ startDate, endDate }: DateRange): SearchRange {
  const days = daysBetween(startDate, endDate)
  const message =
    days < 0 ? eventMessages.rangeBackwards : days > limits.calendarDays ? eventMessages.rangeTooLong : null
  if (message) throw invalidFieldError('endDate', message)
  return toSearchRange({ from: startDate, to: endDate })
}
