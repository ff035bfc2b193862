// Repeating events: what clients send to add, change and delete the events of a series.

import * as z from 'zod/mini'
import { addDays, daysBetween, weekdayAndDate } from '@gaffer/domain/shared/dates'
import { PlainDate } from '@gaffer/domain/shared/date-schemas'
import { EventChangesInput, EventFieldsSchema, findEventIssues, type ParsedEvent } from './event.ts'
import type { FieldIssue } from '@gaffer/domain/shared/app-error'
import { eventMessages } from './event-messages.ts'
import { seriesMessages } from './series-messages.ts'
import { canRepeat, RepeatRule, computeRepeatDates } from './repeat.ts'

/** The fields of a series. `EventSeriesInput` and `SeriesConflictCheckInput` add their own checks of field combinations. */
export const EventSeriesFields = z.strictObject({ event: EventFieldsSchema, repeat: RepeatRule })

/** POST of a series. `event.date` is its first date. `moveEventToDate` makes the events of its later dates. */
export const EventSeriesInput = EventSeriesFields.check((ctx) => {
  if (ctx.issues.length > 0) return
  for (const { path, message } of findSeriesIssues(ctx.value)) {
    ctx.issues.push({ code: 'custom', path: path.split('.'), message, input: ctx.value })
  }
})
export type EventSeriesInput = z.input<typeof EventSeriesInput>
export type ParsedEventSeries = z.output<typeof EventSeriesInput>

const { type, title, startTime, endTime, location, venue, notes } = EventChangesInput.shape

/** PATCH of a series: changes its events from `from` on. */
export const SeriesChangesInput = z.strictObject({
  from: PlainDate,
  changes: z.strictObject({ type, title, startTime, endTime, location, venue, notes }),
})
export type SeriesChanges = z.output<typeof SeriesChangesInput>['changes']

/** `kept` are the dates whose events stay as they are because a member edited them by hand. */
export const SeriesChangeResult = z.strictObject({ changed: z.int(), kept: z.array(PlainDate) })
export type SeriesChangeResult = z.infer<typeof SeriesChangeResult>

/** The series' event on one of its dates: `date`, `endDate` and `replyBy` are moved by the same number of days. */
export function moveEventToDate(event: ParsedEvent, date: string): ParsedEvent {
  const days = daysBetween(event.date, date)
  const shiftDay = (day: string | null) => day && addDays(day, days)
  return { ...event, date, endDate: shiftDay(event.endDate), replyBy: shiftDay(event.replyBy) }
}

/** The issues of the event and of the repetition; without any, the issues of the event on each date of the series. */
export function findSeriesIssues({ event, repeat }: z.output<typeof EventSeriesFields>): FieldIssue[] {
  if (!canRepeat(event.type)) return [{ path: 'event.type', message: seriesMessages.typeCannotRepeat }]
  const first = findEventIssues(event)
  if (first.length > 0) return first.map(({ path, message }) => ({ path: `event.${path}`, message }))
  const { dates, issues } = computeRepeatDates(event.date, repeat)
  if (issues.length > 0) return issues.map(({ path, message }) => ({ path: `repeat.${path}`, message }))
  return dates.flatMap((date) =>
    findEventIssues(moveEventToDate(event, date)).map((issue) => ({
      path: `event.${issue.path}`,
      message: issueMessageOnDate(issue, date),
    })),
  )
}

/** The message of an issue; for a time that the clocks skip, the variant that names the date. */
export function issueMessageOnDate({ message }: FieldIssue, date: string): string {
  return message === eventMessages.timeDoesNotExist ? seriesMessages.timeDoesNotExistOn(weekdayAndDate(date)) : message
}
