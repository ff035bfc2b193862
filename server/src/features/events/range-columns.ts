// The entries that overlap a range of days.

import { addDays } from '@gaffer/domain/shared/dates'
import { limits } from '@gaffer/domain/shared/limits'

/** First and last day, yyyy-MM-dd. */
export type FirstAndLastDay = { from: string; to: string }

export type SearchRange = FirstAndLastDay & { earliest: string }
export function toSearchRange(days: FirstAndLastDay): SearchRange {
  return { ...days, earliest: addDays(days.from, -limits.eventDays) }
}

// The entry overlaps the range. Entries have a longest duration, so that the index scan can begin at `$earliest`.
export const overlapsRangeSql = `date between $earliest and $to and last_day >= $from and deleted_at is null`
/** Overlapping events of a band. A partial index finds those over three days or more; the others start a day before the range at most. */
export const overlappingEventsSql = (bandId: string, columns = '*') => `
  lateral (
    select ${columns} from events
    where band_id = ${bandId} and date between $from::date - 1 and $to and last_day >= $from and deleted_at is null
    union all
    select ${columns} from events
    where band_id = ${bandId} and date between $earliest and $from::date - 2 and last_day >= $from and deleted_at is null
      and last_day - date > 1) e`
