// An option group: what clients send to add its options.

import * as z from 'zod/mini'
import { PlainDate } from '@gaffer/domain/shared/date-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { EventFieldsSchema, findEventIssues } from './event.ts'
import { eventMessages } from './event-messages.ts'

const { date: _date, cancelEventIds: _cancelEventIds, ...optionFields } = EventFieldsSchema.shape

/** One event on several dates, an option group of which one date will be confirmed. The server stores one tentative event a date. */
export const EventOptionsInput = z
  .strictObject({
    event: z.strictObject({
      ...optionFields,
      endDate: z.prefault(z.literal(null, eventMessages.optionsLastOneDay), null),
    }),
    dates: z.array(PlainDate).check(
      z.minLength(limits.fewestOptions, eventMessages.optionDatesCount),
      z.maxLength(limits.mostOptions, eventMessages.optionDatesCount),
      z.refine((dates) => new Set(dates).size === dates.length, eventMessages.optionDatesTwice),
    ),
  })
  .check((ctx) => {
    if (ctx.issues.length > 0) return
    const { event, dates } = ctx.value
    const issues =
      event.type === 'unavailable'
        ? [{ path: 'type', message: eventMessages.optionsNotAway }]
        : dates.flatMap((date) => findEventIssues({ ...event, date, cancelEventIds: undefined }))
    for (const { path, message } of issues) {
      ctx.issues.push({ code: 'custom', path: ['event', path], message, input: ctx.value })
    }
  })
export type EventOptionsInput = z.input<typeof EventOptionsInput>
export type ParsedEventOptions = z.output<typeof EventOptionsInput>
