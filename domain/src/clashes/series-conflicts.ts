import * as z from 'zod/mini'
import { EventSeriesFields, findSeriesIssues } from '@gaffer/domain/events/event-series'
import { PlainDate } from '@gaffer/domain/shared/date-schemas'
import { Conflicts } from './conflict-check.ts'

const placePaths = new Set(['event.location', 'event.venue'])

/** Like `EventSeriesInput`, but the place may be missing, because the form sends the conflict check before it is complete. */
export const SeriesConflictCheckInput = EventSeriesFields.check((ctx) => {
  if (ctx.issues.length > 0) return
  for (const { path, message } of findSeriesIssues(ctx.value)) {
    if (placePaths.has(path)) continue
    ctx.issues.push({ code: 'custom', path: path.split('.'), message, input: ctx.value })
  }
})

export const SeriesConflicts = z.strictObject({
  dates: z.array(z.strictObject({ date: PlainDate, conflicts: Conflicts })),
})
export type SeriesConflicts = z.infer<typeof SeriesConflicts>
