// The dates of an enquiry, as typed.

import { PlainDate } from '@gaffer/domain/shared/date-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { messages } from '@gaffer/domain/shared/messages'
import { eventMessages } from '@gaffer/domain/events/event-messages'

/** The first dates of an enquiry about the date that the form has. */
export function initialOptionDates(date: string): string[] {
  return [date, ...Array.from({ length: limits.fewestOptions - 1 }, () => '')]
}

/** The error of each date; undefined for a valid one. Of two equal dates, the later row is wrong. */
export function optionDateErrors(dates: readonly string[], today: string): (string | undefined)[] {
  return dates.map((date, at) => {
    if (date === '') return messages.requiredFields
    const { error } = PlainDate.safeParse(date)
    if (error) return error.issues[0]?.message
    if (date < today) return eventMessages.optionDatePast
    return dates.indexOf(date) < at ? eventMessages.optionDatesTwice : undefined
  })
}

/** The row of an error of the server, such as `dates.2`; null for another field. */
export function optionRowFromErrorPath(path: string): number | null {
  const row = /^dates\.(\d+)$/.exec(path)?.[1]
  return row === undefined ? null : Number(row)
}
