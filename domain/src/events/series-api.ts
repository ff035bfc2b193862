import * as z from 'zod/mini'
import { PlainDate } from '@gaffer/domain/shared/date-schemas'
import { defineEndpoint } from '@gaffer/domain/shared/endpoint'
import { BandEvent } from './event.ts'
import { EventSeriesInput, SeriesChangeResult, SeriesChangesInput } from './event-series.ts'
import { Id } from '@gaffer/domain/shared/common-schemas'

export const eventSeriesApi = {
  addEventSeries: defineEndpoint({
    method: 'POST',
    path: '/api/bands/:bandId/event-series',
    summary: 'Add one event for each date of a series',
    body: EventSeriesInput,
    status: 201,
    response: z.strictObject({ seriesId: Id, events: z.array(BandEvent) }),
    idempotent: true,
    changes: 'events',
    errors: ['conflict'],
  }),
  changeEventSeries: defineEndpoint({
    method: 'PATCH',
    path: '/api/bands/:bandId/event-series/:seriesId',
    summary: 'Change the events of a series from a date on, except past ones and those that were edited by hand',
    body: SeriesChangesInput,
    status: 200,
    response: SeriesChangeResult,
    changes: 'events',
  }),
  deleteEventSeries: defineEndpoint({
    method: 'DELETE',
    path: '/api/bands/:bandId/event-series/:seriesId',
    summary: 'Delete the events of a series from a date on, except past ones',
    query: z.strictObject({ from: PlainDate }),
    status: 204,
    changes: 'events',
  }),
}
