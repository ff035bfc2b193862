import * as z from 'zod/mini'
import { DateRangeQuery } from '@gaffer/domain/shared/date-schemas'
import { defineEndpoint } from '@gaffer/domain/shared/endpoint'
import { Clash } from './clash.ts'
import { ConflictCheckInput, Conflicts } from './conflict-check.ts'
import { SeriesConflictCheckInput, SeriesConflicts } from './series-conflicts.ts'

export const clashesApi = {
  listClashes: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/clashes',
    offline: true,
    summary: "List what the band's events clash with: members who are away or play with another band, without its name",
    query: DateRangeQuery,
    status: 200,
    response: z.array(Clash),
  }),
  checkConflicts: defineEndpoint({
    method: 'POST',
    path: '/api/bands/:bandId/events/check-conflicts',
    summary: 'Check which events and days away a booking would conflict with',
    body: ConflictCheckInput,
    status: 200,
    response: Conflicts,
    changes: 'nothing',
  }),
  checkSeriesConflicts: defineEndpoint({
    method: 'POST',
    path: '/api/bands/:bandId/event-series/check-conflicts',
    summary: 'Check which events and days away each date of a series would conflict with, skipped dates included',
    body: SeriesConflictCheckInput,
    status: 200,
    response: SeriesConflicts,
    changes: 'nothing',
  }),
}
