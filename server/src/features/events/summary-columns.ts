// What an event is and when, for features that read it beside their own rows.

import * as z from 'zod/mini'
import { BandEvent } from '@gaffer/domain/events/event'
import { EventTypeSchema } from '@gaffer/domain/shared/event-type-schema'
import { sql } from '#platform/db/statement.ts'
import { hourAndMinute } from './conditions.ts'

const { status, title, date, endDate, startTime, endTime, isAllDay } = BandEvent.shape
export const EventSummary = z.strictObject({
  type: EventTypeSchema,
  status,
  title,
  date,
  endDate,
  startTime,
  endTime,
  isAllDay,
})
export type EventSummary = z.infer<typeof EventSummary>

/** Columns of an event `e` for `EventSummary`. */
export const eventSummaryColumns = sql`
  e.type, e.status, e.title, e.date, e.end_date as "endDate", ${hourAndMinute(sql`e.start_time`)} as "startTime",
  ${hourAndMinute(sql`e.end_time`)} as "endTime", e.is_all_day as "isAllDay"`
