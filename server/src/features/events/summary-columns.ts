// The type, title, status and times of an event, for features that read it beside their own rows.

import * as z from 'zod/mini'
import { BandEvent } from '@gaffer/domain/events/event'
import { sql } from '#platform/db/statement.ts'
import { hourAndMinute } from './conditions.ts'

export const EventSummary = z.pick(BandEvent, {
  type: true,
  status: true,
  title: true,
  date: true,
  endDate: true,
  startTime: true,
  endTime: true,
  isAllDay: true,
})
export type EventSummary = z.infer<typeof EventSummary>

/** Columns of an event `e` for `EventSummary`. */
export const eventSummaryColumns = sql`
  e.type, e.status, e.title, e.date, e.end_date as "endDate", ${hourAndMinute(sql`e.start_time`)} as "startTime",
  ${hourAndMinute(sql`e.end_time`)} as "endTime", e.is_all_day as "isAllDay"`
