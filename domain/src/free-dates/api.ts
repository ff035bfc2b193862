import * as z from 'zod/mini'
import { defineEndpoint } from '@gaffer/domain/shared/endpoint'
import { DateAvailability, FreeDatesQuery } from './free-dates.ts'

export const freeDatesApi = {
  readFreeDates: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/free-dates',
    summary: 'List the dates of a range with the members who are free and those who are not, and why',
    query: FreeDatesQuery,
    status: 200,
    response: z.strictObject({ dates: z.array(DateAvailability) }),
  }),
}
